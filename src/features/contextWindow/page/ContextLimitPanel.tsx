// Asks what to do with a question that may exceed the model's context window.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { AlertPanel } from '../../../chat/page/components/composer/AlertPanel';
import { PageContext } from '../../../chat/page/contexts';
import type { Announcement, ViewProps } from '../../../chat/page/pageFeatures';
import type { ContextLimitPrompt } from '../../../conversation/common/contextLimit';
import { Icon } from '../../../platform/page/controls';
import { aboutTokensText, tokensText } from './ContextMeter';

export function ContextLimitPanel({ view: { contextLimitPrompt } }: ViewProps) {
  return contextLimitPrompt === undefined ? null : (
    <ContextLimitAlert prompt={contextLimitPrompt} />
  );
}

/** A panel for a question of the queue does not take the focus. */
export const contextLimitAnnouncement: Announcement = (event) =>
  event.type === 'contextLimitPrompt' && event.contextLimitPrompt?.isQueued === true
    ? l10n.t('This question may exceed the context window.')
    : undefined;

function ContextLimitAlert({ prompt }: { readonly prompt: ContextLimitPrompt }) {
  const { model, omittable, canSummarize, isSummarizing, summaryError } = prompt;
  const { post } = useContext(PageContext);
  return (
    <AlertPanel
      title={l10n.t('This question may exceed the context window')}
      isQueued={prompt.isQueued === true}
      text={
        <>
          {sentences(prompt).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {summaryError !== undefined && (
            <p class="icon-line context-limit-error">
              <Icon name="warning" />
              <span>{l10n.t("Couldn't summarize. {0}", summaryError)}</span>
            </p>
          )}
        </>
      }
      answers={
        isSummarizing
          ? [['stopSummary', l10n.t('Stop')]]
          : [
              omittable !== undefined && ['omit', l10n.t('Omit oldest messages')],
              canSummarize && ['summarize', l10n.t('Summarize oldest messages')],
              ['send', l10n.t('Send anyway')],
              ['cancel', l10n.t('Cancel')],
            ]
      }
      primary="omit"
      onAnswer={(action) => post({ type: 'trimContext', action })}
    >
      {isSummarizing && (
        <p class="icon-line" role="status">
          <Icon name="loading" spin />
          <span>{l10n.t('{0} is summarizing the oldest messages…', model)}</span>
        </p>
      )}
    </AlertPanel>
  );
}

function sentences(prompt: ContextLimitPrompt): readonly string[] {
  const { budget, model, omittable, canSummarize } = prompt;
  const text = aboutOrExactText([budget.requestTokens, omittable?.remainingTokens ?? 0]);
  const size = l10n.t(
    'The request is about {0} tokens long. The context window of {1} holds {2} tokens, including the answer.',
    text(budget.requestTokens),
    model,
    tokensText(budget.contextLength),
  );
  if (omittable === undefined) {
    return [size, l10n.t('There are no earlier messages to omit.')];
  }
  const { count, from, remainingTokens } = omittable;
  const remaining = text(remainingTokens);
  const withoutTurns =
    count === 1
      ? l10n.t(
          'Omitting the oldest question (“{0}”) and its answer would reduce it to about {1} tokens.',
          from,
          remaining,
        )
      : l10n.t(
          'Omitting the {0} oldest questions (starting with “{1}”) and their answers would reduce it to about {2} tokens.',
          count,
          from,
          remaining,
        );
  return canSummarize
    ? [size, withoutTurns]
    : [size, withoutTurns, l10n.t('They are too long to summarize in one request.')];
}

/** Rounded, unless that would make two different numbers of tokens look the same. */
function aboutOrExactText(counts: readonly number[]): (tokens: number) => string {
  const rounded = new Set(counts.map(aboutTokensText));
  return rounded.size === new Set(counts).size ? aboutTokensText : tokensText;
}
