// Asks for the context length of a model and saves it to the settings.
import * as vscode from 'vscode';
import { parseTokenCount } from '../node/tokenCount';
import { inputName } from '../../setup/host/gatewayInputs';

/** @param save saves the length, in tokens */
export async function askContextLength(
  model: string,
  save: (model: string, tokens: number) => Promise<void>,
): Promise<void> {
  if (model === '') {
    return;
  }
  const { l10n } = vscode;
  const typed = await inputName({
    title: l10n.t('Context Length of “{0}”', model),
    prompt: l10n.t('In tokens, for example 131072 or 128k. Saved to portico.models.'),
    placeholder: '131072',
    problem: (text) =>
      parseTokenCount(text) === undefined
        ? l10n.t('Enter a whole number of tokens, for example 131072 or 128k.')
        : undefined,
  });
  const tokens = typed === undefined ? undefined : parseTokenCount(typed);
  if (tokens !== undefined) {
    await save(model, tokens);
  }
}
