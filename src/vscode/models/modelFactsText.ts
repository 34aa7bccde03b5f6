// What was learned of a model, in a few words each.
import * as v from 'valibot';
import { l10n } from 'vscode';
import { assertNever } from '../../base/assertNever';
import type { ModelFact, FactContent } from '../../chat/retry/modelFacts';
import type { Quirk } from '../../shared/conversation/quirk';
import { countText } from '../text/numberText';

const count = v.exactOptional(v.number());
const seenUsage = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ inputTokens: count, outputTokens: count }),
);

export function factText(taught: FactContent): string {
  switch (taught.about) {
    case 'refusal':
      return quirkText(taught.quirk);
    case 'contextLength':
      return l10n.t('Takes {0} tokens at most', taught.tokens);
    case 'usage':
      return taught.comes
        ? l10n.t('Says how many tokens an answer took')
        : l10n.t('Does not say how many tokens an answer took');
    case 'reasoning':
      return l10n.t('Reasoning comes in “{0}”', taught.field);
    default:
      return assertNever(taught);
  }
}

/** What it was seen by, in one line; `''` where that says nothing. */
export function evidenceText({ taught, evidence }: ModelFact): string {
  const usage = taught.about === 'usage' ? v.safeParse(seenUsage, evidence) : undefined;
  if (usage?.success !== true) {
    return evidence.replace(/\s+/gu, ' ').trim();
  }
  const { inputTokens, outputTokens } = usage.output;
  return [
    inputTokens === undefined ? [] : l10n.t('{0} tokens in', countText(inputTokens)),
    outputTokens === undefined ? [] : l10n.t('{0} tokens out', countText(outputTokens)),
  ]
    .flat()
    .join(', ');
}

export function quirkText(quirk: Quirk): string {
  switch (quirk) {
    case 'noStream':
      return l10n.t('Asked for one whole reply: streaming was refused');
    case 'noStreamOptions':
      return l10n.t('Asked without “{0}”', 'stream_options');
    case 'noTemperature':
      return l10n.t('Asked without “{0}”', 'temperature');
    case 'noReasoningEffort':
      return l10n.t('Asked without “{0}”', 'reasoning_effort');
    case 'noImages':
      return l10n.t('Asked without pictures');
    case 'maxCompletionTokens':
      return l10n.t(
        'Asked with “{0}” in the place of “{1}”',
        'max_completion_tokens',
        'max_tokens',
      );
    case 'maxTokens':
      return l10n.t(
        'Asked with “{0}” in the place of “{1}”',
        'max_tokens',
        'max_completion_tokens',
      );
    case 'systemAsDeveloper':
      return l10n.t('The system prompt goes by the role “{0}”', 'developer');
    case 'systemInUser':
      return l10n.t('The system prompt goes at the beginning of the first question');
    case 'noPrefill':
      return l10n.t(
        'A cut answer goes on by an instruction: beginning it for the model was refused',
      );
    default:
      return assertNever(quirk);
  }
}
