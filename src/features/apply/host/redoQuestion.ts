// The question that asks the model to write a refused change again, with the file as it is now.
import * as vscode from 'vscode';
import { fenced } from '../../../base/text/codeFence';
import type { AppliedChange, QuestionContent } from '../../../conversation/common/conversation';
import type { CodeBlockText } from '../../../markdown/common/codeBlocks';
import { isRefusal } from '../../attachments/host/sources/attachResult';
import { linesAttachment } from '../../attachments/host/sources/rangeAttachment';
import { checkTarget } from './targets';

/** A file of at most so many lines is sent completely, else so many around the change. */
const maxLines = 400;

/** The question, or why it can't be asked. */
export async function redoQuestion(
  { file, uri: written, line = 1, reason = '' }: AppliedChange,
  { code, info }: CodeBlockText,
): Promise<QuestionContent | string> {
  const { l10n, workspace, Range } = vscode;
  const uri = vscode.Uri.parse(written, true);
  // What is in the file is sent, and an imported chat may name any file.
  const target = await checkTarget(uri);
  if (typeof target === 'string') {
    return l10n.t("{0} can't be changed: {1}.", file, target);
  }
  const document = await workspace.openTextDocument(uri);
  const middle = line - 1;
  const range = document.validateRange(
    document.lineCount <= maxLines
      ? new Range(0, 0, document.lineCount, 0)
      : new Range(Math.max(0, middle - maxLines / 2), 0, middle + maxLines / 2, 0),
  );
  const attachment = await linesAttachment('selection', document, range);
  if (isRefusal(attachment)) {
    return attachment.reason;
  }
  const text = l10n.t(
    "This change of {0} can't be placed: {1}. Write it again for the file as it is now, which is attached.",
    file,
    reason,
  );
  return {
    text: `${text}\n\n${fenced(code, info)}`,
    attachments: [attachment],
  };
}
