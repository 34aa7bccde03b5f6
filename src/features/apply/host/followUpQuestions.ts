// What Apply asks the model: to write a refused change again, or to fix the errors that a change has led to.
import * as vscode from 'vscode';
import { fenced } from '../../../base/text/codeFence';
import type { Chat } from '../../../chat/host/chat';
import type { Attachment } from '../../../conversation/common/attachment';
import type {
  AppliedChange,
  Conversation,
  QuestionContent,
} from '../../../conversation/common/conversation';
import { prependText } from '../../../conversation/common/draft';
import type { CodeBlockText } from '../../../markdown/common/codeBlocks';
import { showInformation } from '../../../platform/host/window';
import { isRefusal } from '../../../workspace/host/attachResult';
import { fileAttachment } from '../../../workspace/host/fileAttachment';
import { filePlace } from '../../../workspace/host/filePlace';
import { ripgrepFiles } from '../../../workspace/host/listFiles';
import { problemText } from '../../../workspace/host/problemsAttachment';
import { linesAttachment } from '../../../workspace/host/rangeAttachment';
import { hasOtherEncoding, readProblemText } from '../../../workspace/host/readText';
import { attachResult } from '../../attachments/host/attach';
import type { ErrorsOfFile } from '../node/errorWatch';
import type { LanguageError } from './reportedErrors';
import { checkTarget } from './targets';

/** A file of at most so many lines is sent completely, else so many around the change. */
const maxLines = 400;

/** A renamed type can break each of its uses; a model needs no more of them to fix them all. */
const maxErrors = 50;

interface FollowUp extends QuestionContent {
  /** The user has attached the whole file, so that the question adds nothing new. */
  readonly isAttached: boolean;
}

/**
 * Where that sends what the user has not attached, the question waits in the message box.
 *
 * @param model '' for the chat's
 */
export async function askAgain(
  chat: Chat,
  change: AppliedChange,
  code: CodeBlockText,
  model: string,
): Promise<void> {
  const question = await redoQuestion(change, code, chat.session.conversation);
  if (typeof question === 'string') {
    void showInformation(question);
    return;
  }
  if (model !== '') {
    chat.session.chooseModel(model);
  }
  const { text, attachments = [], isAttached } = question;
  if (isAttached) {
    chat.queue.askNow({ text, attachments });
  } else {
    prepareQuestion(chat, text, attachments);
  }
  if (question.attachments === undefined) {
    const why = vscode.l10n.t(
      "{0} isn't attached, because its name suggests secrets or it is ignored. Attach it yourself if the model may see it.",
      change.file,
    );
    void showInformation(why);
  }
}

/** Nothing is said of files whose name suggests secrets or that are ignored. */
export async function askToFix(
  chat: Chat,
  files: readonly ErrorsOfFile<LanguageError>[],
): Promise<void> {
  const { l10n } = vscode;
  const lines: string[] = [];
  const attachments = [];
  for (const { uri: key, errors } of files) {
    const uri = vscode.Uri.parse(key, true);
    const { name, isInside, isSecret } = await filePlace(uri);
    if (!isInside || isSecret || (await isIgnored(uri))) {
      continue;
    }
    lines.push(...errors.map(({ diagnostic }) => `${name}:${problemText(diagnostic)}`));
    const attachment = await fileAttachment(uri);
    if (!isRefusal(attachment)) {
      attachments.push(attachment);
    }
  }
  if (lines.length === 0) {
    void showInformation(
      l10n.t(
        'The files with these errors may hold secrets or are ignored. Attach them yourself if the model may see them.',
      ),
    );
    return;
  }
  const block = fenced(lines.slice(0, maxErrors).join('\n'), '');
  prepareQuestion(chat, `${l10n.t('Fix these errors:')}\n\n${block}`, attachments);
}

/** Puts a question into the message box. */
function prepareQuestion(
  { draft, presenter }: Pick<Chat, 'draft' | 'presenter'>,
  text: string,
  attachments: readonly Attachment[],
): void {
  // A second click adds nothing.
  if (!draft.text.includes(text)) {
    draft.update({ text: prependText(text, draft.text) });
    presenter.sendDraft();
  }
  for (const attachment of attachments) {
    attachResult(draft, attachment);
  }
}

/**
 * The question, or why it can't be asked. It lacks the file if its name suggests secrets or it is ignored: a model named it,
 * so only the user attaches it.
 */
async function redoQuestion(
  { file, uri: written, line = 1, reason = '' }: AppliedChange,
  { code, info }: CodeBlockText,
  { messages }: Conversation,
): Promise<FollowUp | string> {
  const { l10n, workspace, Range } = vscode;
  const uri = vscode.Uri.parse(written, true);
  // What is in the file is sent, and an imported chat may name any file.
  const target = await checkTarget(uri);
  if (typeof target === 'string') {
    return l10n.t("{0} can't be changed: {1}.", file, target);
  }
  const document = await workspace.openTextDocument(uri);
  if (await hasOtherEncoding(document)) {
    return readProblemText('otherEncoding', file);
  }
  const block = fenced(code, info);
  if ((await filePlace(uri)).isSecret || (await isIgnored(uri))) {
    const text = l10n.t(
      "This change of {0} can't be placed: {1}. Write it again for the file as it is now.",
      file,
      reason,
    );
    return { text: `${text}\n\n${block}`, isAttached: false };
  }
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
  const isAttached = isFileAttached(messages, uri);
  return { text: `${text}\n\n${block}`, attachments: [attachment], isAttached };
}

/** Whether a question has the whole file. */
function isFileAttached(messages: Conversation['messages'], uri: vscode.Uri): boolean {
  return messages.some(
    (message) =>
      message.kind === 'question' &&
      message.attachments?.some(
        ({ kind, source }) => kind === 'file' && source?.uri === uri.toString(),
      ) === true,
  );
}

/** Whether the list of files that a model may read lacks a file, as where nothing can apply the ignore rules. */
async function isIgnored(uri: vscode.Uri): Promise<boolean> {
  if (uri.scheme === 'untitled') {
    return false;
  }
  // A cell has the path of its notebook.
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(uri.path));
  if (folder === undefined) {
    return true;
  }
  const paths = await ripgrepFiles(folder.uri, ['--no-follow'], neverAborted);
  const isListed = (path: string): boolean =>
    vscode.Uri.joinPath(folder.uri, path).path === uri.path;
  return paths?.some(isListed) !== true;
}

const neverAborted = new AbortController().signal;
