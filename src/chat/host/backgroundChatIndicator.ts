// Shows which chats are being answered in the background: a badge on the view's icon, a line in the
// visible chat, and a notification when an answer ends while no chat is visible.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { answerNotice } from '../../platform/host/text/answerNotice';
import { joinItems } from '../../platform/host/text/joinTexts';
import { showInformation, showPick } from '../../platform/host/window';
import type { BackgroundChats } from '../common/protocol';
import type { WindowState } from '../node/windowState';
import type { Chat } from './chat';
import { chatTitle } from './chatTitle';
import type { ChatWindow } from './chatWindow';

export interface BackgroundChatIndicatorDeps {
  readonly chats: ChatWindow;
  readonly windowState: WindowState;
  readonly reportError: (error: unknown) => void;
}

export class BackgroundChatIndicator implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #badgeChanged = this.#disposables.add(new Emitter<void>());
  readonly #deps: BackgroundChatIndicatorDeps;

  readonly onDidChangeBadge = this.#badgeChanged.event;

  constructor(deps: BackgroundChatIndicatorDeps) {
    this.#deps = deps;
    const { registry } = deps.chats;
    // The line about an answer that has ended belongs to the chat over which it appeared.
    this.#disposables.add(
      deps.chats.followCurrent(() => {
        for (const { id } of registry.unread) {
          registry.dismiss(id);
        }
        return { dispose: () => undefined };
      }),
    );
    this.#disposables.add(registry.onDidChangeBackground(() => this.#update()));
    this.#disposables.add(
      registry.onDidFinishUnread((chat) => void this.#notify(chat).catch(deps.reportError)),
    );
  }

  /** The number of answers that are running in the background; undefined if there is none. */
  get badge(): vscode.ViewBadge | undefined {
    return badgeOf(this.#deps.chats.registry.running.length);
  }

  /** Opens the chat of that ID, or one that the user picks. */
  async open(id: string | undefined): Promise<void> {
    const { chats } = this.#deps;
    const { running, unread } = chats.registry;
    const opened = id ?? (await pickChat([...unread, ...running]))?.id;
    if (opened !== undefined) {
      await chats.open(opened);
    }
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #update(): void {
    const { chats, windowState } = this.#deps;
    const { running, unread } = chats.registry;
    this.#badgeChanged.fire();
    windowState.update({
      type: 'backgroundChats',
      backgroundChats: backgroundChats(running, unread.at(-1)),
    });
  }

  /**
   * A visible chat shows the sentence already. Notifications do not wait for each other: VS Code does not
   * always report that one is closed.
   */
  async #notify(chat: Chat): Promise<void> {
    const { chats } = this.#deps;
    if (chats.isVisible) {
      return;
    }
    const open = vscode.l10n.t('Open');
    if ((await showInformation(endedText(chat), open)) === open) {
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
      ? l10n.t('1 chat is still generating in the background.')
      : l10n.t('{0} chats are still generating in the background.', running);
  return { value: running, tooltip };
}

/** A finished chat comes before the running ones. */
function backgroundChats(
  running: readonly Chat[],
  ended: Chat | undefined,
): BackgroundChats | undefined {
  const { l10n } = vscode;
  const [first] = running;
  const open = l10n.t('Open');
  if (ended !== undefined) {
    return { sentence: endedText(ended), id: ended.id, openLabel: open, isFinished: true };
  }
  if (first === undefined) {
    return undefined;
  }
  const sentence = l10n.t('Still generating: {0}', titlesOf(running));
  return running.length === 1
    ? { sentence, id: first.id, openLabel: open, isFinished: false }
    : { sentence, openLabel: l10n.t('Show'), isFinished: false };
}

function titlesOf(chats: readonly Chat[]): string {
  return joinItems(chats.map(({ session }) => `“${chatTitle(session.conversation)}”`));
}

/** The title is last: a long one is cut in the view, and what happened must stay visible. */
function endedText({ session }: Chat): string {
  const { l10n } = vscode;
  const title = chatTitle(session.conversation);
  const answer = session.conversation.messages.at(-1);
  const sentence = answer?.kind === 'answer' ? answerNotice(answer)?.sentence : undefined;
  return sentence === undefined
    ? l10n.t('Finished: “{0}”', title)
    : l10n.t('Ended: “{0}”. {1}', title, sentence);
}

async function pickChat(chats: readonly Chat[]): Promise<Chat | undefined> {
  const items = chats.map((chat) => ({
    label: chatTitle(chat.session.conversation),
    icon: chat.isBusy ? ('loading~spin' as const) : ('check' as const),
    chat,
  }));
  const picked = await showPick(items, {
    title: vscode.l10n.t('Chats in Progress'),
  });
  return picked?.chat;
}
