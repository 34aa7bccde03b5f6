// Shown in an empty chat once everything is set up: what to ask, and the chats to continue.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import type { ViewState } from '../../chatView/common/protocol';
import { ctrlEnter } from '../../chatView/page/composerRules';
import { PageContext } from '../../chatView/page/contexts';
import { Button, Icon, LinkButton } from '../../../platform/page/controls';

interface Props {
  readonly view: ViewState;
  /** Puts a question into the message box. */
  readonly onExample: (text: string) => void;
}

export function EmptyHint({ view, onExample }: Props) {
  const { post } = useContext(PageContext);
  const { conversation, recentChats = [], unavailableModels = [] } = view;
  const { model } = conversation;
  const examples = [
    l10n.t('Explain async and await with a short example'),
    l10n.t('Write a regular expression for ISO 8601 dates'),
    l10n.t('What should I look for in a code review?'),
  ];
  return (
    <section class="empty-hint" aria-label={l10n.t('Getting started')}>
      <Icon name="comment-discussion" />
      {unavailableModels.includes(model) ? (
        <>
          <p class="empty-title">{l10n.t("{0} isn't available right now", model)}</p>
          <Button onClick={() => post({ type: 'runSetupStep', step: 'model' })}>
            {l10n.t('Choose model')}
          </Button>
        </>
      ) : (
        <p class="empty-title">{l10n.t('Ask {0} anything', model)}</p>
      )}
      <p>{hint(view)}</p>
      <ul role="list" class="examples" aria-label={l10n.t('Example questions')}>
        {examples.map((text) => (
          <li key={text}>
            <Button secondary onClick={() => onExample(text)}>
              {text}
            </Button>
          </li>
        ))}
      </ul>
      {view.isInVscodeChat === true && (
        <p class="vscode-chat">
          {l10n.t("The gateway's models are also in VS Code's own chat.")}{' '}
          <LinkButton onClick={() => post({ type: 'openVscodeChat' })}>
            {l10n.t("Open VS Code's chat")}
          </LinkButton>
        </p>
      )}
      {recentChats.length > 0 && (
        <>
          <h2>{l10n.t('Recent chats')}</h2>
          <ul role="list" class="recent-chats" aria-label={l10n.t('Recent chats')}>
            {recentChats.map(({ id, title, age }) => (
              <li key={id}>
                <button
                  type="button"
                  class="recent-chat"
                  title={title}
                  onClick={() => post({ type: 'openChat', id })}
                >
                  <span class="recent-title" dir="auto">
                    {title}
                  </span>
                  <span class="recent-age">{age}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function hint({ connection: { baseUrl, gatewayName }, preferences }: ViewState): string {
  const keys =
    preferences.sendWith === 'enter'
      ? l10n.t('Press Enter to send, Shift+Enter for a new line.')
      : l10n.t('Press {0} to send, Enter for a new line.', ctrlEnter());
  const gateway = gatewayName ?? (baseUrl && URL.parse(baseUrl)?.host);
  return gateway === undefined ? keys : `${l10n.t('Gateway: {0}.', gateway)} ${keys}`;
}
