// The prompt for a question in which possible secrets were found, as the view shows it.
import { l10n } from 'vscode';
import { assertNever } from '../../../base/assertNever';
import type { SecretFinding } from '../node/secretScanner';
import type { SecretPlace, SecretsState } from '../node/secretsCheck';
import type { SecretsPrompt } from '../common/secretsView';
import { joinSentences } from '../../../platform/host/text/joinTexts';

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
      rule,
      masked,
      place: placeText(place, line),
    })),
    canMask,
    ...(isQueued && { isQueued }),
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
