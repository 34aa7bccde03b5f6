// The model's reasoning before its answer. Folded, unless the answer has nothing else.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { PageContext } from '../../contexts';
import { Icon } from '../controls';
import { PlainText } from '../conversation/PlainText';

interface Props {
  readonly messageId: string;
  readonly text: string;
  readonly inProgress: boolean;
  /** Open until the user opens or closes it. */
  readonly openByDefault: boolean;
}

export function Reasoning({ messageId, text, inProgress, openByDefault }: Props) {
  const { reasoningOpen } = useContext(PageContext).ui;
  const isOpen = (): boolean => reasoningOpen.get(messageId) ?? openByDefault;
  return (
    <details
      class="reasoning"
      open={isOpen()}
      onToggle={({ currentTarget: { open } }) => {
        // The event also fires when the default changes.
        if (open !== isOpen()) {
          reasoningOpen.set(messageId, open);
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
