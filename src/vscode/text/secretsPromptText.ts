// The prompt for a question in which possible secrets were found, as the view shows it.
import { l10n } from 'vscode';
import { assertNever } from '../../base/assertNever';
import type { SecretFinding } from '../../chat/secrets/secretScanner';
import type { SecretPlace, SecretsState } from '../../chat/send/secretsCheck';
import type { SecretsPrompt } from '../../shared/protocol/protocol';

/** More are counted in the sentence. */
const maxShown = 20;

export function secretsPrompt(state: SecretsState | undefined): SecretsPrompt | undefined {
  if (state === undefined) {
    return undefined;
  }
  const { secrets, isIncomplete, canMask, isQueued } = state;
  return {
    sentence: secretsSentence(
      secrets.map(({ finding }) => finding),
      isIncomplete,
    ),
    findings: secrets.slice(0, maxShown).map(({ place, finding: { rule, line, masked } }) => ({
      rule,
      masked,
      place: placeText(place, line),
    })),
    canMask,
    ...(isQueued && { isQueued }),
  };
}

/** A secret that is in several places is counted once. */
export function secretsSentence(findings: readonly SecretFinding[], isIncomplete: boolean): string {
  const count = new Set(findings.map(({ digest }) => digest)).size;
  if (count === 0) {
    return l10n.t("Portico couldn't check what is about to be sent for secrets in time.");
  }
  const found =
    count === 1
      ? l10n.t('What is about to be sent seems to contain a secret.')
      : l10n.t('What is about to be sent seems to contain {0} secrets.', count);
  return isIncomplete ? `${found} ${l10n.t("Portico couldn't check all of it in time.")}` : found;
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
