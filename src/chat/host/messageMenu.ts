// The commands of a message's context menu that copy. They act in the chat that was used last.
import * as v from 'valibot';
import * as vscode from 'vscode';
import { sentImages, sentText } from '../../conversation/common/attachment';
import { findMessage } from '../../conversation/common/messageTree';
import type { Chat } from './chat';

export const selectionArgument = v.object({ selectedText: v.string() });

/** What the context menu of a message passes. */
export const messageArgument = v.object({ messageId: v.string() });

type MessageArgument = v.InferOutput<typeof messageArgument>;

/** Copies what is selected in the page. */
export async function copySelection(
  menu: v.InferOutput<typeof selectionArgument> | undefined,
): Promise<void> {
  if (menu !== undefined) {
    await vscode.env.clipboard.writeText(menu.selectedText);
  }
}

/** Copies all of a message, an answer as Markdown. */
export async function copyMessage(
  { session }: Chat,
  menu: MessageArgument | undefined,
): Promise<void> {
  const message = menu && findMessage(session.conversation, menu.messageId);
  if (message !== undefined) {
    await vscode.env.clipboard.writeText(message.text);
  }
}

/**
 * Copies a question as a model receives it: what is attached, then its text. Images aren't copied; a line at the top
 * gives their number.
 */
export async function copyQuestionWithContext(
  { session }: Chat,
  menu: MessageArgument | undefined,
): Promise<void> {
  const message = menu && findMessage(session.conversation, menu.messageId);
  if (message?.kind === 'question') {
    const images = sentImages(message).length;
    const text = sentText(message);
    await vscode.env.clipboard.writeText(images === 0 ? text : `${imagesText(images)}\n\n${text}`);
  }
}

function imagesText(count: number): string {
  return count === 1
    ? vscode.l10n.t("(The question also has 1 image, which isn't in this copy.)")
    : vscode.l10n.t("(The question also has {0} images, which aren't in this copy.)", count);
}
