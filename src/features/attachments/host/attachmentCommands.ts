// Executes the commands of the chat page that concern attachments.
import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import type { Chat, CommandHandlers } from '../../../chat/host/chat';
import type { Attachment } from '../../../conversation/common/attachment';
import { findMessage } from '../../../conversation/common/messageTree';
import type { ChatDraft } from '../../../conversation/node/session/chatDraft';
import { imageTokens } from '../../../gateway/common/tokenEstimate';
import type { TextPreview } from '../../../platform/host/textPreview';
import { runCommand } from '../../../platform/host/typedCommands';
import { blockContent } from '../../../workspace/node/labeledBlock';
import type { AttachmentsCommand, BoxSelection } from '../common/attachmentsViewCommands';
import type { SuggestionLists } from './suggestions/suggestionLists';

export interface AttachmentCommandsDeps {
  /** The editor that the user was in before the chat. */
  readonly lastEditor: () => vscode.TextEditor | undefined;
  readonly suggestions: SuggestionLists;
  readonly preview: Pick<TextPreview, 'show'>;
}

export function attachmentCommands({
  lastEditor,
  suggestions,
  preview,
}: AttachmentCommandsDeps): CommandHandlers<AttachmentsCommand> {
  return {
    attach: async (_command, { draft }, page) => {
      const { attachTarget, pickAttachment } = await import('./attach');
      await pickAttachment(attachTarget(draft, lastEditor()));
      await page.focus();
    },
    attachSelection: awaited(async (_command, { draft }) => {
      const { attachTarget } = await import('./attach');
      const { attachSelection } = await import('./sources/selectionRow');
      await attachSelection(attachTarget(draft, lastEditor()));
    }),
    attachOpenFile: awaited(async (_command, { draft }) => {
      const editor = lastEditor();
      if (editor !== undefined) {
        const { attachTarget } = await import('./attach');
        await attachTarget(draft, editor).addFile(editor.document.uri);
      }
    }),
    explainOffer: ({ isSelection }) => {
      const uri = lastEditor()?.document.uri;
      return isSelection || uri === undefined
        ? runCommand('portico.explain')
        : runCommand('portico.explain', { uri });
    },
    attachFiles: awaited(async ({ uris }, { draft }) => {
      const { attachChosen, attachTarget } = await import('./attach');
      await attachChosen(attachTarget(draft, lastEditor()), uris);
    }),
    attachImage: awaited(async ({ name, mediaType, data }, { draft }) => {
      const image = { mediaType, data };
      const { attachResult } = await import('./attach');
      attachResult(draft, { id: randomUUID(), kind: 'image', name, image, tokens: imageTokens });
    }),
    attachPdf: awaited(async ({ name, data }, { draft }) => {
      const { attachPdf } = await import('./attach');
      await attachPdf(draft, name, data);
    }),
    attachText: awaited(async ({ text, selection }, { draft, presenter }) => {
      const { attachText } = await import('./attach');
      if (!attachText(draft, text)) {
        insertText(draft, text, selection);
        presenter.sendDraft();
      }
    }),
    pasteAsText: async ({ id, selection }, { draft, presenter }, page) => {
      const pasted = draft.attachments.find((attachment) => attachment.id === id);
      const text = pasted?.kind === 'pastedText' ? blockContent(pasted.text ?? '') : undefined;
      if (text !== undefined) {
        draft.detach(id);
        insertText(draft, text, selection);
        presenter.sendDraft();
      }
      await page.focus();
    },
    removeAttachment: ({ id }, { draft }) => draft.detach(id),
    previewAttachment: async ({ id, messageId }, chat) => {
      const { name, text } = attachmentOf(chat, id, messageId) ?? {};
      if (name !== undefined && text !== undefined) {
        await preview.show(name, text, `${messageId ?? 'draft'}/${id}`);
      }
    },
    suggest: ({ trigger, query }, chat) => suggestions.suggest(trigger, query, chat),
    chooseSuggestion: async ({ trigger, id }, chat, page) => {
      await suggestions.choose(trigger, id, chat);
      await page.focus();
    },
  };
}

/** A question that is asked before the handler has ended waits for what it attaches. */
function awaited<C>(
  handle: (command: C, chat: Chat) => Promise<void>,
): (command: C, chat: Chat) => Promise<void> {
  return (command, chat) => chat.draft.attaching(handle(command, chat));
}

/** @param messageId of the question that has the attachment; undefined for the message box and the queue */
function attachmentOf(
  { draft, session }: Chat,
  id: string,
  messageId: string | undefined,
): Attachment | undefined {
  const message =
    messageId === undefined ? undefined : findMessage(session.conversation, messageId);
  const asked = message?.kind === 'question' ? (message.attachments ?? []) : [];
  const waiting = [draft, ...draft.queue].flatMap(({ attachments = [] }) => attachments);
  return (messageId === undefined ? waiting : asked).find((attachment) => attachment.id === id);
}

/** Pastes as the message box does, which has no other line breaks. */
function insertText(draft: ChatDraft, text: string, { start, end }: BoxSelection): void {
  const pasted = text.replaceAll(/\r\n?/gu, '\n');
  draft.update({ text: draft.text.slice(0, start) + pasted + draft.text.slice(end) });
}
