// The model's reasoning before its answer, with its duration. Folded, unless the answer has nothing else.
import * as l10n from '@vscode/l10n';
import { useContext, useRef, useState } from 'preact/hooks';
import {
  type Answer,
  isRunning,
  reasoningMs,
} from '../../../../../conversation/common/conversation';
import { PageContext, PlainMessagesContext } from '../../contexts';
import { Icon } from '../../../../../platform/page/controls';
import { PlainText } from '../conversation/PlainText';
import { MarkdownText } from './MarkdownText';

/** A shorter time is not shown: the gateway may have sent everything at once. */
const minShownMs = 500;

export function Reasoning({ answer }: { readonly answer: Answer }) {
  const { id, state, text, reasoning, continuedAt } = answer;
  const { ui, lastAppended } = useContext(PageContext);
  const plainMessages = useContext(PlainMessagesContext);
  const [chosen, setChosen] = useState(ui.reasoningOpen.get(id));
  const running = isRunning(state);
  const inProgress = running && text === '';
  const measuredMs = useDuration(inProgress);
  const ms = inProgress ? 0 : (reasoningMs(answer) ?? measuredMs);
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
        {inProgress ? l10n.t('Reasoning…') : l10n.t('Reasoning')}
        {inProgress && <Icon name="loading" spin />}
        {ms >= minShownMs && ` · ${l10n.t('Thought for {0} s', Math.round(ms / 1_000))}`}
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

/** How long something went on while the component was shown, in ms; 0 until it is over. */
function useDuration(isGoingOn: boolean): number {
  const measured = useRef<{ start?: number; ms?: number }>({}).current;
  if (isGoingOn) {
    measured.start ??= Date.now();
  } else if (measured.start !== undefined) {
    measured.ms ??= Date.now() - measured.start;
  }
  return measured.ms ?? 0;
}
