// Sends what is in the message box to the views of a chat that do not have it: the last change wins.
import type { ChatDraft } from '../../../../conversation/node/session/chatDraft';
import { type Attachment, withoutText } from '../../../../conversation/common/attachment';
import type { ViewEvent } from '../../common/protocol';
import type { ViewChannel } from './viewChannel';

export interface DraftSenderDeps {
  readonly draft: ChatDraft;
  /** To all views except `from`. */
  readonly send: (event: ViewEvent, from?: ViewChannel) => void;
}

export class DraftSender {
  /** The text as it was last sent to the views or received from one. */
  #sentText: string;
  #sentAttachments: readonly Attachment[];

  constructor(private readonly deps: DraftSenderDeps) {
    this.#sentText = deps.draft.text;
    this.#sentAttachments = deps.draft.attachments;
  }

  sendText(from?: ViewChannel): void {
    const { draft, send } = this.deps;
    const { text } = draft;
    if (text !== this.#sentText) {
      this.#sentText = text;
      send({ type: 'draft', text }, from);
    }
  }

  sendAttachments(): void {
    const { draft, send } = this.deps;
    const { attachments } = draft;
    if (attachments !== this.#sentAttachments) {
      this.#sentAttachments = attachments;
      send({ type: 'attachments', attachments: attachments.map(withoutText) });
    }
  }

  /** Each view clears its own message box. */
  didAsk(): void {
    if (this.deps.draft.text === '') {
      this.#sentText = '';
    }
  }
}
