// Makes the attachments of a question about code.
import { posix } from 'node:path';
import * as vscode from 'vscode';
import type { Attachment } from '../../../conversation/common/attachment';
import { isRefusal, type AttachResult, type Refusal } from '../../../workspace/host/attachResult';
import { workspaceFileAccess } from '../../../workspace/host/fileAccess';
import { fileAttachment } from '../../../workspace/host/fileAttachment';
import { filePlace } from '../../../workspace/host/filePlace';
import { problemAttachment } from '../../../workspace/host/problemsAttachment';
import { rangeAttachment } from '../../../workspace/host/rangeAttachment';
import { symbolAttachment } from '../../../workspace/host/symbolAttachment';
import { testFileNames } from '../node/testFileNames';
import { isProblem, type CodeQuestion } from './codeQuestions';

export interface CodeTarget {
  readonly document: vscode.TextDocument;
  /** The selection, the cursor, or the place of the problem; absent for the whole file. */
  readonly range?: vscode.Range;
  /** The question is about the problems in `range`. */
  readonly isProblem?: true;
}

export interface AskedQuestion {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/** The question about a target; a refusal if its code cannot be attached. */
export async function questionAbout(
  { text, problemText = text, context }: CodeQuestion,
  target: CodeTarget,
): Promise<AskedQuestion | Refusal> {
  const code = await codeAttachment(target);
  if (isRefusal(code)) {
    return code;
  }
  const hasProblems = context.includes('problems') || target.isProblem === true;
  const problems = hasProblems ? await problemsOf(target, code) : undefined;
  const tests = context.includes('testFile') ? await testFile(target.document.uri) : undefined;
  const attachments = [code, problems, tests].flatMap((result) =>
    result === undefined || isRefusal(result) ? [] : [result],
  );
  const isAboutProblems = attachments.some(({ kind }) => kind === 'problems');
  return { text: isAboutProblems ? problemText : text, attachments };
}

/** The selection, else the symbol at the cursor, else the file. */
async function codeAttachment({ document, range, isProblem: isOnProblem }: CodeTarget) {
  if (range === undefined) {
    return fileAttachment(document.uri);
  }
  if (isOnProblem !== true && document.getText(range).trim() !== '') {
    return rangeAttachment(document, range);
  }
  const symbol = await symbolAttachment(document, range.start);
  return isRefusal(symbol) ? fileAttachment(document.uri) : symbol;
}

async function problemsOf(
  { document, range, isProblem: isOnProblem }: CodeTarget,
  { source }: Attachment,
): Promise<AttachResult | undefined> {
  const { startLine = 1, endLine = document.lineCount } = source ?? {};
  const lines = new vscode.Range(startLine - 1, 0, endLine - 1, Number.MAX_SAFE_INTEGER);
  const place = (isOnProblem === true ? range : undefined) ?? lines;
  const found = vscode.languages
    .getDiagnostics(document.uri)
    .filter((each) => isProblem(each) && each.range.intersection(place) !== undefined);
  return found.length === 0 ? undefined : problemAttachment(document.uri, found);
}

/**
 * Nothing is read in an untrusted workspace that the user did not choose, and in any other nothing that a link out of the
 * workspace leads to.
 */
async function testFile(uri: vscode.Uri): Promise<AttachResult | undefined> {
  if (!vscode.workspace.isTrusted || uri.scheme === 'untitled') {
    return undefined;
  }
  for (const path of testFileNames(posix.basename(uri.path))) {
    const candidate = vscode.Uri.joinPath(uri, '..', path);
    const isFile = (await workspaceFileAccess.stat(candidate))?.isFile === true;
    if (isFile && (await filePlace(candidate)).isInside) {
      return fileAttachment(candidate);
    }
  }
  return undefined;
}
