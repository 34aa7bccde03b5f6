// The commands that ask about code: they attach the code, put the question into the chat that was used last, and ask it.
// What the user has typed or attached there stays: then, or while an answer runs, the question goes to the queue.
import * as vscode from 'vscode';
import type { Chat } from '../../../chat/host/chat';
import type { ChatWindow } from '../../../chat/host/chatWindow';
import {
  missingSetupSteps,
  type ConnectionState,
} from '../../../conversation/common/connectionState';
import type { ChatDraft } from '../../../conversation/node/session/chatDraft';
import type { ChatSession } from '../../../conversation/node/session/chatSession';
import { showInformation } from '../../../platform/host/window';
import { isRefusal } from '../../../workspace/host/attachResult';
import { questionAbout, type AskedQuestion, type CodeTarget } from './codeContext';
import { codeQuestion, type CodeQuestionId } from './codeQuestions';

export interface CodeQuestionDeps {
  readonly chats: ChatWindow;
  readonly connectionState: () => Promise<ConnectionState>;
  /** The editor that the user was in before the chat. */
  readonly lastEditor: () => vscode.TextEditor | undefined;
}

/** The code that a question is about. */
export interface AskedPlace {
  readonly uri: vscode.Uri;
  /** Absent: the whole file. */
  readonly range?: vscode.Range;
  readonly isProblem?: boolean;
}

/** @param place undefined for the editor's selection or cursor */
export async function askAboutCode(
  deps: CodeQuestionDeps,
  id: CodeQuestionId,
  place: AskedPlace | undefined,
): Promise<void> {
  const target = place === undefined ? editorTarget(deps.lastEditor()) : await placeTarget(place);
  const question = codeQuestion(id);
  if (target === undefined || question === undefined) {
    void showInformation(vscode.l10n.t('No editor is open.'));
    return;
  }
  const asked = await questionAbout(question, target);
  if (isRefusal(asked)) {
    void showInformation(asked.reason);
    return;
  }
  const { text, attachments } = asked;
  const name = attachments[0]?.name.replace(/^.*\//u, '') ?? '';
  await askInChat(deps, asked, ({ session }) =>
    nameOnceAsked(session, text, question.chatTitle(name)),
  );
}

/** Names a chat that begins with the question: its text is the same for all code. */
function nameOnceAsked(session: ChatSession, text: string, title: string): void {
  const { messages, title: current } = session.conversation;
  if (messages.length > 0 || current !== undefined) {
    return;
  }
  const subscription = session.onDidChange((event) => {
    if (event.type === 'asked') {
      subscription.dispose();
      // The user may have asked something else instead.
      if (event.question.text === text) {
        session.add({ type: 'renamed', title });
      }
    }
  });
}

function editorTarget(editor: vscode.TextEditor | undefined): CodeTarget | undefined {
  return editor && { document: editor.document, range: editor.selection };
}

async function placeTarget({ uri, range, isProblem }: AskedPlace): Promise<CodeTarget> {
  const document = await vscode.workspace.openTextDocument(uri);
  return { document, ...(range && { range }), ...(isProblem === true ? { isProblem } : {}) };
}

/**
 * Asks a question in the chat that was used last. Puts only a question that waits for a setup step into the message box: a
 * page may still save older text of that.
 *
 * @param willAsk called with the chat before it is asked there
 */
export async function askInChat(
  { chats, connectionState }: CodeQuestionDeps,
  question: AskedQuestion,
  willAsk?: (chat: Chat) => void,
): Promise<void> {
  await chats.restored();
  await chats.focus();
  const chat = chats.current;
  const { session, draft, queue, pipeline, presenter } = chat;
  willAsk?.(chat);
  const missing = missingSetupSteps(await connectionState(), session.conversation.model);
  if (chat.isBusy) {
    queue.add(question);
  } else if (!isUntouched(draft)) {
    queue.askNow(question);
  } else {
    const { text } = question;
    const attachments = [...draft.attachments, ...question.attachments];
    if (missing.length > 0) {
      draft.update({ text, attachments });
      presenter.sendDraft();
      await pipeline.ask(text);
    } else {
      queue.askNow({ text, attachments });
      draft.update({ attachments: [] });
    }
  }
}

/** Whether the message box has nothing but the instructions of the workspace, which every first question has. */
function isUntouched({ text, attachments }: ChatDraft): boolean {
  return text.trim() === '' && attachments.every(({ kind }) => kind === 'instructions');
}
