// Executes the commands of the chat page that concern attachments.
import type { Attachment } from '../../shared/conversation/attachment';
import type { ViewCommand } from '../../shared/protocol/viewCommands';
import { imageTokens } from '../../chat/context/tokenEstimate';
import type { Chat } from '../chats/chat';

export type AttachmentCommand = Extract<
  ViewCommand,
  {
    type:
      | 'attach'
      | 'attachSelection'
      | 'attachFiles'
      | 'attachImage'
      | 'removeAttachment'
      | 'previewAttachment'
      | 'suggest'
      | 'chooseSuggestion';
  }
>;

export interface AttachmentCommandsDeps {
  readonly newId: () => string;
}

export class AttachmentCommands {
  constructor(private readonly deps: AttachmentCommandsDeps) {}

  async run(command: AttachmentCommand, { draft }: Chat): Promise<void> {
    switch (command.type) {
      case 'attachImage': {
        const { name, mediaType, data } = command;
        const image: Attachment = {
          id: this.deps.newId(),
          kind: 'image',
          name,
          image: { mediaType, data },
          tokens: imageTokens,
        };
        draft.attach(image);
        return;
      }
      case 'removeAttachment':
        draft.detach(command.id);
        return;
      default:
    }
  }
}
