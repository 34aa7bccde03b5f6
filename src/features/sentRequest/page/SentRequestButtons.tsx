// The buttons for an answer's request, or why it cannot be shown.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { PageContext } from '../../../chat/page/contexts';
import { Button } from '../../../platform/page/controls';
import type { SentRequestText } from '../common/sentRequestText';

interface Props {
  readonly answerId: string;
  readonly request: SentRequestText;
}

export function SentRequestButtons({ answerId: messageId, request }: Props) {
  const { post } = useContext(PageContext);
  return request.isAvailable ? (
    <div class="button-row">
      <Button secondary onClick={() => post({ type: 'showSentRequest', messageId })}>
        {request.text}
      </Button>
      <Button secondary onClick={() => post({ type: 'copyAsCurl', messageId })}>
        {l10n.t('Copy as cURL')}
      </Button>
    </div>
  ) : (
    <p class="usage-note">{request.text}</p>
  );
}
