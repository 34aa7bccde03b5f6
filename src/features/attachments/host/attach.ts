// Attaches what the user has chosen to the message box of a chat: with the Attach button, after `@`, in a menu, by paste or
// drop. Asks, or says why not, where that is needed.
import * as vscode from 'vscode';
import { isSameSource, type Attachment } from '../../../conversation/common/attachment';
import type { ChatDraft } from '../../../conversation/node/session/chatDraft';
import { confirm, showInformation, showPick } from '../../../platform/host/window';
import {
  isRefusal,
  refuse,
  textAttachment,
  type AttachResult,
  type Refusal,
} from '../../../workspace/host/attachResult';
import type { FileOptions } from '../../../workspace/host/fileAttachment';
import { labeledBlock } from '../../../workspace/node/labeledBlock';
import type { FittingEncoding } from '../../../workspace/node/textEncodings';
import { attachedPages } from '../node/pdfText';
import type { AttachmentRow, AttachTarget } from './sources/attachmentRow';
import { changesRows } from './sources/changesAttachment';
import { filesRow } from './sources/filesRow';
import { attachFolder, folderRow } from './sources/folderAttachment';
import { imageAttachment, isImageName } from './sources/imageAttachment';
import { notebookCellRow } from './sources/notebookCellAttachment';
import { openEditorsRow } from './sources/openEditors';
import { fileOrPdfAttachment, pdfBytesAttachment } from './sources/pdfAttachment';
import { problemsRows } from './sources/problemsRows';
import { selectionRow } from './sources/selectionRow';
import { symbolRows } from './sources/symbolRows';
import { terminalRows } from './sources/terminalAttachment';

const maxAttachments = 50;
/** All attachments in the message box together; images count with the Base64 that is sent. */
const maxTotalLength = 8_000_000;

/** The rows of all sources, in the order of the Attach button's list. */
export function attachmentRows(): readonly AttachmentRow[] {
  return [
    filesRow(),
    folderRow(),
    selectionRow(),
    openEditorsRow(),
    ...symbolRows(),
    ...problemsRows(),
    ...terminalRows(),
    ...changesRows(),
    notebookCellRow(),
  ];
}

/** Shows the list of the Attach button. */
export async function pickAttachment(target: AttachTarget): Promise<void> {
  const rows = attachmentRows().map((row) => ({
    label: row.label,
    iconPath: new vscode.ThemeIcon(row.icon),
    row,
  }));
  const title = vscode.l10n.t('Attach to the Question');
  const placeHolder = vscode.l10n.t('Select what to attach');
  await (await showPick(rows, { title, placeHolder }))?.row.attachTo(target);
}

export function attachTarget(
  draft: ChatDraft,
  editor: vscode.TextEditor | undefined,
): AttachTarget {
  return {
    editor,
    add: (result) => attachResult(draft, result),
    addFile: (uri) => attachFile(draft, uri),
  };
}

/** Attaches a result; otherwise says why not. True if it is attached. */
export function attachResult(draft: ChatDraft, result: AttachResult): boolean {
  if (isRefusal(result)) {
    void showInformation(result.reason);
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
    void showInformation(text);
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
    void showInformation(text);
  }
  return true;
}

/** Attaches a file or image. Asks first if its name suggests secrets, it is too large, or its encoding is unknown. */
async function attachFile(
  draft: ChatDraft,
  uri: vscode.Uri,
  options: FileOptions = {},
): Promise<boolean> {
  if (isImageName(uri.path)) {
    return attachResult(draft, await imageAttachment(uri));
  }
  const result = await fileOrPdfAttachment(uri, options);
  const allowed = isRefusal(result) ? await allow(result) : undefined;
  if (allowed === undefined) {
    return attachResult(draft, result);
  }
  return allowed !== false && attachFile(draft, uri, { ...options, ...allowed });
}

/** Attaches files and folders that the user has dropped, or chosen in a menu. Resolves to whether one of them is attached. */
export async function attachChosen(
  target: AttachTarget,
  uris: readonly string[],
): Promise<boolean> {
  let isAttached = false;
  for (const text of uris) {
    const uri = parseUri(text);
    if (uri === undefined) {
      target.add(refuse(vscode.l10n.t("{0} can't be attached.", text.slice(0, 200))));
    } else if (await isFolder(uri)) {
      isAttached = (await attachFolder(target, uri)) || isAttached;
    } else {
      isAttached = (await target.addFile(uri)) || isAttached;
    }
  }
  return isAttached;
}

/** Undefined if VS Code knows no file system for it. Nothing is fetched from the web. */
function parseUri(text: string): vscode.Uri | undefined {
  try {
    const uri = ownUri(vscode.Uri.parse(text, true));
    const isKnown = isKnownFileSystem(uri);
    return (isKnown && !/^https?$/iu.test(uri.scheme)) || uri.scheme === 'untitled'
      ? uri
      : undefined;
  } catch {
    return undefined;
  }
}

async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.Directory) !== 0;
  } catch {
    return false;
  }
}

/**
 * The page of a remote window gets the files of the remote machine with VS Code's name for that machine. For the extension
 * host there, they are its own files.
 */
function ownUri(uri: vscode.Uri): vscode.Uri {
  return uri.scheme === 'vscode-remote' && !isKnownFileSystem(uri)
    ? vscode.Uri.from({ scheme: 'file', path: uri.path })
    : uri;
}

function isKnownFileSystem({ scheme }: vscode.Uri): boolean {
  return vscode.workspace.fs.isWritableFileSystem(scheme) !== undefined;
}

/** @param data the content of a PDF file from outside VS Code, in base64 */
export async function attachPdf(draft: ChatDraft, name: string, data: string): Promise<boolean> {
  return attachResult(draft, await pdfBytesAttachment(Buffer.from(data, 'base64'), name));
}

/** Attaches a long text that was pasted into the message box. False if there is no room for it. */
export function attachText(draft: ChatDraft, content: string): boolean {
  const count = content.trimEnd().split(/\r\n?|\n/u).length;
  const details = [{ label: 'lines:', value: String(count) }];
  return attachResult(
    draft,
    textAttachment({
      kind: 'pastedText',
      name:
        count === 1
          ? vscode.l10n.t('Pasted text, 1 line')
          : vscode.l10n.t('Pasted text, {0} lines', count),
      text: labeledBlock({ title: 'Pasted text', details, content }),
    }),
  );
}

/** What the user allows; false if nothing, undefined if there is nothing to ask. */
async function allow({
  reason,
  isSecret,
  hasExcerpt,
  encodings,
}: Refusal): Promise<FileOptions | false | undefined> {
  const { l10n } = vscode;
  if (isSecret === true) {
    const button = l10n.t('Attach');
    const detail = l10n.t('The gateway and its operator can read everything in it.');
    return (await confirm(reason, button, detail)) && { isSecretAllowed: true };
  }
  if (hasExcerpt === true) {
    return (await confirm(reason, l10n.t('Attach Beginning'))) && { isExcerpt: true };
  }
  return encodings === undefined ? undefined : pickEncoding(reason, encodings);
}

/** The user knows the right one by how the text reads in it. */
async function pickEncoding(
  reason: string,
  encodings: readonly FittingEncoding[],
): Promise<FileOptions | false> {
  const { l10n } = vscode;
  const rows = [
    ...encodings.map(({ id, name, sample }) => ({ label: name, detail: sample, encoding: id })),
    {
      label: 'UTF-8',
      detail: l10n.t("What can't be read is sent as �."),
      encoding: 'utf8',
    },
  ];
  const options = { title: reason, placeHolder: l10n.t('Select the encoding that shows the text') };
  const picked = await showPick(rows, options);
  return picked !== undefined && { encoding: picked.encoding };
}

function sizeOf({ text = '', image }: Attachment): number {
  return text.length + (image?.data.length ?? 0);
}
