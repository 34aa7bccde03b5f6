// The model's reasoning before its answer, with its duration. Folded, unless the answer has nothing else: then its last line
// is shown while it arrives.
import * as l10n from '@vscode/l10n';
import { useContext, useRef, useState } from 'preact/hooks';
import { isRunning, reasoningMs, type Answer } from '../../../../conversation/common/conversation';
import { Icon } from '../../../../platform/page/controls';
import { PageContext, PlainMessagesContext } from '../../contexts';
import { PlainText } from '../conversation/PlainText';
import { MarkdownText } from './MarkdownText';
import { useEverySecond } from './PendingIndicator';

/** A shorter time is not shown: the gateway may have sent everything at once. */
const minShownMs = 500;

export function Reasoning({ answer }: { readonly answer: Answer }) {
  const { id, state, text, reasoning, continuedAt } = answer;
  const { ui, lastAppended } = useContext(PageContext);
  const plainMessages = useContext(PlainMessagesContext);
  const [chosen, setChosen] = useState(ui.reasoningOpen.get(id));
  const running = isRunning(state);
  const inProgress = running && text === '';
  const measured = useDuration(inProgress);
  const ms = reasoningMs(answer) ?? measured.ms ?? 0;
  // Open until the user opens or closes it.
  const isOpen = chosen ?? (!running && text === '');
  return (
    <details
      class={inProgress ? 'reasoning in-progress' : 'reasoning'}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        // The event also fires when the default changes.
        if (open !== isOpen) {
          ui.reasoningOpen.set(id, open);
          setChosen(open);
        }
      }}
    >
      <summary>
        {l10n.t('Reasoning')}
        {inProgress ? (
          <ReasoningProgress
            start={measured.start ?? Date.now()}
            reasoning={isOpen ? '' : reasoning}
          />
        ) : (
          ms >= minShownMs && ` · ${l10n.t('{0} s', Math.max(1, Math.round(ms / 1_000)))}`
        )}
      </summary>
      {!isOpen || plainMessages.includes(id) ? (
        // Folded text has no layout: it costs little, and needs no format yet.
        <PlainText text={reasoning} />
      ) : (
        <MarkdownText
          key={continuedAt}
          text={reasoning}
          added={lastAppended(id, 'reasoning')}
          isFinished={!running}
        />
      )}
    </details>
  );
}

/** Shows the elapsed seconds and the last line of the reasoning. It is hidden from screen readers, because it changes every second. */
function ReasoningProgress({
  start,
  reasoning,
}: {
  readonly start: number;
  readonly reasoning: string;
}) {
  useEverySecond();
  const seconds = Math.floor((Date.now() - start) / 1_000);
  return (
    <span class="reasoning-progress" aria-hidden="true">
      {seconds > 0 && ` · ${l10n.t('{0} s', seconds)}`}
      <Icon name="loading" spin />
      <span class="reasoning-line">
        <bdi>{lastLine(reasoning)}</bdi>
      </span>
    </span>
  );
}

/** A line is about as long as fits; models write paragraphs. */
const maxLineLength = 300;

/** The last line with text, without Markdown's marks around it. */
function lastLine(text: string): string {
  const [whole = ''] = text
    .slice(-2 * maxLineLength)
    .trimEnd()
    .split('\n')
    .slice(-1);
  // A cut line begins with a word. A text without blanks, as in Chinese, may begin anywhere.
  const cut = whole.slice(-maxLineLength);
  const line = cut.length < whole.length ? cut.replace(/^\S{0,40}\s+/u, '') : cut;
  return line.replaceAll(/^[\s#>*+-]+|[*_`]+/gu, '');
}

/** When something began while the component was shown, and how long it went on, in ms, once it is over. */
function useDuration(isGoingOn: boolean): { readonly start?: number; readonly ms?: number } {
  const measured = useRef<{ start?: number; ms?: number }>({}).current;
  if (isGoingOn) {
    measured.start ??= Date.now();
  } else if (measured.start !== undefined) {
    measured.ms ??= Date.now() - measured.start;
  }
  return measured;
}
