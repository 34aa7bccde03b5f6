// Asks before the changes for a commit message leave with possible secrets in them.
import { l10n } from 'vscode';
import { choose } from '../../../platform/host/window';
import {
  firstPlacesFirst,
  secretKindText,
  secretsSentence,
} from '../../secrets/host/secretsPromptText';
import { formsOfKey, maskSecrets, type SecretScanner } from '../../secrets/node/secretScanner';

/** The sentence counts the secrets, whether or not their places are listed. */
const maxListedPlaces = 8;

/**
 * Returns the text that may be sent; undefined if it must not be sent, or once `signal` has aborted.
 * @param key the gateway's, which is a secret, too
 */
export function outgoingSecretsCheck(
  scanner: SecretScanner,
  key: string | undefined,
): (text: string, signal: AbortSignal) => Promise<string | undefined> {
  return async (text, signal) => {
    const { findings, isIncomplete } = await scanner.scan([text], formsOfKey(key), signal);
    if (signal.aborted) {
      return undefined;
    }
    if (findings.length === 0 && !isIncomplete) {
      return text;
    }
    const mask = l10n.t('Mask and Send');
    const send = l10n.t('Send Anyway');
    const places = firstPlacesFirst(findings, ({ digest }) => digest).slice(0, maxListedPlaces);
    const listed = places.map(({ rule, masked, line, start }) => {
      // The user never sees the lines of the request: the name of a file helps more than their numbers.
      const place = headingAbove(text, start) ?? l10n.t('line {0}', line);
      return l10n.t('{0}: {1} ({2})', secretKindText(rule), masked, place);
    });
    const answer = await choose(
      secretsSentence(findings, isIncomplete),
      findings.length === 0 ? [send] : [mask, send],
      listed,
    );
    if (answer === mask) {
      return maskSecrets(text, findings);
    }
    return answer === send ? text : undefined;
  };
}

/** The last heading of level 2 above this place: in a request with several files, it names the file. */
function headingAbove(text: string, offset: number): string | undefined {
  const before = `\n${text.slice(0, offset)}`;
  const start = before.lastIndexOf('\n## ');
  return start < 0 ? undefined : before.slice(start + 4).split('\n', 1)[0];
}
