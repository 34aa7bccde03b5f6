// Asks for consent before the chat continues on another gateway, which then receives its history.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { ChatContext, PageContext } from '../../../chat/page/contexts';
import type { ViewProps } from '../../../chat/page/pageFeatures';
import type { GatewayChangeAnswer } from '../../../conversation/common/connectionState';
import { Button, Icon } from '../../../platform/page/controls';
import { focusComposer } from '../../../platform/page/focus';
import { useDocumentKeyDown } from '../../../platform/page/useDocumentKeyDown';
import type { GatewayChangePrompt } from '../common/setupView';

export function GatewayChangePanel({ view: { gatewayChangePrompt } }: ViewProps) {
  return gatewayChangePrompt === undefined ? null : (
    <GatewayChangeAlert prompt={gatewayChangePrompt} />
  );
}

function GatewayChangeAlert({ prompt }: { readonly prompt: GatewayChangePrompt }) {
  const { post } = useContext(PageContext);
  const { isBusy } = useContext(ChatContext);
  const answer = (choice: GatewayChangeAnswer): void => {
    post({ type: 'answerGatewayChange', answer: choice });
    focusComposer();
  };
  // The focus stays in the message box, so Escape cancels from there too, unless it stops an answer.
  const onKeyDown = ({ key, isComposing, target }: KeyboardEvent): void => {
    const isHere = target instanceof Element && target.closest('.panel, .composer') !== null;
    if (key === 'Escape' && !isComposing && !isBusy && isHere) {
      answer('cancel');
    }
  };
  useDocumentKeyDown(onKeyDown, [isBusy]);
  return (
    <section class="panel" aria-label={l10n.t('Different gateway')}>
      <p class="icon-line gateway-change" role="alert">
        <Icon name="server" />
        <span>{prompt.sentence}</span>
      </p>
      <div class="button-row">
        <Button onClick={() => answer('send')}>{prompt.sendLabel}</Button>
        <Button secondary onClick={() => answer('back')}>
          {prompt.switchBackLabel}
        </Button>
        <Button secondary onClick={() => answer('cancel')}>
          {l10n.t('Cancel')}
        </Button>
      </div>
    </section>
  );
}
