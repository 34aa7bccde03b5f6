// Decides which chat each host of this window (side bar, editor tabs) shows, and knows the active one. How long a chat is
// kept is up to `ChatRegistry`.
import { DisposableStore, DisposableValue, type Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { once } from '../../base/once';
import { findAnswer, isRunning, type Conversation } from '../../conversation/common/conversation';
import { prependText } from '../../conversation/common/draft';
import { forkedAt } from '../../conversation/node/session/fork';
import type { RevealTarget } from '../common/protocol';
import type { Chat } from './chat';
import type { ChatHost } from './chatHost';
import { ChatRegistry, hasDraft, isBlank, type ChatRegistryDeps } from './chatRegistry';
import { FocusReturn } from './focusReturn';
import type { LastOpenChat } from './lastOpenChat';

export interface ChatWindowDeps extends Omit<ChatRegistryDeps, 'isShown'> {
  readonly titleOfFork: (conversation: Conversation) => Promise<string>;
  readonly lastOpenChat: LastOpenChat;
}

export class ChatWindow implements Disposable {
  readonly registry: ChatRegistry;
  readonly #deps: ChatWindowDeps;
  readonly #hosts = new Set<ChatHost>();
  /** Runs pickers and input boxes. */
  readonly returnFocus = new FocusReturn(this.#hosts);
  readonly #currentChanged = new Emitter<Chat>();
  #current: Chat;
  #activeHost: ChatHost | undefined;

  /** Resolves when the side bar shows the chat that it showed before the reload. Never rejects. */
  readonly restored = once(() => this.#restoreLastOpen().catch(this.#deps.reportError));

  constructor(deps: ChatWindowDeps) {
    this.#deps = deps;
    this.registry = new ChatRegistry({
      ...deps,
      isShown: (chat) => this.#hostsOf(chat).length > 0,
    });
    this.#current = this.registry.getOrCreate();
  }

  get isVisible(): boolean {
    return [...this.#hosts].some(({ visible }) => visible);
  }

  /** Whether any host is about to take the focus, and to become the active one by that. */
  get isFocusPending(): boolean {
    return [...this.#hosts].some(({ isFocusPending }) => isFocusPending);
  }

  /** The chat that was used last: commands act on it. */
  get current(): Chat {
    return this.#current;
  }

  add(host: ChatHost): void {
    this.#hosts.add(host);
    this.#activeHost ??= host;
  }

  /** Call this when a host is closed. Its chat continues only while it is shown elsewhere or being answered. */
  remove(host: ChatHost): void {
    this.#hosts.delete(host);
    const next = [...this.#hosts].at(-1);
    if (this.#activeHost === host && next !== undefined) {
      this.setActive(next);
    }
    this.registry.releaseIfIdle(host.chat);
  }

  /** Call this whenever the user does something in a host. Ignores a host that is already closed. */
  setActive(host: ChatHost): void {
    if (!this.#hosts.has(host)) {
      return;
    }
    if (this.#activeHost !== host) {
      this.#activeHost?.cancelFocus();
      this.#activeHost = host;
    }
    if (host.chat !== this.#current) {
      this.#current = host.chat;
      this.#currentChanged.fire(this.#current);
    }
  }

  /** Shows a chat in a host, in place of the one there. */
  show(chat: Chat, host: ChatHost): void {
    const before = host.chat;
    if (before !== chat) {
      host.show(chat);
      this.registry.markSeen(chat);
      this.registry.releaseIfIdle(before);
    }
    if (host === this.#activeHost) {
      this.setActive(host);
    }
  }

  /**
   * Shows a new chat and moves the draft there. A chat without messages counts as new, unless another one
   * with a draft can take its place; a question that a check holds stays in the message box. A running answer continues
   * in the background, and so does its queue.
   */
  async newChat(): Promise<void> {
    const hasDraftOnlyChats = this.#deps.draftOnlyChats.ids.length > 0;
    if (!isBlank(this.#current) || (hasDraftOnlyChats && !hasDraft(this.#current))) {
      const blank = await this.registry.getBlank();
      const { draft, presenter } = this.#current;
      // A second call of New Chat may have moved the draft already.
      if (draft !== blank.draft && !draft.isBoxEmpty) {
        blank.draft.update({
          text: prependText(draft.text, blank.draft.text),
          attachments: [...draft.attachments, ...blank.draft.attachments],
        });
        draft.update({ text: '', attachments: [] });
      }
      this.#showInActiveHost(blank);
      presenter.sendDraft();
    } else {
      this.#current.pipeline.cancel();
      this.#current.session.chooseModel(this.#deps.newConversation().model);
    }
    await this.focus();
  }

  /** Opens the box for editing a question of the current chat. */
  editQuestion(messageId: string): void {
    this.#activeHost?.editQuestion(messageId);
  }

  /** Continues from an answer of the current chat in a new one, once that answer has ended. */
  async fork(answerId: string): Promise<void> {
    const { conversation } = this.#current.session;
    const answer = findAnswer(conversation, answerId);
    if (answer === undefined || isRunning(answer.state)) {
      return;
    }
    const { store, newConversation, titleOfFork } = this.#deps;
    const title = await titleOfFork(conversation);
    const forked = forkedAt(conversation, answer, { ...newConversation(), title });
    store.create(forked);
    this.#showInActiveHost(this.registry.getOrCreate(forked));
    await this.focus();
  }

  /** Opens a chat in the host that shows it, or in the active one. False when there is no chat of that ID. */
  async open(id: string, target?: RevealTarget): Promise<boolean> {
    const chat = await this.registry.find(id);
    if (chat === undefined) {
      return false;
    }
    const hosts = this.#hostsOf(chat);
    const shown = hosts.find(({ visible }) => visible) ?? hosts[0];
    if (shown === undefined) {
      this.#showInActiveHost(chat);
    } else {
      this.setActive(shown);
    }
    const host = this.#activeHost;
    await host?.focus();
    // The user may have switched to another chat meanwhile.
    if (target !== undefined && host?.chat === chat) {
      host.reveal(target);
    }
    return true;
  }

  /** Stops and closes a chat. Its tabs close unless `keepTabs`; other hosts show a new chat. Returns its hosts. */
  close(id: string, keepTabs = false): readonly ChatHost[] {
    const chat = this.registry.remove(id);
    const hosts = chat === undefined ? [] : this.#hostsOf(chat);
    for (const host of hosts) {
      if (host.close === undefined || keepTabs) {
        this.show(this.registry.getOrCreate(), host);
      } else {
        host.close();
      }
    }
    chat?.dispose();
    return hosts;
  }

  /** Shows a closed chat in its hosts again, except in those where another chat was started. */
  async restore(id: string, hosts: readonly ChatHost[]): Promise<void> {
    const chat = await this.registry.find(id);
    for (const host of hosts) {
      if (chat !== undefined && this.#hosts.has(host) && isBlank(host.chat)) {
        this.show(chat, host);
      }
    }
    await this.open(id);
  }

  /**
   * Closes a chat that another window deleted. What the user typed there moves to the chat that replaces
   * it: the queue to the queue, edits and draft to the message box.
   */
  closeDeleted(id: string): void {
    const chat = this.registry.get(id);
    if (chat === undefined) {
      return;
    }
    const { text, attachments, queue, edits = {} } = chat.draft;
    const texts = [...Object.values(edits), text].filter((entry) => entry.trim() !== '');
    const hasDrafts = texts.length + attachments.length + queue.length > 0;
    const [host] = this.close(id, hasDrafts);
    if (hasDrafts) {
      const replacement = host?.chat ?? this.registry.getOrCreate();
      for (const question of queue) {
        replacement.queue.add(question);
      }
      replacement.draft.update({ text: texts.join('\n\n'), attachments });
      replacement.presenter.sendDraft();
      this.registry.releaseIfIdle(replacement);
    }
    // Cleared last: if the window closes before that, the text is stored twice rather than lost.
    chat.draft.clear();
  }

  async focus(): Promise<void> {
    await this.#activeHost?.focus();
  }

  /** Focuses the host that was used last, but opens nothing. */
  async focusIfVisible(): Promise<void> {
    if (this.#activeHost?.visible === true) {
      await this.focus();
    }
  }

  /** Calls `start` for the current chat, now and at each change; what it returns is disposed at the next. */
  followCurrent(start: (chat: Chat) => Disposable | undefined): Disposable {
    const started = new DisposableValue();
    started.value = start(this.#current);
    return new DisposableStore(
      started,
      this.#currentChanged.event((chat) => {
        started.value = undefined;
        started.value = start(chat);
      }),
    );
  }

  dispose(): void {
    this.#currentChanged.dispose();
    this.registry.dispose();
  }

  /** The side bar is the first host. */
  async #restoreLastOpen(): Promise<void> {
    const { lastOpenChat } = this.#deps;
    const [sideBar] = this.#hosts;
    const first = this.#current;
    const id = await lastOpenChat.read();
    if (id === undefined) {
      void lastOpenChat.update((shown) => shown ?? first.id);
      return;
    }
    const chat = await this.registry.load(id).catch((error: unknown) => {
      // The next window tries to load it again, unless something is asked here meanwhile.
      first.session.onDidChange(() => void lastOpenChat.update(() => first.id));
      throw error;
    });
    if (chat !== undefined && sideBar?.chat === first && isBlank(first)) {
      this.show(chat, sideBar);
    }
  }

  #hostsOf(chat: Chat): readonly ChatHost[] {
    return [...this.#hosts].filter((host) => host.chat === chat);
  }

  #showInActiveHost(chat: Chat): void {
    if (this.#activeHost !== undefined) {
      this.show(chat, this.#activeHost);
    }
  }
}
