import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter';
import { ChatDraft } from '../../../../src/chat/session/chatDraft';
import { QuestionQueue } from '../../../../src/chat/session/questionQueue';
import {
  type Conversation,
  newConversation,
} from '../../../../src/shared/conversation/conversation';
import { type Draft, emptyDraft } from '../../../../src/shared/conversation/draft';
import type { RevealTarget } from '../../../../src/shared/protocol/protocol';
import type { Chat } from '../../../../src/vscode/chats/chat';
import { type ChatHost, ChatWindow } from '../../../../src/vscode/chats/chatWindow';
import { DraftOnlyChats, LastOpenChat } from '../../../../src/vscode/chats/lastOpenChat';
import { settle, type ChatFixture, chatFixture } from '../../chat/fakes';
import { MemoryMemento } from '../memoryStorage';

const stop = { type: 'finish', reason: 'stop' } as const;

class Place implements ChatHost {
  visible = true;
  isFocusPending = false;
  focused = 0;
  canceledFocus = 0;
  /** Happens while it comes before the reader. */
  meanwhile = (): void => undefined;
  readonly revealed: RevealTarget[] = [];
  constructor(public chat: Chat) {}

  show(chat: Chat): void {
    this.chat = chat;
  }
  focus(): Promise<void> {
    this.focused += 1;
    this.meanwhile();
    return Promise.resolve();
  }
  reveal(at: RevealTarget): void {
    this.revealed.push(at);
  }
  cancelFocus(): void {
    this.canceledFocus += 1;
  }
}

describe('OpenChats', () => {
  let stages: Map<string, ChatFixture>;
  let ids: number;
  let letGo: string[];
  /** The drafts, as they were saved one after the other. */
  let saved: (Draft & { readonly id: string })[];
  let chats: ChatWindow;
  let place: Place;
  let store: ChatFixture['store'];
  let memory: MemoryMemento;
  let unexpected: unknown[];

  beforeEach(() => {
    stages = new Map();
    letGo = [];
    saved = [];
    ids = 0;
    store = chatFixture().store;
    memory = new MemoryMemento();
    unexpected = [];
    openWindow();
  });
  afterEach(() => chats.dispose());

  /** Another one, or the same after a reload. */
  function openWindow(): void {
    chats = new ChatWindow({
      store,
      chats: new Map(),
      createChat: open,
      newConversation: () => newConversation(`chat-${(ids += 1)}`, 'model-a', 0),
      draftOnlyChats: new DraftOnlyChats(memory),
      lastOpenChat: new LastOpenChat(memory),
      reportError: (error) => unexpected.push(error),
    });
    place = new Place(chats.current);
    chats.add(place);
  }

  /** As much of a chat as the registry looks at, around a real session. */
  function open(conversation: Conversation, draft: Draft): Chat {
    const { id } = conversation;
    const staged = chatFixture({}, undefined, conversation);
    const { session } = staged;
    stages.set(id, staged);
    const busyChanged = new Emitter<boolean>();
    session.onDidChange(({ type }) => {
      if (type === 'asked' || type === 'ended') {
        busyChanged.fire(session.isRunning);
      }
    });
    const chatDraft = new ChatDraft(draft, (now) => {
      saved.push({ id, ...now });
      store.saveDraft(id, now);
    });
    return {
      id,
      session,
      draft: chatDraft,
      queue: new QuestionQueue({
        session,
        draft: chatDraft,
        newId: () => `queued in ${id}`,
        pipeline: { askQueued: () => Promise.resolve(false) },
        reportError: assert.ifError,
      }),
      presenter: { sendDraft: () => undefined },
      onDidChangeBusy: busyChanged.event,
      stop: () => session.stop(),
      get isBusy() {
        return session.isRunning;
      },
      dispose: () => {
        letGo.push(id);
        session.dispose();
      },
    } as unknown as Chat;
  }

  /** Asks in the chat in view and leaves it running behind a new one. */
  async function leaveRunning(): Promise<string> {
    const { id, session } = chats.current;
    session.ask('Hello?');
    await chats.newChat();
    return id;
  }

  async function end(id: string): Promise<void> {
    await stages.get(id)?.model.end({ type: 'text', text: 'Yes.' }, stop);
  }

  /** Deletes each chat that is read from the disk, just then. */
  function deleteWhileRead(): void {
    const load = store.load.bind(store);
    Object.assign(store, {
      load: async (id: string) => {
        const loaded = await load(id);
        chats.close(id);
        return loaded;
      },
    });
  }

  const idsOf = (some: Iterable<Chat>) => [...some].map(({ id }) => id);

  it('lets a chat go that was deleted elsewhere, and has all stay that was typed there', () => {
    const { id, draft, session } = chats.current;
    session.ask('Hello?');
    draft.update({ text: 'half a question', queue: [{ id: 'q', text: 'queued' }] });
    draft.saveEdit('question', 'Hello, other words');
    chats.closeDeleted(id);
    assert.deepEqual(letGo, [id]);
    assert.equal(session.isRunning, false);
    assert.equal(place.chat, chats.current);
    assert.notEqual(place.chat.id, id);
    const text = 'Hello, other words\n\nhalf a question';
    const queue = [{ id: `queued in ${place.chat.id}`, text: 'queued' }];
    assert.equal(place.chat.draft.text, text);
    assert.deepEqual(place.chat.queue.state, { questions: queue, isPaused: true });
    assert.deepEqual(saved.slice(-2), [
      { id: place.chat.id, text, queue },
      { id, text: '', queue: [] },
    ]);
    chats.closeDeleted(id);
    assert.equal(place.chat, chats.current, 'once');
  });

  it('has what was typed in a chat out of sight, deleted elsewhere, wait for the next new one', async () => {
    const id = await leaveRunning();
    const [hidden] = chats.registry.running;
    hidden?.draft.update({ text: 'half a question', queue: [{ id: 'q', text: 'queued' }] });
    chats.closeDeleted(id);
    assert.deepEqual(idsOf(chats.registry.all), [place.chat.id]);
    assert.deepEqual(store.drafts.get(id), emptyDraft);
    place.chat.session.ask('Something else?');
    await chats.newChat();
    assert.equal(place.chat.draft.text, 'half a question');
    assert.deepEqual(
      place.chat.draft.queue.map(({ text }) => text),
      ['queued'],
    );
  });

  it('tells when a chat out of sight is called otherwise', async () => {
    const id = await leaveRunning();
    let told = 0;
    chats.registry.onDidChangeBackground(() => (told += 1));
    const [hidden] = chats.registry.running;
    stages.get(id)?.store.emitFromOtherWindow({ type: 'renamed', title: 'Named' });
    assert.equal(told, 1);
    assert.equal(hidden?.session.conversation.title, 'Named');
  });

  it('has one chat from the start, and takes it for a new one while nothing was asked', async () => {
    await chats.newChat();
    assert.deepEqual(idsOf(chats.registry.all), ['chat-1']);
    assert.equal(place.focused, 1);
  });

  it('lets go of a chat that is left and does not run', async () => {
    chats.current.session.ask('Hello?');
    await end('chat-1');
    await chats.newChat();
    assert.deepEqual(letGo, ['chat-1']);
    assert.deepEqual(idsOf(chats.registry.all), ['chat-2']);
    assert.equal(chats.current.id, 'chat-2');
  });

  it('keeps one that runs until it has ended and was looked at', async () => {
    const told: string[] = [];
    chats.registry.onDidFinishUnread(({ id }) => told.push(id));
    const id = await leaveRunning();
    assert.deepEqual(idsOf(chats.registry.running), [id]);
    await end(id);
    assert.deepEqual(
      [idsOf(chats.registry.running), idsOf(chats.registry.unread), told],
      [[], [id], [id]],
    );
    assert.equal(await chats.open(id), true);
    assert.deepEqual(idsOf(chats.registry.unread), []);
    assert.equal(chats.current.id, id);
    assert.equal(place.chat.id, id);
    assert.deepEqual(letGo, ['chat-2'], 'nothing had been asked there');
    await chats.newChat();
    assert.deepEqual(letGo, ['chat-2', id]);
  });

  it('lets go of what is put aside, and of the oldest where too many ended unseen', async () => {
    const left: string[] = [];
    for (let chat = 0; chat < 7; chat += 1) {
      left.push(await leaveRunning());
    }
    for (const id of left) {
      await end(id);
    }
    assert.deepEqual(letGo, left.slice(0, 2));
    assert.deepEqual(idsOf(chats.registry.unread), left.slice(2));
    chats.registry.dismiss(left[4] ?? '');
    assert.deepEqual(letGo, [...left.slice(0, 2), left[4]]);
  });

  it('has commands act on the chat of the place that was used last', async () => {
    const followed: string[] = [];
    const following = chats.followCurrent(({ id }) => {
      followed.push(id);
      return { dispose: () => followed.push(`not ${id}`) };
    });
    const other = new Place(chats.registry.getOrCreate(newConversation('other', 'model-a', 0)));
    chats.add(other);
    assert.equal(chats.current.id, 'chat-1', 'it was not used yet');
    chats.setActive(other);
    assert.equal(chats.current.id, 'other');
    chats.setActive(place);
    chats.setActive(place);
    assert.equal(chats.current.id, 'chat-1');
    following.dispose();
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

  it('tells a place that the reader has gone to another', () => {
    const other = new Place(chats.registry.getOrCreate(newConversation('other', 'model-a', 0)));
    chats.add(other);
    chats.setActive(place);
    assert.deepEqual([place.canceledFocus, other.canceledFocus], [0, 0]);
    chats.setActive(other);
    chats.setActive(other);
    assert.deepEqual([place.canceledFocus, other.canceledFocus], [1, 0]);
  });

  it('takes no place for used that is gone, though its page still tells something', async () => {
    const other = new Place(chats.registry.getOrCreate(newConversation('other', 'model-a', 0)));
    chats.add(other);
    chats.setActive(other);
    chats.remove(other);
    chats.setActive(other);
    assert.equal(chats.current.id, 'chat-1');
    chats.current.session.ask('Hello?');
    await chats.newChat();
    assert.deepEqual([place.chat.id, other.chat.id], ['chat-2', 'other']);
  });

  it('shows a chat once: opened again it comes forward where it is', async () => {
    const other = new Place(chats.registry.getOrCreate(newConversation('other', 'model-a', 0)));
    chats.add(other);
    assert.equal(await chats.open('other'), true);
    assert.deepEqual([place.chat.id, other.focused], ['chat-1', 1]);
    const passage = { messageId: 'a1', words: ['blue'] };
    await chats.open('other', passage);
    assert.deepEqual([place.revealed, other.revealed], [[], [passage]]);
    assert.equal(chats.registry.getOrCreate(newConversation('other', 'model-b', 1)), other.chat);
  });

  it('reveals a message in its own chat alone, though the reader goes elsewhere meanwhile', async () => {
    const other = new Place(chats.registry.getOrCreate(newConversation('other', 'model-a', 0)));
    chats.add(other);
    const passage = { messageId: 'a1', words: ['blue'] };
    other.meanwhile = () => chats.setActive(place);
    await chats.open('other', passage);
    assert.deepEqual([place.revealed, other.revealed], [[], [passage]]);
    other.meanwhile = () => chats.show(chats.registry.getOrCreate(), other);
    await chats.open('other', passage);
    assert.deepEqual([place.revealed, other.revealed], [[], [passage]]);
  });

  it('brings a chat that was evicted back to where it was, unless something is going on there', async () => {
    const kept = newConversation('kept', 'model-a', 0);
    store.load = () => Promise.resolve(kept);
    const [left, busy] = [
      new Place(chats.registry.getOrCreate(kept)),
      new Place(chats.registry.getOrCreate(kept)),
    ];
    chats.add(left);
    chats.add(busy);
    chats.setActive(place);
    const places = chats.close('kept');
    assert.deepEqual(places, [left, busy]);
    busy.chat.session.ask('Hello?');
    const meanwhile = busy.chat.id;
    await chats.restore('kept', places);
    assert.deepEqual([left.chat.id, busy.chat.id, place.chat.id], ['kept', meanwhile, 'chat-1']);
    assert.equal(chats.current.id, 'kept');
    assert.equal(left.focused, 1);
  });

  it('goes back to the place that is left when one is gone, and lets go of the chat there', async () => {
    const other = new Place(chats.registry.getOrCreate(newConversation('other', 'model-a', 0)));
    chats.add(other);
    chats.setActive(other);
    chats.remove(other);
    assert.equal(chats.current.id, 'chat-1');
    assert.deepEqual(letGo, ['other']);
    const both = new Place(chats.current);
    chats.add(both);
    chats.setActive(both);
    chats.remove(both);
    assert.deepEqual(letGo, ['other'], 'it is shown elsewhere');
    const busy = new Place(chats.registry.getOrCreate(newConversation('busy', 'model-a', 0)));
    chats.add(busy);
    busy.chat.session.ask('Hello?');
    await settle();
    chats.remove(busy);
    assert.deepEqual(idsOf(chats.registry.running), ['busy']);
  });

  it('brings back a chat in which nothing was asked, under its own ID', async () => {
    const revived = await chats.registry.load('kept');
    assert.equal(revived?.id, 'kept');
    assert.deepEqual(revived.session.conversation.messages, []);
    assert.equal(await chats.registry.load('chat-1'), place.chat);
  });

  it('comes back to the chat that was left with a draft alone, after a reload too', async () => {
    chats.registry.getOrCreate(newConversation('asked', 'model-a', 0)).session.ask('Hello?');
    const { id, draft } = chats.current;
    draft.update({ text: 'Half a question' });
    assert.equal(await chats.open('asked'), true);
    assert.deepEqual(letGo, [id]);
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

  describe('where chats were left with a draft alone', () => {
    const failed = new Error('EMFILE');

    async function whileUnreadable(
      what: 'load' | 'loadDraft',
      act: () => Promise<void>,
    ): Promise<void> {
      const read = store[what].bind(store);
      Object.assign(store, { [what]: () => Promise.reject(failed) });
      await act();
      Object.assign(store, { [what]: read });
    }

    /** Leaves the chat in view with these words for one that was kept. */
    async function leaveDrafted(text: string): Promise<string> {
      const kept = newConversation(`kept before ${text}`, 'model-a', 0);
      const { id, draft } = chats.current;
      draft.update({ text });
      Object.assign(store, {
        load: async (one: string) => (one === kept.id ? kept : undefined),
      });
      assert.equal(await chats.open(kept.id), true);
      assert.ok(letGo.includes(id));
      chats.current.session.ask('Something else?');
      return id;
    }

    it('brings one back in the place of an empty chat, after a deletion say', async () => {
      const left = await leaveDrafted('first');
      chats.close(chats.current.id);
      assert.notEqual(chats.current.id, left);
      await chats.newChat();
      assert.equal(chats.current.draft.text, 'first');
      await chats.newChat();
      assert.equal(chats.current.id, left);
    });

    it('brings all of them back, the last one first', async () => {
      const first = await leaveDrafted('first');
      const tab = new Place(chats.registry.getOrCreate());
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
        session.ask('Asked there?');
      }
      assert.deepEqual(found.slice(0, 2), [
        [second, 'second'],
        [first, 'first'],
      ]);
      assert.equal(found[2]?.[1], '');
      assert.ok(![first, second].includes(found[2][0]));
    });

    it('begins a new one where the draft cannot be read, says so, and finds it later', async () => {
      const left = await leaveDrafted('my words');
      await whileUnreadable('loadDraft', () => chats.newChat());
      assert.deepEqual([chats.current.draft.text, unexpected], ['', [failed]]);
      assert.notEqual(chats.current.id, left);
      chats.current.session.ask('Meanwhile?');
      await chats.newChat();
      assert.deepEqual([chats.current.id, chats.current.draft.text], [left, 'my words']);
    });

    it('begins a new one where the chat cannot be read, says so, and finds it later', async () => {
      const left = await leaveDrafted('my words');
      await whileUnreadable('load', () => chats.newChat());
      assert.deepEqual(unexpected, [failed]);
      assert.notEqual(chats.current.id, left);
      chats.current.session.ask('Meanwhile?');
      await chats.newChat();
      assert.deepEqual([chats.current.id, chats.current.draft.text], [left, 'my words']);
    });

    it('passes over one whose draft was sent or emptied elsewhere', async () => {
      const first = await leaveDrafted('first');
      const second = chats.registry.getOrCreate();
      const tab = new Place(second);
      chats.add(tab);
      second.draft.update({ text: 'second' });
      chats.remove(tab);
      store.saveDraft(second.id, emptyDraft);
      await chats.newChat();
      assert.equal(chats.current.id, first);
    });

    it('looks for one again that a reload could not bring back', async () => {
      store.saveDraft('left', { text: 'my words', queue: [] });
      await whileUnreadable('loadDraft', () => assert.rejects(chats.registry.load('left'), failed));
      chats.current.session.ask('Meanwhile?');
      await chats.newChat();
      assert.deepEqual([chats.current.id, chats.current.draft.text], ['left', 'my words']);
    });
  });

  it('opens a chat whose draft cannot be read, and says so', async () => {
    const failed = new Error('EMFILE');
    store.load = () => Promise.resolve(newConversation('kept', 'model-a', 0));
    store.loadDraft = () => Promise.reject(failed);
    assert.equal(await chats.open('kept'), true);
    assert.deepEqual([chats.current.id, unexpected], ['kept', [failed]]);
  });

  it('does not open a chat that is deleted while it is looked for', async () => {
    const { id } = chats.current;
    store.load = () => Promise.resolve(newConversation('kept', 'model-a', 0));
    deleteWhileRead();
    assert.equal(await chats.open('kept'), false);
    assert.deepEqual([place.chat.id, idsOf(chats.registry.all)], [id, [id]]);
  });

  it('has what stands in the box go along once where a new chat is asked for twice', async () => {
    store.saveDraft('left', { text: 'left', queue: [] });
    new DraftOnlyChats(memory).add('left');
    chats.current.session.ask('Hello?');
    chats.current.draft.update({ text: 'half' });
    await Promise.all([chats.newChat(), chats.newChat()]);
    assert.deepEqual([chats.current.id, chats.current.draft.text], ['left', 'half\n\nleft']);
  });

  it('leaves nothing of a chat that goes to be found by a new one', async () => {
    const { id, draft } = chats.current;
    draft.update({ text: 'Half a question' });
    chats.close(id);
    assert.deepEqual([letGo, new DraftOnlyChats(memory).ids], [[id], []]);
  });

  it('knows no chat that is neither alive nor kept', async () => {
    assert.equal(await chats.open('nowhere'), false);
    assert.equal(chats.current.id, 'chat-1');
  });

  it('has what stands in the box go along into a new chat, before what stood there', async () => {
    const id = await leaveRunning();
    const first = chats.current;
    const second = { id: 'queued', text: 'And then?' };
    first.draft.update({ text: 'Left in a new chat' });
    await chats.open(id);
    const running = chats.current;
    running.draft.update({ text: 'Half a question', queue: [second] });
    await chats.newChat();
    assert.equal(chats.current.id, first.id);
    const text = 'Half a question\n\nLeft in a new chat';
    assert.equal(chats.current.draft.text, text);
    assert.deepEqual(saved.slice(-2), [
      { id: first.id, text, queue: [] },
      { id, text: '', queue: [second] },
    ]);
  });

  it('ends all with the window', async () => {
    const id = await leaveRunning();
    await settle();
    chats.dispose();
    assert.deepEqual(letGo.toSorted(), ['chat-1', 'chat-2']);
    assert.equal(stages.get(id)?.model.signals[0]?.aborted, true);
  });

  describe('does something to a chat that was left behind', () => {
    const type = (text: string) => async (chat: Chat) => {
      chat.draft.update({ text });
      return Promise.resolve();
    };

    /** Leaves a chat with a question, which is let go of, for a new one. */
    async function leaveAsked(): Promise<string> {
      const { id, session } = chats.current;
      session.ask('Hello?');
      await end(id);
      const { conversation } = session;
      Object.assign(store, {
        load: async (one: string) => (one === id ? conversation : undefined),
      });
      await chats.newChat();
      assert.ok(letGo.includes(id));
      return id;
    }

    it('by bringing it back for that alone, with its queue', async () => {
      const id = await leaveAsked();
      const queue = [{ id: 'q', text: 'Next?' }];
      store.saveDraft(id, { text: 'Half a', queue });
      await Promise.all([
        chats.withChat(id, type('Half a question')),
        chats.withChat(id, type('Half')),
      ]);
      assert.deepEqual(await store.loadDraft(id), { text: 'Half', queue });
      assert.ok(!idsOf(chats.registry.all).includes(id));
      assert.notEqual(place.chat.id, id);
    });

    it('where it is where it is alive', async () => {
      const id = await leaveRunning();
      await chats.withChat(id, type('Half a question'));
      assert.ok(idsOf(chats.registry.running).includes(id));
      assert.equal(
        [...chats.registry.all].find((chat) => chat.id === id)?.draft.text,
        'Half a question',
      );
    });

    it('and finds it again for a new chat where nothing was asked in it', async () => {
      const asked = await leaveAsked();
      const blank = chats.current.id;
      await chats.open(asked);
      assert.ok(letGo.includes(blank));
      await chats.withChat(blank, type('Half a question'));
      await chats.newChat();
      assert.deepEqual([chats.current.id, chats.current.draft.text], [blank, 'Half a question']);
    });

    it('but not once it is deleted', async () => {
      const { id } = chats.current;
      chats.close(id);
      await chats.withChat(id, type('Half a question'));
      assert.deepEqual(saved, []);
    });

    it('but not where it is deleted while it is looked for', async () => {
      const id = await leaveAsked();
      deleteWhileRead();
      await chats.withChat(id, type('Half a question'));
      assert.deepEqual(saved, []);
      assert.deepEqual(idsOf(chats.registry.all), [place.chat.id]);
    });

    it('and releases it again when the action fails', async () => {
      const id = await leaveAsked();
      const failed = new Error('EMFILE');
      await assert.rejects(
        chats.withChat(id, () => Promise.reject(failed)),
        failed,
      );
      assert.ok(!idsOf(chats.registry.all).includes(id));
    });

    it('and again once it was brought back', async () => {
      const id = await leaveAsked();
      await chats.restore(id, chats.close(id));
      await chats.withChat(id, type('Half a question'));
      assert.equal(chats.current.id, id);
      assert.equal(chats.current.draft.text, 'Half a question');
    });
  });
});
