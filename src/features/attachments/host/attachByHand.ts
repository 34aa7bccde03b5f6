// Attaches what the user has chosen to the message box, and asks or says why not where that is needed.
import * as vscode from 'vscode';
import { attachedPages } from '../node/pdfText';
import type { ChatDraft } from '../../../conversation/node/session/chatDraft';
import { type Attachment, isSameSource } from '../../../conversation/common/attachment';
import { dialogDetail, notificationText, plainText } from '../../../platform/host/surfaceText';
import { confirm, showInformation } from '../../../platform/host/window';
import { type AttachResult, isRefusal, type Refusal } from '../node/newAttachment';
import { type FileOptions, fileAttachment } from './sources/fileAttachment';
import { imageAttachment, isImageName } from './sources/imageAttachment';
import { pdfBytesAttachment } from './sources/pdfAttachment';

const maxAttachments = 50;
/** Of all attachments in the message box, in UTF-16 units; images count with the Base64 that is sent. */
const maxTotalLength = 8_000_000;

/** Attaches a result; otherwise says why not. True if it is attached. */
export function attachResult(draft: ChatDraft, result: AttachResult): boolean {
  if (isRefusal(result)) {
    void showInformation(notificationText(result.reason));
    return false;
  }
  const others = draft.attachments.filter((other) => !isSameSource(other, result));
  const total = others.reduce((length, other) => length + sizeOf(other), sizeOf(result));
  const isTooMany = others.length >= maxAttachments;
  if (isTooMany || total > maxTotalLength) {
    const text = isTooMany
      ? vscode.l10n.t(
          "{0} wasn't attached: a question can have up to {1} attachments.",
          result.name,
          maxAttachments,
        )
      : vscode.l10n.t(
          "{0} wasn't attached: the attachments of a question can have up to {1} million characters in total. An image of 3 MB counts as 4 million.",
          result.name,
          maxTotalLength / 1_000_000,
        );
    void showInformation(notificationText(text));
    return false;
  }
  draft.attach(result);
  const pages = result.kind === 'pdf' ? attachedPages(result.text ?? '') : undefined;
  if (pages !== undefined) {
    const text = vscode.l10n.t(
      'Only the first {0} of {1} pages of {2} are attached.',
      pages.attached,
      pages.all,
      result.name,
    );
    void showInformation(notificationText(text));
  }
  return true;
}

/** Attaches a file or image. Asks first if its name suggests secrets, or if it is too large. */
export async function attachFile(
  draft: ChatDraft,
  uri: vscode.Uri,
  options: FileOptions = {},
): Promise<boolean> {
  if (isImageName(uri.path)) {
    return attachResult(draft, await imageAttachment(uri));
  }
  const result = await fileAttachment(uri, options);
  const allowed = isRefusal(result) ? await allow(result) : undefined;
  if (allowed === undefined) {
    return attachResult(draft, result);
  }
  return allowed !== false && attachFile(draft, uri, { ...options, ...allowed });
}

/** @param data the content of a PDF file from outside VS Code, in base64 */
export async function attachPdf(draft: ChatDraft, name: string, data: string): Promise<boolean> {
  return attachResult(draft, await pdfBytesAttachment(Buffer.from(data, 'base64'), name));
}

/** What the user allows; false if nothing, undefined if there is nothing to ask. */
async function allow({
  reason,
  isSecret,
  hasExcerpt,
}: Refusal): Promise<FileOptions | false | undefined> {
  const { l10n } = vscode;
  if (isSecret === true) {
    const button = plainText(l10n.t('Attach'));
    const detail = dialogDetail(l10n.t('The gateway and its operator can read everything in it.'));
    return (await confirm(notificationText(reason), button, detail)) && { isSecretAllowed: true };
  }
  if (hasExcerpt === true) {
    const button = plainText(l10n.t('Attach Beginning'));
    const clicked = await showInformation(notificationText(reason), button);
    return clicked === button && { isExcerpt: true };
  }
  return undefined;
}

function sizeOf({ text = '', image }: Attachment): number {
  return text.length + (image?.data.length ?? 0);
}
