// Asks whether another extension may use the models of a gateway.
import { l10n } from 'vscode';
import type { AccessAnswer } from '../node/extensionAccess';
import { choose } from '../../../platform/host/window';
import { extensionName } from './requester';

/** @param gateway As the user knows it. */
export async function askForAccess(
  extension: string | undefined,
  gateway: string,
): Promise<AccessAnswer> {
  const allow = l10n.t('Allow');
  const refuse = l10n.t("Don't Allow");
  const question =
    extension === undefined
      ? l10n.t('Allow an unknown extension to use the models of {0}?', gateway)
      : l10n.t('Allow {0} to use the models of {1}?', extensionName(extension), gateway);
  const explanation = l10n.t(
    'The extension decides what it sends to the gateway. Its requests use your API key and may be charged.',
  );
  const duration =
    extension === undefined
      ? l10n.t("The answer applies until you reload the window: VS Code doesn't say who asks.")
      : l10n.t('To change this later, run “Portico: Manage Extension Access…”.');
  const answer = await choose(question, [allow, refuse], [explanation, duration]);
  return answer === undefined ? undefined : answer === allow ? 'allowed' : 'refused';
}
