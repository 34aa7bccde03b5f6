// Answers that go on in chats that are not shown are counted on the view's icon, and one sentence tells when one ends.
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { BackgroundChats } from '../../shared/protocol/protocol';
import { chatTitle } from './chatTitle';
import { answerNotice } from '../chatView/answerNotice';
import type { WindowState } from '../chatView/windowState';
import type { Chat } from './chat';
import type { ChatWindow } from './chatWindow';
import { escapeCodicons, plainSentence } from '../platform/escapeCodicons';

export interface BackgroundChatsParts {
  readonly chats: ChatWindow;
  readonly facts: WindowState;
  readonly setBadge: (badge: vscode.ViewBadge | undefined) => void;
  readonly sayUnexpected: (error: unknown) => void;
}

export class BackgroundChatIndicator implements Disposable {
  readonly #own = new DisposableStore();
  readonly #parts: BackgroundChatsParts;

  constructor(parts: BackgroundChatsParts) {
    this.#parts = parts;
    this.#own.add(parts.chats.onDidChangeHidden(() => this.#show()));
    this.#own.add(
      parts.chats.onDidEndUnseen((chat) => void this.#say(chat).catch(parts.sayUnexpected)),
    );
  }

  /** Opens the chat of that ID, else one that the reader picks. */
  async open(id: string | undefined): Promise<void> {
    const { chats } = this.#parts;
    const picked = id ?? (await pick([...chats.unseen, ...chats.running]))?.id;
    if (picked !== undefined) {
      await chats.open(picked);
    }
  }

  putAside(id: string): void {
    this.#parts.chats.putAside(id);
  }

  dispose(): void {
    this.#own.dispose();
  }

  #show(): void {
    const { chats, facts, setBadge } = this.#parts;
    const { running, unseen } = chats;
    setBadge(badgeOf(running.length));
    facts.setOthers(othersOf(running, unseen.at(-1)));
  }

  /**
   * Where a chat is in view, the sentence stands there and this would say it twice. VS Code may never say
   * that a notification has gone, so none waits for the one before.
   */
  async #say(chat: Chat): Promise<void> {
    const { chats } = this.#parts;
    if (chats.isVisible) {
      return;
    }
    const open = vscode.l10n.t('Open');
    const answer = await vscode.window.showInformationMessage(plainSentence(endedText(chat)), open);
    if (answer === open) {
      await chats.open(chat.id);
    }
  }
}

function badgeOf(running: number): vscode.ViewBadge | undefined {
  const { l10n } = vscode;
  if (running === 0) {
    return undefined;
  }
  const tooltip =
    running === 1
      ? l10n.t('An answer is running in a chat that is not shown.')
      : l10n.t('{0} answers are running in chats that are not shown.', running);
  return { value: running, tooltip };
}

/** What has ended is told before what runs. */
function othersOf(running: readonly Chat[], ended: Chat | undefined): BackgroundChats | undefined {
  const { l10n } = vscode;
  const [first] = running;
  const open = l10n.t('Open');
  if (ended !== undefined) {
    return { sentence: endedText(ended), id: ended.id, open, ended: true };
  }
  if (first === undefined) {
    return undefined;
  }
  return running.length === 1
    ? { sentence: runningText(first), id: first.id, open, ended: false }
    : {
        sentence: l10n.t('{0} other chats are still being answered.', running.length),
        open: l10n.t('Show'),
        ended: false,
      };
}

function runningText({ session }: Chat): string {
  return vscode.l10n.t('“{0}” is still being answered.', chatTitle(session.conversation));
}

/** How the last answer came to its end, with the chat's title. */
function endedText({ session }: Chat): string {
  const { l10n } = vscode;
  const title = chatTitle(session.conversation);
  const answer = session.conversation.messages.at(-1);
  const sentence = answer?.kind === 'answer' ? answerNotice(answer)?.sentence : undefined;
  return sentence === undefined
    ? l10n.t('The answer in “{0}” is complete.', title)
    : l10n.t('The answer in “{0}” has ended. {1}', title, sentence);
}

async function pick(chats: readonly Chat[]): Promise<Chat | undefined> {
  const items = chats.map((chat) => ({
    label: `$(${chat.isBusy ? 'loading~spin' : 'check'}) ${escapeCodicons(chatTitle(chat.session.conversation))}`,
    chat,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Chats that are being answered'),
  });
  return picked?.chat;
}
