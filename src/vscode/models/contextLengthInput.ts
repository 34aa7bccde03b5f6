// Asks for the context length of a model and saves it to the settings.
import * as vscode from 'vscode';
import { inputName } from '../gateway/gatewayInputs';
import { saveContextLength } from '../settings';

/** In tokens. Larger numbers are typing errors. */
const maxLength = 100_000_000;

export async function askContextLength(model: string): Promise<void> {
  if (model === '') {
    return;
  }
  const { l10n } = vscode;
  const typed = await inputName({
    title: l10n.t('Context Length of “{0}”', model),
    prompt: l10n.t('In tokens, for example 131072 or 128k. Saved to portico.models.'),
    placeholder: '131072',
    problem: (text) =>
      parseTokens(text) === undefined
        ? l10n.t('Enter a whole number of tokens, for example 131072 or 128k.')
        : undefined,
  });
  const tokens = typed === undefined ? undefined : parseTokens(typed);
  if (tokens !== undefined) {
    await saveContextLength(model, tokens);
  }
}

/** Reads `131072`, `131,072`, `128k` (128,000) and `1M`; undefined for anything else. */
export function parseTokens(text: string): number | undefined {
  const [, digits = '', unit = ''] =
    /^(\d+|\d{1,3}(?:[ ,.\u00a0\u202f’']\d{3})+)\s*([km]?)$/iu.exec(text.trim()) ?? [];
  const factor = { k: 1_000, m: 1_000_000 }[unit.toLowerCase()] ?? 1;
  const tokens = Number(digits.replace(/\D/gu, '')) * factor;
  return digits !== '' && tokens >= 1 && tokens <= maxLength ? tokens : undefined;
}
