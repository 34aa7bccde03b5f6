// Edit Selection…: asks in the chat for a change of the selected lines, and opens the diff once the answer is there. What
// belongs to a question of the chat (Stop, Retry, the checks before sending, another question about it) is there, too.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../base/disposable';
import type { Chat } from '../../../chat/host/chat';
import { findAnswer } from '../../../conversation/common/conversation';
import type { ConversationEvent } from '../../../conversation/common/conversationEvent';
import { findMessage } from '../../../conversation/common/messageTree';
import { createInputBox, setBoxTexts, showInformation } from '../../../platform/host/window';
import { isRefusal } from '../../../workspace/host/attachResult';
import { linesAttachment } from '../../../workspace/host/rangeAttachment';
import { hasOtherEncoding, readProblemText } from '../../../workspace/host/readText';
import { askInChat, type CodeQuestionDeps } from '../../prompts/host/codeQuestionCommands';
import type { ApplyService } from './applyService';
import { checkTarget } from './targets';

/** How many lines around the selection are sent. */
const contextLines = 200;

/** @param place what the lightbulb passes; undefined for the editor's selection */
export async function editSelection(
  deps: CodeQuestionDeps & { readonly reportError: (error: unknown) => void },
  service: ApplyService,
  place: { readonly uri: vscode.Uri; readonly range: vscode.Range } | undefined,
): Promise<Disposable | undefined> {
  const { l10n, window, workspace } = vscode;
  const editor = window.activeTextEditor ?? deps.lastEditor();
  const document =
    place === undefined ? editor?.document : await workspace.openTextDocument(place.uri);
  const selected = place?.range ?? editor?.selection;
  if (document === undefined || selected === undefined || selected.isEmpty) {
    void showInformation(l10n.t('Select the code to change.'));
    return undefined;
  }
  const target = await checkTarget(document.uri);
  if (typeof target === 'string') {
    const file = workspace.asRelativePath(document.uri);
    void showInformation(l10n.t("{0} can't be changed: {1}.", file, target));
    return undefined;
  }
  if (await hasOtherEncoding(document)) {
    void showInformation(readProblemText('otherEncoding', workspace.asRelativePath(document.uri)));
    return undefined;
  }
  const range = wholeLines(document, selected);
  const instruction = await askInstruction();
  if (instruction === undefined) {
    return undefined;
  }
  const around = document.validateRange(
    new vscode.Range(
      Math.max(0, range.start.line - contextLines),
      0,
      range.end.line + contextLines,
      0,
    ),
  );
  const [selection, context] = await Promise.all([
    linesAttachment('selection', document, range),
    linesAttachment('selection', document, around),
  ]);
  if (isRefusal(selection) || isRefusal(context)) {
    void showInformation(isRefusal(selection) ? selection.reason : l10n.t('Select less.'));
    return undefined;
  }
  const lines = document.getText(range).replaceAll('\r\n', '\n').replace(/\n$/u, '').split('\n');
  const edited = { uri: document.uri, lines };
  const follow = (chat: Chat): Disposable => {
    const open = async ({ type, ...event }: ConversationEvent): Promise<void> => {
      const answerId = 'answerId' in event ? event.answerId : '';
      const answer = findAnswer(chat.session.conversation, answerId);
      const question = answer && findMessage(chat.session.conversation, answer.questionId);
      const isMine =
        question?.kind === 'question' &&
        question.attachments?.some(({ id }) => id === selection.id) === true;
      if (type === 'ended' && isMine && answer?.state === 'complete') {
        await service.applyAll(chat, answerId, edited);
      }
    };
    return chat.session.onDidChange((event) => void open(event).catch(deps.reportError));
  };
  const text = l10n.t(
    '{0} Change only the selected lines, {1}.',
    sentence(instruction),
    selection.name,
  );
  const following = new DisposableStore();
  await askInChat(deps, { text, attachments: [context, selection] }, (chat) =>
    following.add(follow(chat)),
  );
  return following;
}

/** The lines that the selection touches: the model writes whole lines. */
function wholeLines(document: vscode.TextDocument, { start, end }: vscode.Range): vscode.Range {
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return document.validateRange(new vscode.Range(start.line, 0, last + 1, 0));
}

function sentence(text: string): string {
  return /[.!?。！？]$/u.test(text) ? text : `${text}.`;
}

/** Returns undefined if the user leaves the box. */
function askInstruction(): Promise<string | undefined> {
  const box = createInputBox();
  setBoxTexts(box, {
    title: vscode.l10n.t('Edit Selection'),
    placeholder: vscode.l10n.t('What should change?'),
  });
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const listening = new DisposableStore(
    box.onDidAccept(() => {
      const text = box.value.trim();
      if (text !== '') {
        resolve(text);
        box.hide();
      }
    }),
    box.onDidHide(() => resolve(undefined)),
  );
  box.show();
  return promise.finally(() => {
    listening.dispose();
    box.dispose();
  });
}
