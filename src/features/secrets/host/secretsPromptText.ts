// The prompt for a question in which possible secrets were found, as the view shows it.
import { l10n } from 'vscode';
import { assertNever } from '../../../base/assertNever';
import { joinSentences } from '../../../platform/host/text/joinTexts';
import type { SecretsPrompt } from '../common/secretsView';
import type { SecretFinding } from '../node/secretScanner';
import type { SecretPlace, SecretsState } from '../node/secretsCheck';

/** The sentence counts the secrets, whether or not their places are listed. */
const maxShownPlaces = 20;

export function secretsPrompt(state: SecretsState | undefined): SecretsPrompt | undefined {
  if (state === undefined) {
    return undefined;
  }
  const { secrets, isIncomplete, canMask, isQueued } = state;
  const listed = firstPlacesFirst(secrets, ({ finding }) => finding.digest).slice(
    0,
    maxShownPlaces,
  );
  return {
    sentence: secretsSentence(
      secrets.map(({ finding }) => finding),
      isIncomplete,
    ),
    findings: listed.map(({ place, finding: { rule, line, masked } }) => ({
      rule: secretKindText(rule),
      masked,
      place: placeText(place, line),
    })),
    canMask,
    isQueued,
  };
}

/** The first place of each secret, then the others: a secret in many places must not hide another in a short list. */
export function firstPlacesFirst<T>(
  places: readonly T[],
  digestOf: (place: T) => string,
): readonly T[] {
  const first: T[] = [];
  const others: T[] = [];
  const seen = new Set<string>();
  for (const place of places) {
    const digest = digestOf(place);
    (seen.has(digest) ? others : first).push(place);
    seen.add(digest);
  }
  return [...first, ...others];
}

/** A secret that is in several places is counted once. */
export function secretsSentence(findings: readonly SecretFinding[], isIncomplete: boolean): string {
  const count = new Set(findings.map(({ digest }) => digest)).size;
  if (count === 0) {
    return l10n.t("Portico couldn't finish checking for secrets.");
  }
  const found =
    count === 1
      ? l10n.t('The content to be sent may contain a secret.')
      : l10n.t('The content to be sent may contain {0} secrets.', count);
  return isIncomplete ? joinSentences(found, l10n.t("Portico couldn't check all of it.")) : found;
}

/** The kind of a secret; names of products stay. What replaces a secret in a question is English, for the model. */
export function secretKindText(rule: string): string {
  const known = kinds.get(rule);
  if (known !== undefined) {
    return known();
  }
  const [, product = '', noun] =
    /^(.+) (API key|client secret|key|token|webhook)$/u.exec(rule) ?? [];
  switch (noun) {
    case 'API key':
      return l10n.t('{0} API key', product);
    case 'client secret':
      return l10n.t('{0} client secret', product);
    case 'key':
      return l10n.t('{0} key', product);
    case 'token':
      return l10n.t('{0} token', product);
    case 'webhook':
      return l10n.t('{0} webhook', product);
    default:
      return rule;
  }
}

const kinds: ReadonlyMap<string, () => string> = new Map([
  ['API key', () => l10n.t('API key')],
  ['Access key', () => l10n.t('Access key')],
  ['Database password', () => l10n.t('Database password')],
  ['Key', () => l10n.t('Key')],
  ['Password', () => l10n.t('Password')],
  ['Password hash', () => l10n.t('Password hash')],
  ['Password in a URL', () => l10n.t('Password in a URL')],
  ['Private key', () => l10n.t('Private key')],
  ['Secret', () => l10n.t('Secret')],
  ['Secret key', () => l10n.t('Secret key')],
  ['Token', () => l10n.t('Token')],
  ['Webhook secret', () => l10n.t('Webhook secret')],
]);

function placeText(place: SecretPlace, line: number): string {
  switch (place.in) {
    case 'question':
      return l10n.t('Question, line {0}', line);
    case 'attachment':
      return l10n.t('{0}, line {1} of the preview', place.name, line);
    case 'history':
      return l10n.t('Earlier message, line {0}', line);
    default:
      return assertNever(place);
  }
}
