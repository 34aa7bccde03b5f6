import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter';
import type { RevealTarget } from '../../../../src/chat/common/protocol';
import type { Chat } from '../../../../src/chat/host/chat';
import type { ChatHost } from '../../../../src/chat/host/chatHost';
import { ChatWindow } from '../../../../src/chat/host/chatWindow';
import { DraftOnlyChats } from '../../../../src/chat/host/lastOpenChat';
import {
  newConversation,
  type Conversation,
} from '../../../../src/conversation/common/conversation';
import { emptyDraft, type Draft } from '../../../../src/conversation/common/draft';
import { ChatDraft } from '../../../../src/conversation/node/session/chatDraft';
import { QuestionQueue } from '../../../../src/conversation/node/session/questionQueue';
import type { FocusInput } from '../../../../src/platform/host/chatFocus';
import { MemoryMemento } from '../../../support/memoryStorage';
import { chatFixture, settle, type ChatFixture } from '../../conversation/node/fakes';

const stop = { type: 'finish', reason: 'stop' } as const;

class FakeHost implements ChatHost {
  visible = true;
  isFocusPending = false;
  focusedBy: FocusInput | undefined = undefined;
  focusCount = 0;
  cancelFocusCount = 0;
  /** Runs while `focus` reveals the host. */
  duringFocus = (): void => undefined;
  readonly revealed: RevealTarget[] = [];
  constructor(public chat: Chat) {}

  show(chat: Chat): void {
    this.chat = chat;
  }
  focus(): Promise<void> {
    this.focusCount += 1;
    this.duringFocus();
    return Promise.resolve();
  }
  reveal(target: RevealTarget): void {
    this.revealed.push(target);
  }
  editQuestion(): void {}
  cancelFocus(): void {
    this.cancelFocusCount += 1;
  }
}

describe('ChatWindow', () => {
  /** Keys are chat IDs. */
  let fixtures: Map<string, ChatFixture>;
  let idCount: number;
  /** IDs of disposed chats. */
  let disposed: string[];
  /** IDs of chats whose question on its way to the gateway was canceled. */
  let canceled: string[];
  /** All drafts that were saved, in order. */
  let saved: (Draft & { readonly id: string })[];
  let chats: ChatWindow;
  /** The first host of the window, as the side bar is. */
  let host: FakeHost;
  let store: ChatFixture['store'];
  let memento: MemoryMemento;
  let errors: unknown[];

  beforeEach(() => {
    fixtures = new Map();
    disposed = [];
    canceled = [];
    saved = [];
    idCount = 0;
    store = chatFixture().store;
    memento = new MemoryMemento();
    errors = [];
    openWindow();
  });
  afterEach(() => chats.dispose());

  /** Opens a new window, or the same one after a reload. */
  function openWindow(): void {
    chats = new ChatWindow({
      store,
      chats: new Map(),
      createChat: fakeChat,
      newConversation: () => newConversation(`chat-${(idCount += 1)}`, 'model-a', 0),
      draftOnlyChats: new DraftOnlyChats(memento),
      lastOpenChat: { read: () => Promise.resolve(undefined), update: () => Promise.resolve() },
      titleOfFork: async ({ title = '' }) => `${title} (fork)`,
      reportError: (error) => errors.push(error),
    });
    host = new FakeHost(chats.current);
    chats.add(host);
  }

  /** A real session with as much of a chat as `ChatWindow` and `ChatRegistry` use. */
  function fakeChat(conversation: Conversation, savedDraft: Draft): Chat {
    const { id } = conversation;
    const fixture = chatFixture({}, undefined, conversation);
    const { session } = fixture;
    fixtures.set(id, fixture);
    const busyChanged = new Emitter<boolean>();
    session.onDidChange(({ type }) => {
      if (type === 'asked' || type === 'ended') {
        busyChanged.fire(session.isRunning);
      }
    });
    const draft = new ChatDraft(savedDraft, (changed) => {
      saved.push({ id, ...changed });
      store.saveDraft(id, changed);
    });
    return {
      id,
      session,
      draft,
      queue: new QuestionQueue({
        session,
        draft,
        newId: () => `queued in ${id}`,
        pipeline: { askQueued: () => Promise.resolve(false) },
        reportError: assert.ifError,
      }),
      pipeline: { cancel: () => canceled.push(id) },
      presenter: { sendDraft: () => undefined },
      onDidChangeBusy: busyChanged.event,
      stop: () => session.stop(),
      get isBusy() {
        return session.isRunning;
      },
      dispose: () => {
        disposed.push(id);
        session.dispose();
      },
    } as unknown as Chat;
  }

  /** Asks in the current chat and starts a new one while the answer is running. Returns the old one's ID. */
  async function runInBackground(): Promise<string> {
    const { id, session } = chats.current;
    session.ask('Hello?');
    await chats.newChat();
    return id;
  }

  async function completeAnswer(id: string): Promise<void> {
    await fixtures.get(id)?.model.end({ type: 'text', text: 'Yes.' }, stop);
  }

  /** Deletes each chat while it is loaded from the store. */
  function deleteDuringLoad(): void {
    const load = store.load.bind(store);
    Object.assign(store, {
      load: async (id: string) => {
        const loaded = await load(id);
        chats.close(id);
        return loaded;
      },
    });
  }

  const idsOf = (list: Iterable<Chat>) => [...list].map(({ id }) => id);

  it('moves everything typed in a chat to a new one when another window deletes the chat', () => {
    const { id, draft, session } = chats.current;
    session.ask('Hello?');
    draft.update({ text: 'half a question', queue: [{ id: 'q', text: 'queued' }] });
    draft.saveEdit('question', 'Hello, other words');
    chats.closeDeleted(id);
    assert.deepEqual(disposed, [id]);
    assert.equal(session.isRunning, false);
    assert.equal(host.chat, chats.current);
    assert.notEqual(host.chat.id, id);
    const text = 'Hello, other words\n\nhalf a question';
    const queue = [{ id: `queued in ${host.chat.id}`, text: 'queued' }];
    assert.equal(host.chat.draft.text, text);
    assert.deepEqual(host.chat.queue.state, { questions: queue, isPaused: true });
    assert.deepEqual(saved.slice(-2), [
      { id: host.chat.id, text, queue },
      { id, text: '', queue: [] },
    ]);
    chats.closeDeleted(id);
    assert.equal(host.chat, chats.current, 'a second call does nothing');
  });

  it('moves the text of a background chat that another window deletes to the next new chat', async () => {
    const id = await runInBackground();
    const [hidden] = chats.registry.running;
    hidden?.draft.update({ text: 'half a question', queue: [{ id: 'q', text: 'queued' }] });
    chats.closeDeleted(id);
    assert.deepEqual(idsOf(chats.registry.all), [host.chat.id]);
    assert.deepEqual(store.drafts.get(id), emptyDraft);
    host.chat.session.ask('Something else?');
    await chats.newChat();
    assert.equal(host.chat.draft.text, 'half a question');
    assert.deepEqual(
      host.chat.draft.queue.map(({ text }) => text),
      ['queued'],
    );
  });

  it('reports that a background chat was renamed', async () => {
    const id = await runInBackground();
    let changes = 0;
    chats.registry.onDidChangeBackground(() => (changes += 1));
    const [hidden] = chats.registry.running;
    fixtures.get(id)?.store.emitFromOtherWindow({ type: 'renamed', title: 'Named' });
    assert.equal(changes, 1);
    assert.equal(hidden?.session.conversation.title, 'Named');
  });

  it('starts with one chat, which counts as new until a question is asked', async () => {
    await chats.newChat();
    assert.deepEqual(idsOf(chats.registry.all), ['chat-1']);
    assert.equal(host.focusCount, 1);
  });

  it('cancels on New Chat the question that a check holds in a chat without messages', async () => {
    const { id } = chats.current;
    await chats.newChat();
    assert.equal(chats.current.id, id);
    assert.deepEqual(canceled, [id]);
  });

  it('disposes a chat without a running answer when another one replaces it', async () => {
    chats.current.session.ask('Hello?');
    await completeAnswer('chat-1');
    await chats.newChat();
    assert.deepEqual(disposed, ['chat-1']);
    assert.deepEqual(idsOf(chats.registry.all), ['chat-2']);
    assert.equal(chats.current.id, 'chat-2');
  });

  it('keeps a background chat until its answer has ended and the chat was shown', async () => {
    const finished: string[] = [];
    chats.registry.onDidFinishUnread(({ id }) => finished.push(id));
    const id = await runInBackground();
    assert.deepEqual(idsOf(chats.registry.running), [id]);
    await completeAnswer(id);
    assert.deepEqual(
      [idsOf(chats.registry.running), idsOf(chats.registry.unread), finished],
      [[], [id], [id]],
    );
    assert.equal(await chats.open(id), true);
    assert.deepEqual(idsOf(chats.registry.unread), []);
    assert.equal(chats.current.id, id);
    assert.equal(host.chat.id, id);
    assert.deepEqual(disposed, ['chat-2'], 'it was empty');
    await chats.newChat();
    assert.deepEqual(disposed, ['chat-2', id]);
  });

  it('disposes a dismissed chat, and the oldest when too many have finished unread', async () => {
    const background: string[] = [];
    for (let chat = 0; chat < 7; chat += 1) {
      background.push(await runInBackground());
    }
    for (const id of background) {
      await completeAnswer(id);
    }
    assert.deepEqual(disposed, background.slice(0, 2));
    assert.deepEqual(idsOf(chats.registry.unread), background.slice(2));
    chats.registry.dismiss(background[4] ?? '');
    assert.deepEqual(disposed, [...background.slice(0, 2), background[4]]);
  });

  it('returns the focus after a picker to the host that had it, unless a click may have closed the picker', async () => {
    const pick = async (
      focusedBy: FocusInput | undefined,
      choice: string | undefined,
    ): Promise<number> => {
      host.focusedBy = focusedBy;
      const before = host.focusCount;
      const picked = await chats.returnFocus.after(() => {
        host.focusedBy = undefined;
        return Promise.resolve(choice);
      });
      assert.equal(picked, choice);
      return host.focusCount - before;
    };
    assert.equal(await pick(undefined, 'a choice'), 0, 'the focus was elsewhere');
    assert.equal(await pick('pointer', undefined), 0, 'the user may have clicked elsewhere');
    assert.equal(await pick('pointer', 'a choice'), 1);
    assert.equal(await pick('keyboard', undefined), 1);
    assert.equal(await pick('keyboard', 'a choice'), 1);
  });

  it('returns the focus once, after the last of several pickers that replace each other', async () => {
    const closings: (() => void)[] = [];
    const open = (): Promise<undefined> =>
      chats.returnFocus.after(() => {
        host.focusedBy = undefined;
        return new Promise<undefined>((resolve) => closings.push(() => resolve(undefined)));
      });
    host.focusedBy = 'keyboard';
    const pickers = [open(), open()];
    closings[0]?.();
    await pickers[0];
    assert.equal(host.focusCount, 0, 'the second one is open');
    closings[1]?.();
    await pickers[1];
    assert.equal(host.focusCount, 1);
  });

  it('makes the chat of the last used host the current one', async () => {
    const followed: string[] = [];
    const subscription = chats.followCurrent(({ id }) => {
      followed.push(id);
      return { dispose: () => followed.push(`not ${id}`) };
    });
    const other = new FakeHost(chats.registry.getOrCreate(newConversation('other', 'model-a', 0)));
    chats.add(other);
    assert.equal(chats.current.id, 'chat-1', 'the other host was not used yet');
    chats.setActive(other);
    assert.equal(chats.current.id, 'other');
    chats.setActive(host);
    chats.setActive(host);
    assert.equal(chats.current.id, 'chat-1');
    subscription.dispose();
    chats.setActive(other);
    assert.deepEqual(followed, [
      'chat-1',
      'not chat-1',
      'other',
      'not other',
      'chat-1',
      'not chat-1',
    ]);
  });

  it('cancels the pending focus of a host when another one is used', () => {
    const other = new FakeHost(chats.registry.getOrCreate(newConversation('other', 'model-a', 0)));
    chats.add(other);
    chats.setActive(host);
    assert.deepEqual([host.cancelFocusCount, other.cancelFocusCount], [0, 0]);
    chats.setActive(other);
    chats.setActive(other);
    assert.deepEqual([host.cancelFocusCount, other.cancelFocusCount], [1, 0]);
  });

  it('ignores the use of a host that was removed', async () => {
    const other = new FakeHost(chats.registry.getOrCreate(newConversation('other', 'model-a', 0)));
    chats.add(other);
    chats.setActive(other);
    chats.remove(other);
    chats.setActive(other);
    assert.equal(chats.current.id, 'chat-1');
    chats.current.session.ask('Hello?');
    await chats.newChat();
    assert.deepEqual([host.chat.id, other.chat.id], ['chat-2', 'other']);
  });

  it('reveals the host that shows a chat instead of showing the chat twice', async () => {
    const other = new FakeHost(chats.registry.getOrCreate(newConversation('other', 'model-a', 0)));
    chats.add(other);
    assert.equal(await chats.open('other'), true);
    assert.deepEqual([host.chat.id, other.focusCount], ['chat-1', 1]);
    const target = { messageId: 'a1', words: ['blue'] };
    await chats.open('other', target);
    assert.deepEqual([host.revealed, other.revealed], [[], [target]]);
    assert.equal(chats.registry.getOrCreate(newConversation('other', 'model-b', 1)), other.chat);
  });

  it('reveals a message only if its chat is still shown, whichever host is active by then', async () => {
    const other = new FakeHost(chats.registry.getOrCreate(newConversation('other', 'model-a', 0)));
    chats.add(other);
    const target = { messageId: 'a1', words: ['blue'] };
    other.duringFocus = () => chats.setActive(host);
    await chats.open('other', target);
    assert.deepEqual([host.revealed, other.revealed], [[], [target]]);
    other.duringFocus = () => chats.show(chats.registry.getOrCreate(), other);
    await chats.open('other', target);
    assert.deepEqual([host.revealed, other.revealed], [[], [target]]);
  });

  it('restores a closed chat in its hosts, except in one where a question was asked meanwhile', async () => {
    const stored = newConversation('stored', 'model-a', 0);
    store.load = () => Promise.resolve(stored);
    const [idle, busy] = [
      new FakeHost(chats.registry.getOrCreate(stored)),
      new FakeHost(chats.registry.getOrCreate(stored)),
    ];
    chats.add(idle);
    chats.add(busy);
    chats.setActive(host);
    const hosts = chats.close('stored');
    assert.deepEqual(hosts, [idle, busy]);
    busy.chat.session.ask('Hello?');
    const askedId = busy.chat.id;
    await chats.restore('stored', hosts);
    assert.deepEqual([idle.chat.id, busy.chat.id, host.chat.id], ['stored', askedId, 'chat-1']);
    assert.equal(chats.current.id, 'stored');
    assert.equal(idle.focusCount, 1);
  });

  it('focuses the last used host only where it is visible, if it must not open anything', async () => {
    host.visible = false;
    await chats.focusIfVisible();
    assert.equal(host.focusCount, 0);
    host.visible = true;
    await chats.focusIfVisible();
    assert.equal(host.focusCount, 1);
  });

  it('activates another host when one is removed, and disposes its chat unless it is shown elsewhere or running', async () => {
    const other = new FakeHost(chats.registry.getOrCreate(newConversation('other', 'model-a', 0)));
    chats.add(other);
    chats.setActive(other);
    chats.remove(other);
    assert.equal(chats.current.id, 'chat-1');
    assert.deepEqual(disposed, ['other']);
    const second = new FakeHost(chats.current);
    chats.add(second);
    chats.setActive(second);
    chats.remove(second);
    assert.deepEqual(disposed, ['other'], 'it is shown elsewhere');
    const busy = new FakeHost(chats.registry.getOrCreate(newConversation('busy', 'model-a', 0)));
    chats.add(busy);
    busy.chat.session.ask('Hello?');
    await settle();
    chats.remove(busy);
    assert.deepEqual(idsOf(chats.registry.running), ['busy']);
  });

  it('loads a chat without messages under its own ID', async () => {
    const loaded = await chats.registry.load('unknown');
    assert.equal(loaded?.id, 'unknown');
    assert.deepEqual(loaded.session.conversation.messages, []);
    assert.equal(await chats.registry.load('chat-1'), host.chat);
  });

  it('returns to the chat that has nothing but a draft on New Chat, also after a reload', async () => {
    chats.registry.getOrCreate(newConversation('asked', 'model-a', 0)).session.ask('Hello?');
    const { id, draft } = chats.current;
    draft.update({ text: 'Half a question' });
    assert.equal(await chats.open('asked'), true);
    assert.deepEqual(disposed, [id]);
    chats.dispose();
    openWindow();
    chats.current.session.ask('Hello?');
    await chats.newChat();
    assert.equal(chats.current.id, id);
    assert.equal(chats.current.draft.text, 'Half a question');
    chats.current.session.ask('Half a question');
    await chats.newChat();
    assert.notEqual(chats.current.id, id);
  });

  describe('with chats that have nothing but a draft', () => {
    const failed = new Error('EMFILE');

    async function whileUnreadable(
      method: 'load' | 'loadDraft',
      action: () => Promise<void>,
    ): Promise<void> {
      const read = store[method].bind(store);
      Object.assign(store, { [method]: () => Promise.reject(failed) });
      await action();
      Object.assign(store, { [method]: read });
    }

    /** Types a draft into the current chat and opens a stored one instead. Returns the ID of the first. */
    async function releaseWithDraft(text: string): Promise<string> {
      const stored = newConversation(`stored before ${text}`, 'model-a', 0);
      const { id, draft } = chats.current;
      draft.update({ text });
      Object.assign(store, {
        load: async (loadedId: string) => (loadedId === stored.id ? stored : undefined),
      });
      assert.equal(await chats.open(stored.id), true);
      assert.ok(disposed.includes(id));
      chats.current.session.ask('Something else?');
      return id;
    }

    it('shows one on New Chat in place of an empty chat, for example after a deletion', async () => {
      const first = await releaseWithDraft('first');
      chats.close(chats.current.id);
      assert.notEqual(chats.current.id, first);
      await chats.newChat();
      assert.equal(chats.current.draft.text, 'first');
      await chats.newChat();
      assert.equal(chats.current.id, first);
    });

    it('shows all of them one after another, the latest first', async () => {
      const first = await releaseWithDraft('first');
      const tab = new FakeHost(chats.registry.getOrCreate());
      chats.add(tab);
      tab.chat.draft.update({ text: 'second' });
      const second = tab.chat.id;
      chats.remove(tab);
      const found: [string, string][] = [];
      for (let times = 0; times < 3; times += 1) {
        await chats.newChat();
        const { id, draft, session } = chats.current;
        found.push([id, draft.text]);
        draft.update({ text: '' });
        session.ask('Something?');
      }
      assert.deepEqual(found.slice(0, 2), [
        [second, 'second'],
        [first, 'first'],
      ]);
      assert.equal(found[2]?.[1], '');
      assert.ok(![first, second].includes(found[2][0]));
    });

    it('starts a new chat and reports the error when a draft cannot be read, and finds the draft later', async () => {
      const released = await releaseWithDraft('my words');
      await whileUnreadable('loadDraft', () => chats.newChat());
      assert.deepEqual([chats.current.draft.text, errors], ['', [failed]]);
      assert.notEqual(chats.current.id, released);
      chats.current.session.ask('Meanwhile?');
      await chats.newChat();
      assert.deepEqual([chats.current.id, chats.current.draft.text], [released, 'my words']);
    });

    it('starts a new chat and reports the error when a chat cannot be read, and finds the chat later', async () => {
      const released = await releaseWithDraft('my words');
      await whileUnreadable('load', () => chats.newChat());
      assert.deepEqual(errors, [failed]);
      assert.notEqual(chats.current.id, released);
      chats.current.session.ask('Meanwhile?');
      await chats.newChat();
      assert.deepEqual([chats.current.id, chats.current.draft.text], [released, 'my words']);
    });

    it('skips one whose draft another open window has, and finds it once that window is gone', async () => {
      const released = await releaseWithDraft('my words');
      const ofOtherWindow = store.drafts.get(released) ?? emptyDraft;
      store.loadDraft = () => Promise.resolve(emptyDraft);
      await chats.newChat();
      assert.notEqual(chats.current.id, released);
      store.loadDraft = () => Promise.resolve(ofOtherWindow);
      chats.current.session.ask('Meanwhile?');
      await chats.newChat();
      assert.deepEqual([chats.current.id, chats.current.draft.text], [released, 'my words']);
    });

    it('skips one whose draft was removed meanwhile', async () => {
      const first = await releaseWithDraft('first');
      const second = chats.registry.getOrCreate();
      const tab = new FakeHost(second);
      chats.add(tab);
      second.draft.update({ text: 'second' });
      chats.remove(tab);
      store.saveDraft(second.id, emptyDraft);
      await chats.newChat();
      assert.equal(chats.current.id, first);
    });

    it('finds one later that could not be read at a reload', async () => {
      store.saveDraft('saved', { text: 'my words', queue: [] });
      await whileUnreadable('loadDraft', () =>
        assert.rejects(chats.registry.load('saved'), failed),
      );
      chats.current.session.ask('Meanwhile?');
      await chats.newChat();
      assert.deepEqual([chats.current.id, chats.current.draft.text], ['saved', 'my words']);
    });
  });

  it('opens a chat whose draft cannot be read, and reports the error', async () => {
    const failed = new Error('EMFILE');
    store.load = () => Promise.resolve(newConversation('stored', 'model-a', 0));
    store.loadDraft = () => Promise.reject(failed);
    assert.equal(await chats.open('stored'), true);
    assert.deepEqual([chats.current.id, errors], ['stored', [failed]]);
  });

  it('does not open a chat that is deleted while it is loaded', async () => {
    const { id } = chats.current;
    store.load = () => Promise.resolve(newConversation('stored', 'model-a', 0));
    deleteDuringLoad();
    assert.equal(await chats.open('stored'), false);
    assert.deepEqual([host.chat.id, idsOf(chats.registry.all)], [id, [id]]);
  });

  it('moves the draft once when New Chat runs twice at the same time', async () => {
    store.saveDraft('saved', { text: 'saved', queue: [] });
    new DraftOnlyChats(memento).add('saved');
    chats.current.session.ask('Hello?');
    chats.current.draft.update({ text: 'half' });
    await Promise.all([chats.newChat(), chats.newChat()]);
    assert.deepEqual([chats.current.id, chats.current.draft.text], ['saved', 'half\n\nsaved']);
  });

  it('does not remember the draft of a chat that is closed for deletion', async () => {
    const { id, draft } = chats.current;
    draft.update({ text: 'Half a question' });
    chats.close(id);
    assert.deepEqual([disposed, new DraftOnlyChats(memento).ids], [[id], []]);
  });

  it('does not open a chat that is neither open nor stored', async () => {
    assert.equal(await chats.open('unknown'), false);
    assert.equal(chats.current.id, 'chat-1');
  });

  it('moves the draft into the new chat, before the draft there, and not the queue', async () => {
    const id = await runInBackground();
    const first = chats.current;
    const second = { id: 'queued', text: 'And then?' };
    first.draft.update({ text: 'Draft of a new chat' });
    await chats.open(id);
    const running = chats.current;
    running.draft.update({ text: 'Half a question', queue: [second] });
    await chats.newChat();
    assert.equal(chats.current.id, first.id);
    const text = 'Half a question\n\nDraft of a new chat';
    assert.equal(chats.current.draft.text, text);
    assert.deepEqual(saved.slice(-2), [
      { id: first.id, text, queue: [] },
      { id, text: '', queue: [second] },
    ]);
  });

  it('disposes all chats with the window, and closes their connections', async () => {
    const id = await runInBackground();
    await settle();
    chats.dispose();
    assert.deepEqual(disposed.toSorted(), ['chat-1', 'chat-2']);
    assert.equal(fixtures.get(id)?.model.signals[0]?.aborted, true);
  });

  describe('withChat', () => {
    const setDraft = (text: string) => async (chat: Chat) => {
      chat.draft.update({ text });
      return Promise.resolve();
    };

    /** Completes an answer in the current chat and starts a new one. Returns the ID of the first, now released. */
    async function releaseWithAnswer(): Promise<string> {
      const { id, session } = chats.current;
      session.ask('Hello?');
      await completeAnswer(id);
      const { conversation } = session;
      Object.assign(store, {
        load: async (loadedId: string) => (loadedId === id ? conversation : undefined),
      });
      await chats.newChat();
      assert.ok(disposed.includes(id));
      return id;
    }

    it('loads a released chat with its queue, and releases it after the action', async () => {
      const id = await releaseWithAnswer();
      const queue = [{ id: 'q', text: 'Next?' }];
      store.saveDraft(id, { text: 'Half a', queue });
      await Promise.all([
        chats.registry.withChat(id, setDraft('Half a question')),
        chats.registry.withChat(id, setDraft('Half')),
      ]);
      assert.deepEqual(await store.loadDraft(id), { text: 'Half', queue });
      assert.ok(!idsOf(chats.registry.all).includes(id));
      assert.notEqual(host.chat.id, id);
    });

    it('uses a chat that is running in the background', async () => {
      const id = await runInBackground();
      await chats.registry.withChat(id, setDraft('Half a question'));
      assert.ok(idsOf(chats.registry.running).includes(id));
      assert.equal(
        [...chats.registry.all].find((chat) => chat.id === id)?.draft.text,
        'Half a question',
      );
    });

    it('remembers a chat without messages whose draft it changed for New Chat', async () => {
      const answered = await releaseWithAnswer();
      const blank = chats.current.id;
      await chats.open(answered);
      assert.ok(disposed.includes(blank));
      await chats.registry.withChat(blank, setDraft('Half a question'));
      await chats.newChat();
      assert.deepEqual([chats.current.id, chats.current.draft.text], [blank, 'Half a question']);
    });

    it('keeps a chat that is left while an action waits, so that opening it again finds the same draft', async () => {
      const { id, session, draft } = chats.current;
      session.ask('Hello?');
      await completeAnswer(id);
      const picked = Promise.withResolvers<void>();
      const action = chats.registry.use(chats.current, async () => {
        await picked.promise;
        draft.update({ attachments: [{ id: 'a', kind: 'file', name: 'a.ts', tokens: 1 }] });
      });
      await chats.newChat();
      assert.ok(!disposed.includes(id));
      await chats.open(id);
      chats.current.draft.update({ text: 'Half a question' });
      await chats.newChat();
      picked.resolve();
      await action;
      assert.ok(disposed.includes(id));
      const { text, attachments = [] } = await store.loadDraft(id);
      assert.deepEqual([text, attachments.length], ['', 1]);
    });

    it('skips a deleted chat', async () => {
      const { id } = chats.current;
      chats.close(id);
      await chats.registry.withChat(id, setDraft('Half a question'));
      assert.deepEqual(saved, []);
    });

    it('skips a chat that is deleted while it is loaded', async () => {
      const id = await releaseWithAnswer();
      deleteDuringLoad();
      await chats.registry.withChat(id, setDraft('Half a question'));
      assert.deepEqual(saved, []);
      assert.deepEqual(idsOf(chats.registry.all), [host.chat.id]);
    });

    it('releases the chat also when the action fails', async () => {
      const id = await releaseWithAnswer();
      const failed = new Error('EMFILE');
      await assert.rejects(
        chats.registry.withChat(id, () => Promise.reject(failed)),
        failed,
      );
      assert.ok(!idsOf(chats.registry.all).includes(id));
    });

    it('uses a deleted chat again once it was restored', async () => {
      const id = await releaseWithAnswer();
      await chats.restore(id, chats.close(id));
      await chats.registry.withChat(id, setDraft('Half a question'));
      assert.equal(chats.current.id, id);
      assert.equal(chats.current.draft.text, 'Half a question');
    });
  });
});
