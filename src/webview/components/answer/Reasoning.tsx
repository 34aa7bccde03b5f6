// What the model thought before it answered: folded, unless that is all there is.
import { useRef } from 'preact/hooks';
import * as l10n from '@vscode/l10n';
import { Icon } from '../Icon';
import { PlainText } from '../conversation/PlainText';

interface Props {
  readonly messageId: string;
  readonly text: string;
  readonly inProgress: boolean;
  /** Open as long as the reader has not decided otherwise. */
  readonly open: boolean;
}

/** What readers opened and folded; outlives articles that are emptied. */
const choices = new Map<string, boolean>();

export function Reasoning({ messageId, text, inProgress, open }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  return (
    <details
      class="reasoning"
      ref={details}
      open={choices.get(messageId) ?? open}
      onToggle={(event) => {
        const shown = event.currentTarget.open;
        if (shown !== (choices.get(messageId) ?? open)) {
          choices.set(messageId, shown);
        }
      }}
    >
      <summary>
        {inProgress ? l10n.t('Reasoning…') : l10n.t('Reasoning')}
        {inProgress && <Icon name="loading" spin />}
      </summary>
      <PlainText text={text} />
    </details>
  );
}
