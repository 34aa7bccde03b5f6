// Reads the sources of attachments again, as `kindTraits` says: files, or the same lines in a document, where they may have
// moved. Everything else is sent as it was attached, because problems, output and changes are of that moment.
import * as vscode from 'vscode';
import { assertNever } from '../../../base/assertNever';
import type { Attachment, AttachmentSource } from '../../../conversation/common/attachment';
import { kindTraits } from '../../../conversation/common/attachmentKinds';
import { estimateTokens } from '../../../gateway/common/tokenEstimate';
import { isRefusal } from '../../../workspace/host/attachResult';
import { filePlace } from '../../../workspace/host/filePlace';
import { openDocument, readText } from '../../../workspace/host/readText';
import { blockContent, nameOfLines } from '../../../workspace/node/labeledBlock';
import { isSecretFileName } from '../../../workspace/node/secretFileNames';
import { findLines, withLines, withNote, withoutNote } from '../node/movedLines';
import type { AttachmentRefresher } from '../node/refreshAttachments';
import { fileOrPdfAttachment } from './sources/pdfAttachment';

export const attachmentRefresher: AttachmentRefresher = { readAgain, asAttached };

async function readAgain(attachment: Attachment): Promise<Attachment> {
  const { kind, source, text } = attachment;
  if (source === undefined || text === undefined) {
    return attachment;
  }
  const { refresh } = kindTraits[kind];
  switch (refresh) {
    case 'file':
      return readFile(attachment, source, text);
    case 'lines':
      return findAgain(attachment, source, text);
    case 'never':
      return attachment;
    default:
      return assertNever(refresh);
  }
}

async function readFile(
  attachment: Attachment,
  source: AttachmentSource,
  text: string,
): Promise<Attachment> {
  const options = {
    isExcerpt: attachment.isExcerpt === true,
    encoding: source.encoding,
    // The user has seen the name of the attachment. A link that leads to another name since then was not agreed to.
    isSecretAllowed: [plainName(attachment), source.uri].some(isSecretFileName),
  };
  const read = await fileOrPdfAttachment(vscode.Uri.parse(source.uri, true), options);
  // Another name: what was a file in the workspace is a link that leads elsewhere.
  if (isRefusal(read) || read.name !== plainName(attachment)) {
    return asAttached(attachment);
  }
  if (read.text === text) {
    return attachment;
  }
  const isSame = read.text !== undefined && blockContent(read.text) === blockContent(text);
  return {
    ...read,
    id: attachment.id,
    kind: attachment.kind,
    ...(isSame ? {} : { isUpdated: true }),
  };
}

async function findAgain(
  attachment: Attachment,
  source: AttachmentSource,
  text: string,
): Promise<Attachment> {
  const { startLine = 1, endLine = startLine } = source;
  const uri = vscode.Uri.parse(source.uri, true);
  const [place, read] = await Promise.all([
    filePlace(uri),
    readText(uri, { encoding: openDocument(uri)?.encoding }),
  ]);
  const isSamePlace = plainName(attachment) === nameOfLines(place.name, startLine, endLine);
  const found =
    typeof read === 'string' || !isSamePlace
      ? undefined
      : findLines(text, read.text, { startLine, endLine });
  if (found === undefined) {
    return asAttached(attachment);
  }
  const current = withLines(withoutNote(text), found);
  return current === text
    ? attachment
    : {
        ...attachment,
        name: nameOfLines(place.name, found.startLine, found.endLine),
        text: current,
        tokens: Math.ceil(estimateTokens(current)),
        source: { uri: source.uri, ...found },
        ...(found.startLine === startLine ? {} : { isUpdated: true }),
      };
}

function asAttached(attachment: Attachment): Attachment {
  const { text } = attachment;
  const name = noted(plainName(attachment));
  if (text === undefined || name === attachment.name) {
    return attachment;
  }
  const noteText = withNote(text);
  return { ...attachment, name, text: noteText, tokens: Math.ceil(estimateTokens(noteText)) };
}

function noted(name: string): string {
  return vscode.l10n.t('{0} (as attached)', name);
}

function plainName({ name }: Attachment): string {
  const ending = noted('');
  return name.endsWith(ending) ? name.slice(0, -ending.length) : name;
}
