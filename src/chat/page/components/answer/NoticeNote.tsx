// The notice under an answer that did not end normally: what happened, what to do, the server's own words.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import {
  answerActions,
  type Alternative,
  type Notice,
  type NoticeAction,
  type NoticeButton,
} from '../../../../platform/common/notice';
import { Button, Icon, LinkButton } from '../../../../platform/page/controls';
import { focusConversation, useFocusFallback } from '../../../../platform/page/focus';
import { ChatContext, PageContext, useStartAnswer } from '../../contexts';
import { MoreMenu } from '../MoreMenu';

const startsAnswer = (action: NoticeAction): boolean =>
  answerActions.some((each) => each === action);

/** The host puts the most helpful actions first, Retry always among them. Who can help is one more. */
const maxButtons = 2;

interface Props {
  readonly notice: Notice;
  readonly messageId: string;
}

export function NoticeNote({ notice, messageId }: Props) {
  const { post } = useContext(PageContext);
  const { canAsk } = useContext(ChatContext);
  const startAnswer = useStartAnswer();
  // A model that is picked in VS Code's list may be asked at once: the notice then disappears with the focus in it.
  const note = useFocusFallback<HTMLDivElement>(focusConversation);
  const { severity, sentence, actions, details, alternatives: [offered] = [] } = notice;
  // A pause waits for the user.
  const isPause = actions.some(({ action }) => action === 'continueReading');
  const isLine = severity === 'info' && offered === undefined && !isPause;
  const first = offered === undefined ? actions.slice(0, maxButtons) : actions.filter(isRetry);
  const buttons = [...new Set([...first, ...actions.filter(isHelp)])];
  const run = (action: NoticeAction): void => {
    const send = startsAnswer(action) ? startAnswer : post;
    send({ type: 'runNoticeAction', messageId, action });
  };
  const more = actions
    .filter((button) => !buttons.includes(button))
    .map(({ action, label }) => ({ label, onSelect: () => run(action) }));
  if (offered !== undefined) {
    const onSelect = (): void => post({ type: 'pickModelForRetry', messageId });
    more.unshift({ label: l10n.t('Choose another model…'), onSelect });
  }
  const actionButtons = buttons.map(({ action, label, title }, index) => {
    const props = {
      title,
      'aria-disabled': startsAnswer(action) && !canAsk,
      onClick: () => run(action),
    };
    const isPrimary = index === 0 && offered === undefined;
    return isLine ? (
      <LinkButton key={action} {...props}>
        {label}
      </LinkButton>
    ) : (
      <Button key={action} secondary={!isPrimary} {...props}>
        {label}
      </Button>
    );
  });
  return (
    <div ref={note} class={`notice ${severity}${isLine ? ' notice-line' : ''}`} role="note">
      <div class="icon-line">
        {!isLine && <Icon name={severity} />}
        <p>{sentence}</p>
      </div>
      {isLine ? (
        actionButtons
      ) : (
        <div class="button-row">
          {offered !== undefined && <Offer offered={offered} messageId={messageId} />}
          {actionButtons}
          {more.length > 0 && <MoreMenu items={more} />}
        </div>
      )}
      {offered?.differences.map((difference) => (
        <p key={difference} class="notice-difference">
          {difference}
        </p>
      ))}
      {details.length > 0 && (
        <details>
          <summary>{l10n.t('Details')}</summary>
          {details.map((line, index) => (
            <p key={index} class="notice-detail">
              {line}
            </p>
          ))}
        </details>
      )}
    </div>
  );
}

function Offer({ offered, messageId }: { offered: Alternative; messageId: string }) {
  const { canAsk } = useContext(ChatContext);
  const startAnswer = useStartAnswer();
  const { model, description } = offered;
  return (
    <Button
      data-ask
      aria-disabled={!canAsk}
      title={description}
      onClick={() => startAnswer({ type: 'retryWithModel', messageId, model })}
    >
      {l10n.t('Ask {0}', model)}
    </Button>
  );
}

function isRetry({ action }: NoticeButton): boolean {
  return action === 'retry';
}

function isHelp({ action }: NoticeButton): boolean {
  return action === 'operatorHelp';
}
