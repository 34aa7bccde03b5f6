// The models that the user can ask instead of an unavailable one.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import type { Alternative } from '../../../shared/protocol/protocol';
import { ChatContext, PageContext, useStartAnswer } from '../../contexts';
import { focusConversation, useFocusFallback } from '../../focus';
import { Button } from '../controls';

interface Props {
  readonly alternatives: readonly Alternative[];
  readonly messageId: string;
}

export function Alternatives({ alternatives, messageId }: Props) {
  const { post } = useContext(PageContext);
  const { isBusy } = useContext(ChatContext);
  const startAnswer = useStartAnswer();
  // A model that is picked in VS Code's list may be asked at once: the list then disappears with the focus in it.
  const list = useFocusFallback<HTMLUListElement>(focusConversation);
  return (
    <ul ref={list} class="alternatives" aria-label={l10n.t('Suggested models')}>
      {alternatives.map(({ model, description, differences }, index) => (
        <li key={model}>
          <Button
            secondary={index > 0}
            aria-disabled={isBusy}
            title={description}
            onClick={() => startAnswer({ type: 'retryWithModel', messageId, model })}
          >
            {l10n.t('Ask {0}', model)}
          </Button>
          {description !== '' && <span class="alternative-description">{description}</span>}
          {differences.map((difference) => (
            <p key={difference} class="alternative-difference">
              {difference}
            </p>
          ))}
        </li>
      ))}
      <li>
        <Button secondary onClick={() => post({ type: 'pickModelForRetry', messageId })}>
          {l10n.t('Choose Another…')}
        </Button>
      </li>
    </ul>
  );
}
