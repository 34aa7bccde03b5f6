import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { ChatDraft } from '../../../../src/chat/session/chatDraft';
import type { StreamPart } from '../../../../src/chat/ports';
import { QuestionQueue } from '../../../../src/chat/session/questionQueue';
import { type SendCheck, SendPipeline } from '../../../../src/chat/session/sendPipeline';
import type { Conversation } from '../../../../src/shared/conversation/conversation';
import { type Draft, emptyDraft, prependText } from '../../../../src/shared/conversation/draft';
import { settle, chatFixture, type ChatFixture } from '../fakes';

const stop: StreamPart = { type: 'finish', reason: 'stop' };

interface Queued extends ChatFixture {
  readonly queue: QuestionQueue;
  readonly draft: ChatDraft;
  /** All that was saved, in order. */
  readonly saved: Draft[];
  readonly texts: () => readonly string[];
  /** The questions of the conversation. */
  readonly asked: () => readonly string[];
  /** Lets the answer that runs end well. */
  readonly complete: () => Promise<void>;
}

interface Kept {
  readonly conversation?: Conversation;
  readonly draft?: Draft;
  /** The one check of the send pipeline; takes a turn of the event loop and passes by default. */
  readonly check?: SendCheck;
}

async function passLater(): Promise<boolean> {
  await settle();
  return true;
}

let lastId = 0;

function queued({ conversation, draft: kept = emptyDraft, check = passLater }: Kept = {}): Queued {
  const staged = chatFixture({}, undefined, conversation);
  const { session, model } = staged;
  const saved: Draft[] = [];
  const draft = new ChatDraft(kept, (now) => saved.push(now));
  const queue = new QuestionQueue({
    session,
    draft,
    newId: () => `queued-${(lastId += 1)}`,
    pipeline: new SendPipeline({
      session,
      draft,
      resolveConnection: () => Promise.resolve({ kind: 'unexpected' }),
      checks: [check],
      isBusy: () => false,
      reportError: assert.ifError,
    }),
    reportError: assert.ifError,
  });
  return {
    ...staged,
    queue,
    draft,
    saved,
    texts: () => queue.state.questions.map(({ text }) => text),
    asked: () =>
      session.conversation.messages.flatMap((message) =>
        message.kind === 'question' ? [message.text] : [],
      ),
    complete: async () => {
      await model.end({ type: 'text', text: 'Yes.' }, stop);
      await settle();
      await settle();
    },
  };
}

function idOf({ queue }: Queued, text: string): string {
  const found = queue.state.questions.find((question) => question.text === text);
  assert.ok(found, `“${text}” is queued`);
  return found.id;
}

describe('QuestionQueue', () => {
  it('asks each question once the answer before it is complete', async () => {
    const { session, queue, texts, asked, complete } = queued();
    session.ask('One?');
    queue.add('Two?');
    queue.add('Three?');
    assert.deepEqual(texts(), ['Two?', 'Three?']);
    assert.equal(queue.state.isPaused, false);
    await complete();
    assert.deepEqual([asked(), texts()], [['One?', 'Two?'], ['Three?']]);
    assert.equal(session.isRunning, true);
    await complete();
    await complete();
    assert.deepEqual([asked(), texts()], [['One?', 'Two?', 'Three?'], []]);
    assert.equal(session.isRunning, false);
  });

  const badEnds: readonly (readonly [string, string | undefined, readonly StreamPart[]])[] = [
    ['failed', undefined, [{ type: 'failure', failure: { kind: 'serverError', status: 500 } }]],
    ['truncated', 'Half', [{ type: 'finish', reason: 'length' }]],
    ['filtered', 'Half', [{ type: 'finish', reason: 'content_filter' }]],
    ['interrupted', 'Half', [{ type: 'failure', failure: { kind: 'connectionLost' } }]],
  ];
  for (const [state, text, parts] of badEnds) {
    it(`pauses when an answer is ${state}, and continues once a retry is complete`, async () => {
      const { session, model, queue, answer, asked, complete } = queued();
      session.ask('One?');
      queue.add('Two?');
      await model.emit(...(text === undefined ? [] : [{ type: 'text', text } as const]));
      await model.end(...parts);
      await settle();
      assert.equal(answer().state, state);
      assert.deepEqual([asked(), queue.state.isPaused], [['One?'], true]);
      assert.equal(session.retry(answer().id), true);
      assert.equal(queue.state.isPaused, false);
      await complete();
      assert.deepEqual([asked(), queue.state.questions], [['One?', 'Two?'], []]);
    });
  }

  it('sends nothing after Stop, not even the question that is on its way', async () => {
    let arrive: (() => void) | undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const { session, model, queue, asked } = queued({
      check: async () => {
        await arrived;
        return true;
      },
    });
    session.ask('One?');
    queue.add('Two?');
    await settle();
    queue.stop();
    session.stop();
    await settle();
    assert.deepEqual([asked(), queue.state.isPaused], [['One?'], true]);
    session.ask('Before those?');
    await model.end({ type: 'text', text: 'Yes.' }, stop);
    assert.equal(queue.isAsking, true, 'a check is running');
    queue.stop();
    arrive?.();
    await settle();
    assert.deepEqual([asked(), queue.state.isPaused], [['One?', 'Before those?'], true]);
  });

  it('asks the next question once when the user sends it', async () => {
    const { session, queue, texts, asked } = queued();
    session.ask('One?');
    queue.add('Two?');
    queue.add('Three?');
    session.stop();
    queue.sendNext();
    queue.sendNext();
    await settle();
    await settle();
    assert.deepEqual([asked(), texts()], [['One?', 'Two?'], ['Three?']]);
    queue.sendNext();
    await settle();
    assert.equal(asked().length, 2, 'not while an answer runs');
  });

  it('waits while a check holds the question, and does not send one that left the queue meanwhile', async () => {
    let allow: (() => void) | undefined;
    const staged = queued({
      check: () => ({
        answered: new Promise((resolve) => {
          allow = () => resolve(true);
        }),
      }),
    });
    const { session, queue, draft, asked, complete } = staged;
    session.ask('One?');
    queue.add('Two?');
    queue.add('Three?');
    await complete();
    assert.deepEqual([asked(), queue.state.isPaused], [['One?'], true]);
    allow?.();
    await settle();
    assert.deepEqual(asked(), ['One?', 'Two?']);
    await complete();
    queue.runAction(idOf(staged, 'Three?'), 'edit');
    allow?.();
    await settle();
    assert.deepEqual([asked(), draft.text], [['One?', 'Two?'], 'Three?']);
  });

  it('asks at once when the answer was complete before the question arrived', async () => {
    const { session, queue, asked, complete } = queued();
    session.ask('One?');
    await complete();
    queue.add('Two?');
    await settle();
    await settle();
    assert.deepEqual(asked(), ['One?', 'Two?']);
    session.stop();
    queue.add('Three?');
    await settle();
    assert.deepEqual([asked().length, queue.state.isPaused], [2, true]);
  });

  it('takes its text out of the message box and puts it back before the text there', () => {
    const staged = queued();
    const { session, queue, draft, saved } = staged;
    session.ask('One?');
    draft.update({ text: 'Two?' });
    queue.add('Two?');
    assert.deepEqual([draft.text, saved.at(-1)?.text], ['', '']);
    draft.update({ text: 'Half a thought' });
    queue.add('Three?');
    assert.equal(draft.text, 'Half a thought', 'typed since');
    queue.runAction(idOf(staged, 'Two?'), 'edit');
    assert.equal(draft.text, 'Two?\n\nHalf a thought');
    assert.deepEqual(staged.texts(), ['Three?']);
    for (const { text, queue: kept } of saved.slice(1)) {
      const words = [text, ...kept.map((one) => one.text)].join(' ');
      assert.ok(words.includes('Two?'), 'no save has it in neither');
    }
  });

  it('moves, removes and clears questions, and fires only for changes', () => {
    const staged = queued();
    const { session, queue, texts } = staged;
    session.ask('One?');
    const told: number[] = [];
    queue.onDidChange(({ questions }) => told.push(questions.length));
    for (const text of ['a', 'b', 'c', ' \n']) {
      queue.add(text);
    }
    queue.runAction(idOf(staged, 'a'), 'moveUp');
    queue.runAction(idOf(staged, 'c'), 'moveDown');
    queue.runAction('nobody', 'remove');
    assert.deepEqual(told, [1, 2, 3]);
    queue.runAction(idOf(staged, 'c'), 'moveUp');
    assert.deepEqual(texts(), ['a', 'c', 'b']);
    queue.runAction(idOf(staged, 'a'), 'moveDown');
    assert.deepEqual(texts(), ['c', 'a', 'b']);
    queue.runAction(idOf(staged, 'a'), 'remove');
    assert.deepEqual(texts(), ['c', 'b']);
    queue.clear();
    assert.deepEqual(texts(), []);
  });

  it('keeps a draft that equals the queued question being asked', async () => {
    const { session, queue, draft, complete, asked } = queued();
    session.ask('One?');
    queue.add('And?');
    draft.update({ text: 'And?' });
    await complete();
    assert.deepEqual([asked(), draft.text], [['One?', 'And?'], 'And?']);
  });

  it('pauses after a reload, without the question asked just before it', async () => {
    const before = queued();
    before.session.ask('One?');
    before.queue.add('Two?');
    before.queue.add('Three?');
    const kept = before.saved.at(-1);
    assert.ok(kept);
    await before.complete();
    const { conversation } = before.session;
    const after = queued({ conversation, draft: kept });
    assert.deepEqual(after.texts(), ['Three?']);
    await settle();
    assert.deepEqual(after.asked(), ['One?', 'Two?']);
    assert.equal(after.saved.at(-1)?.queue.length, 1);
  });

  it('ignores answers of other windows and removes questions asked there', async () => {
    const staged = queued();
    const { session, store, queue, draft, texts } = staged;
    session.ask('One?');
    await staged.complete();
    const [question, answer] = session.conversation.messages;
    assert.ok(question?.kind === 'question' && answer?.kind === 'answer');
    draft.update({ text: 'Here?' });
    const theirs = {
      ...answer,
      id: 'their-answer',
      questionId: 'theirs',
      state: 'waiting',
    } as const;
    store.emitFromOtherWindow({
      type: 'asked',
      question: { ...question, id: 'theirs', text: 'Here?', parentId: answer.id },
      answer: theirs,
    });
    assert.equal(draft.text, 'Here?', 'what stands in the box of this window');
    queue.add('Two?');
    store.emitFromOtherWindow({
      type: 'ended',
      answerId: theirs.id,
      state: 'complete',
      outcome: { endedAt: 1 },
    });
    await settle();
    assert.deepEqual([texts(), queue.state.isPaused], [['Two?'], true]);
    store.emitFromOtherWindow({
      type: 'asked',
      question: { ...question, id: idOf(staged, 'Two?'), text: 'Two?', parentId: theirs.id },
      answer: { ...theirs, id: 'another', questionId: idOf(staged, 'Two?') },
    });
    assert.deepEqual(texts(), []);
  });

  it('neither loses nor repeats a question in any order of events', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }),
        async (steps) => {
          const world = new World();
          for (const [name, pick] of steps) {
            await world.take(name, pick);
            world.check();
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});

const steps = [
  ...(['queue', 'ask', 'complete', 'fail', 'truncate', 'stop', 'stopOnTheWay'] as const),
  ...(['retry', 'sendNext', 'edit', 'moveUp', 'moveDown', 'remove', 'empty'] as const),
  ...(['reload', 'crashBeforeTheDraftIsSaved'] as const),
];
const step = fc.tuple(fc.constantFrom(...steps), fc.nat(5));

/** The queue beside a model of it, which knows nothing of IDs, events or promises. */
class World {
  #real = queued();
  #count = 0;
  /** The model: what is queued, in order; the box; what was asked, in order; what was thrown away. */
  #queue: string[] = [];
  #box = '';
  #asked: string[] = [];
  #gone: string[] = [];
  #last: 'running' | 'complete' | 'bad' | undefined;
  /** The draft on disk before the one that was saved last. */
  #before: Draft = emptyDraft;
  #onDisk: Draft = emptyDraft;

  async take(name: (typeof steps)[number], pick: number): Promise<void> {
    const { session, model, queue, draft, answer } = this.#real;
    const place = this.#queue.length === 0 ? -1 : pick % this.#queue.length;
    const id = queue.state.questions[place]?.id ?? 'nobody';
    const running = this.#last === 'running';
    switch (name) {
      case 'queue': {
        const text = this.#text();
        draft.update({ text });
        queue.add(text);
        this.#gone.push(this.#box);
        this.#box = '';
        this.#queue.push(text);
        if (this.#last === 'complete' && this.#queue.length === 1) {
          this.#next();
        }
        break;
      }
      case 'ask': {
        const text = this.#text();
        if (!running) {
          session.ask(text);
          this.#asked.push(text);
          this.#last = 'running';
        }
        break;
      }
      case 'complete':
      case 'fail':
      case 'truncate':
        if (running) {
          await model.end({ type: 'text', text: 'x' }, ...ends[name]);
          this.#last = name === 'complete' ? 'complete' : 'bad';
          if (name === 'complete') {
            this.#next();
          }
        }
        break;
      case 'stop':
        queue.stop();
        session.stop();
        this.#last = running ? 'bad' : this.#last;
        break;
      case 'stopOnTheWay':
        if (running) {
          this.#last = 'complete';
          const pressed = session.onDidChange(({ type }) => type === 'ended' && queue.stop());
          await model.end({ type: 'text', text: 'x' }, stop);
          pressed.dispose();
        }
        break;
      case 'retry':
        if (!running && this.#asked.length > 0) {
          session.retry(answer().id);
          this.#last = 'running';
        }
        break;
      case 'sendNext':
        queue.sendNext();
        if (!running) {
          this.#next();
        }
        break;
      case 'edit':
        queue.runAction(id, 'edit');
        this.#box = prependText(this.#queue[place] ?? '', this.#box);
        this.#box = place < 0 ? draft.text : this.#box;
        this.#queue = this.#queue.toSpliced(place, place < 0 ? 0 : 1);
        break;
      case 'moveUp':
      case 'moveDown': {
        queue.runAction(id, name);
        const to = place + (name === 'moveUp' ? -1 : 1);
        const moved = this.#queue[place];
        if (moved !== undefined && to >= 0 && to < this.#queue.length) {
          this.#queue = this.#queue.toSpliced(place, 1).toSpliced(to, 0, moved);
        }
        break;
      }
      case 'remove':
        queue.runAction(id, 'remove');
        this.#gone.push(...this.#queue.splice(place, place < 0 ? 0 : 1));
        break;
      case 'empty':
        queue.clear();
        this.#gone.push(...this.#queue.splice(0));
        break;
      case 'reload':
        this.#reopen(this.#onDisk);
        break;
      case 'crashBeforeTheDraftIsSaved':
        // Only the change that follows a question's leaving may be missing: `asked` is on disk first.
        this.#reopen(this.#lacksAsked() ? this.#before : this.#onDisk);
        break;
    }
    await settle();
    await settle();
    this.#keep();
  }

  check(): void {
    const { queue, draft, session, texts, asked } = this.#real;
    assert.deepEqual(texts(), this.#queue);
    assert.deepEqual(asked(), this.#asked);
    assert.equal(new Set(asked()).size, asked().length, 'none is asked twice');
    assert.equal(draft.text, this.#box);
    assert.equal(session.isRunning, this.#last === 'running');
    assert.equal(queue.state.isPaused, this.#queue.length > 0 && this.#last !== 'running');
    assert.deepEqual(this.#onDisk, { text: draft.text, queue: draft.queue });
  }

  /** The first of the queue leaves. */
  #next(): void {
    const first = this.#queue.shift();
    if (first !== undefined) {
      this.#asked.push(first);
      this.#last = 'running';
    }
  }

  #text(): string {
    return `Question ${(this.#count += 1)}?`;
  }

  #keep(): void {
    const { saved } = this.#real;
    this.#before = saved.at(-2) ?? (saved.length === 1 ? this.#onDisk : this.#before);
    this.#onDisk = saved.at(-1) ?? this.#onDisk;
    saved.length = 0;
  }

  /** Whether the draft that was saved last differs from the one before by a question that was asked. */
  #lacksAsked(): boolean {
    const [first, ...rest] = this.#before.queue;
    return (
      first !== undefined &&
      this.#asked.includes(first.text) &&
      isDeepStrictEqual({ ...this.#before, queue: rest }, this.#onDisk)
    );
  }

  #reopen(draft: Draft): void {
    const { session, queue } = this.#real;
    const { conversation } = session;
    queue.dispose();
    session.dispose();
    this.#real = queued({ conversation, draft });
    if (this.#last === 'running') {
      // No other window gives the answer: it was left by the one that closed.
      this.#real.clock.advance(10_000);
      this.#last = 'bad';
    }
  }
}

const ends: Record<'complete' | 'fail' | 'truncate', readonly StreamPart[]> = {
  complete: [stop],
  fail: [{ type: 'failure', failure: { kind: 'serverError', status: 500 } }],
  truncate: [{ type: 'finish', reason: 'length' }],
};
