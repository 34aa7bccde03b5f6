// Asks what to do with a question that may exceed the model's context window.
import * as l10n from '@vscode/l10n';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import type { ContextLimitPrompt, TrimAction } from '../../../shared/conversation/contextLimit';
import { PageContext } from '../../contexts';
import { focusComposer, useFocusFallback } from '../../focus';
import { Button, Icon } from '../controls';
import { aboutTokensText, tokensText } from './ContextMeter';

export function ContextLimitPanel({ prompt }: { readonly prompt: ContextLimitPrompt }) {
  const { model, omittable, canSummarize, isSummarizing, summaryError } = prompt;
  const { post } = useContext(PageContext);
  const panel = useFocusFallback<HTMLDivElement>(focusComposer);
  const isFirstRender = useRef(true);
  useLayoutEffect(() => {
    // A queued question is sent while the user may be typing. Later on, the focused button has been replaced.
    if (!isFirstRender.current || prompt.isQueued !== true) {
      panel.current?.focus();
    }
    isFirstRender.current = false;
  }, [isSummarizing]);
  const trim = (action: TrimAction): void => post({ type: 'trimContext', action });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.isComposing) {
      event.preventDefault();
      event.stopPropagation();
      trim(isSummarizing ? 'stopSummary' : 'cancel');
    }
  };
  const button = (action: TrimAction, label: string) => (
    <Button key={action} secondary={action !== 'omit'} onClick={() => trim(action)}>
      {label}
    </Button>
  );
  return (
    <div
      ref={panel}
      class="panel context-limit"
      role="alertdialog"
      aria-labelledby="context-limit-title"
      aria-describedby="context-limit-text"
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <h2 id="context-limit-title">{l10n.t('The request may not fit')}</h2>
      <div id="context-limit-text">
        {sentences(prompt).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {summaryError !== undefined && (
          <p class="icon-line context-limit-error">
            <Icon name="warning" />
            <span>{l10n.t('There is no summary. {0}', summaryError)}</span>
          </p>
        )}
      </div>
      {isSummarizing && (
        <p class="icon-line" role="status">
          <Icon name="loading" spin />
          <span>{l10n.t('{0} is summarising them…', model)}</span>
        </p>
      )}
      <div class="button-row">
        {isSummarizing ? (
          button('stopSummary', l10n.t('Stop'))
        ) : (
          <>
            {omittable !== undefined && button('omit', l10n.t('Drop the oldest turns'))}
            {canSummarize && button('summarize', l10n.t('Summarise them'))}
            {button('send', l10n.t('Send as it is'))}
            {button('cancel', l10n.t('Cancel'))}
          </>
        )}
      </div>
    </div>
  );
}

function sentences(prompt: ContextLimitPrompt): readonly string[] {
  const { budget, model, omittable, canSummarize } = prompt;
  const size = l10n.t(
    'With the conversation so far it comes to about {0} tokens; {1} takes {2}, the answer included.',
    aboutTokensText(budget.requestTokens),
    model,
    tokensText(budget.contextLength),
  );
  if (omittable === undefined) {
    return [size, l10n.t('No earlier turn is sent with it that could be left out.')];
  }
  const { count, from, remainingTokens } = omittable;
  const remaining = aboutTokensText(remainingTokens);
  const withoutTurns =
    count === 1
      ? l10n.t(
          'The oldest turn can be left out: “{0}”. About {1} tokens would remain.',
          from,
          remaining,
        )
      : l10n.t(
          'The {0} oldest turns can be left out, from “{1}” on. About {2} tokens would remain.',
          count,
          from,
          remaining,
        );
  return canSummarize
    ? [size, withoutTurns]
    : [size, withoutTurns, l10n.t('They are too long to be summarised in one request.')];
}
