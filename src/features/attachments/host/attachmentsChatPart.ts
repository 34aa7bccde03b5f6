// The attachments of a chat's message box, and its suggestions.
import type { Clock } from '../../../base/clock';
import type { ChatCore } from '../../../chat/host/chat';
import { withoutText } from '../../../conversation/common/attachment';
import type { AttachmentsViewState, Suggestions } from '../common/attachmentsView';
import { refreshAttachments, type AttachmentRefresher } from '../node/refreshAttachments';

export interface AttachmentsDeps {
  readonly clock: Clock;
}

export function attachmentsChatPart(
  { draft, disposables, send, onDidSend }: ChatCore,
  { clock }: AttachmentsDeps,
) {
  let sent = draft.attachments;
  let suggestions: Suggestions | undefined;
  const view = (): Required<AttachmentsViewState> => ({
    attachments: draft.attachments.map(withoutText),
    suggestions,
  });
  disposables.add(
    draft.onDidChange(() => {
      if (draft.attachments !== sent) {
        sent = draft.attachments;
        send({ type: 'attachments', attachments: sent.map(withoutText) });
      }
    }),
  );
  disposables.add(
    onDidSend((event) => {
      if (event.type === 'suggestions') {
        ({ suggestions } = event);
      }
    }),
  );
  const loadRefresher = async (): Promise<AttachmentRefresher> =>
    (await import('./attachmentRefresher')).attachmentRefresher;
  return { check: refreshAttachments({ clock, loadRefresher }), view };
}
