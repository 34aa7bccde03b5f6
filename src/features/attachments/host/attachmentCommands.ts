// Executes the commands of the chat page that concern attachments.
import type * as vscode from 'vscode';
import { imageTokens } from '../../../gateway/common/tokenEstimate';
import type { ViewCommand } from '../../chatView/common/viewCommands';
import type { Chat } from '../../chatView/host/chats/chat';
import type { AttachmentPreview } from './attachmentPreview';
import type { SuggestionLists } from './suggestions/suggestionLists';

export type AttachmentCommand = Extract<
  ViewCommand,
  {
    type:
      | 'attach'
      | 'attachSelection'
      | 'attachFiles'
      | 'attachImage'
      | 'attachPdf'
      | 'removeAttachment'
      | 'previewAttachment'
      | 'suggest'
      | 'chooseSuggestion';
  }
>;

export interface AttachmentCommandsDeps {
  readonly newId: () => string;
  /** The editor that the user was in before the chat. */
  readonly lastEditor: () => vscode.TextEditor | undefined;
  readonly suggestions: SuggestionLists;
  readonly preview: AttachmentPreview;
}

export class AttachmentCommands {
  constructor(private readonly deps: AttachmentCommandsDeps) {}

  /** @param focus returns the focus to the page */
  async run(command: AttachmentCommand, chat: Chat, focus: () => Promise<void>): Promise<void> {
    const { newId, lastEditor, suggestions, preview } = this.deps;
    const { draft } = chat;
    switch (command.type) {
      case 'attach': {
        const { attachTarget, pickAttachment } = await import('./attach');
        await pickAttachment(attachTarget(draft, lastEditor()));
        return focus();
      }
      case 'attachSelection': {
        const { attachTarget } = await import('./attach');
        const { attachSelection } = await import('./sources/rangeAttachment');
        await attachSelection(attachTarget(draft, lastEditor()));
        return;
      }
      case 'attachFiles': {
        const { attachChosen, attachTarget } = await import('./attach');
        await attachChosen(attachTarget(draft, lastEditor()), command.uris);
        return;
      }
      case 'attachImage': {
        const { name, mediaType, data } = command;
        const image = { mediaType, data };
        const { attachResult } = await import('./attach');
        attachResult(draft, { id: newId(), kind: 'image', name, image, tokens: imageTokens });
        return;
      }
      case 'attachPdf': {
        const { attachPdf } = await import('./attach');
        await attachPdf(draft, command.name, command.data);
        return;
      }
      case 'removeAttachment':
        draft.detach(command.id);
        return;
      case 'previewAttachment':
        return preview.show(chat, command.id, command.messageId);
      case 'suggest':
        return suggestions.suggest(command.trigger, command.query, chat);
      case 'chooseSuggestion':
        await suggestions.choose(command.trigger, command.id, chat);
        return focus();
    }
  }
}
