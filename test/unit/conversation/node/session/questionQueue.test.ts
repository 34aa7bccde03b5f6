import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Attachment } from '../../../../../src/conversation/common/attachment';
import type { Conversation } from '../../../../../src/conversation/common/conversation';
import { emptyDraft, type Draft } from '../../../../../src/conversation/common/draft';
import type { SendCheck } from '../../../../../src/conversation/node/send/sendCheck';
import { SendPipeline } from '../../../../../src/conversation/node/send/sendPipeline';
import { ChatDraft } from '../../../../../src/conversation/node/session/chatDraft';
import { QuestionQueue } from '../../../../../src/conversation/node/session/questionQueue';
import type { StreamPart } from '../../../../../src/gateway/common/chatModel';
import { propertyRuns } from '../../../../support/propertyRuns';
import { chatFixture, settle, type ChatFixture } from '../fakes';

const stop: StreamPart = { type: 'finish', reason: 'stop' };

interface QueueFixture extends ChatFixture {
  readonly queue: QuestionQueue;
  readonly draft: ChatDraft;
  /** All drafts that were saved, in order. */
  readonly saved: Draft[];
  /** The texts of the queue. */
  readonly texts: () => readonly string[];
  /** The texts of the questions in the conversation. */
  readonly askedTexts: () => readonly string[];
  /** Completes the running answer. */
  readonly complete: () => Promise<void>;
}

interface QueueOptions {
  readonly conversation?: Conversation;
  readonly draft?: Draft;
  /** The only check of the send pipeline. By default it passes after one turn of the event loop. */
  readonly check?: SendCheck;
}

async function passLater(): Promise<boolean> {
  await settle();
  return true;
}

let lastId = 0;

function queueFixture({
  conversation,
  draft: savedDraft = emptyDraft,
  check = passLater,
}: QueueOptions = {}): QueueFixture {
  const chat = chatFixture({}, undefined, conversation);
  const { session, model } = chat;
  const saved: Draft[] = [];
  const draft = new ChatDraft(savedDraft, (changed) => saved.push(changed));
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
    ...chat,
    queue,
    draft,
    saved,
    texts: () => queue.state.questions.map(({ text }) => text),
    askedTexts: () =>
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

function idOf({ queue }: QueueFixture, text: string): string {
  const found = queue.state.questions.find((question) => question.text === text);
  assert.ok(found, `“${text}” is queued`);
  return found.id;
}

describe('QuestionQueue', () => {
  it('takes the attachments of the message box along, keeps them in an edit, and asks with them', async () => {
    const { session, queue, draft, complete } = queueFixture();
    const attachments: readonly Attachment[] = [
      { id: '1', kind: 'file', name: 'a.ts', text: 'let a;', tokens: 3 },
    ];
    session.ask('One?');
    draft.update({ text: 'Two?', attachments });
    queue.add({ text: 'Two?', attachments });
    assert.equal(draft.isBoxEmpty, true);
    queue.setText(queue.state.questions[0]?.id ?? '', 'Two, edited?');
    await complete();
    const asked = session.conversation.messages.findLast(({ kind }) => kind === 'question');
    assert.deepEqual(asked?.kind === 'question' && [asked.text, asked.attachments], [
      'Two, edited?',
      attachments,
    ]);
  });

  it('asks each question once the answer before it is complete', async () => {
    const { session, queue, texts, askedTexts, complete } = queueFixture();
    session.ask('One?');
    queue.add({ text: 'Two?' });
    queue.add({ text: 'Three?' });
    assert.deepEqual(texts(), ['Two?', 'Three?']);
    assert.equal(queue.state.isPaused, false);
    await complete();
    assert.deepEqual([askedTexts(), texts()], [['One?', 'Two?'], ['Three?']]);
    assert.equal(session.isRunning, true);
    await complete();
    await complete();
    assert.deepEqual([askedTexts(), texts()], [['One?', 'Two?', 'Three?'], []]);
    assert.equal(session.isRunning, false);
  });

  const incompleteEnds: readonly (readonly [string, string | undefined, readonly StreamPart[]])[] =
    [
      ['failed', undefined, [{ type: 'failure', failure: { kind: 'serverError', status: 500 } }]],
      ['truncated', 'Half', [{ type: 'finish', reason: 'length' }]],
      ['filtered', 'Half', [{ type: 'finish', reason: 'content_filter' }]],
      ['interrupted', 'Half', [{ type: 'failure', failure: { kind: 'connectionLost' } }]],
    ];
  for (const [state, text, parts] of incompleteEnds) {
    it(`pauses when an answer is ${state}, and continues once a retry is complete`, async () => {
      const { session, model, queue, answer, askedTexts, complete } = queueFixture();
      session.ask('One?');
      queue.add({ text: 'Two?' });
      await model.emit(...(text === undefined ? [] : [{ type: 'text', text } as const]));
      await model.end(...parts);
      await settle();
      assert.equal(answer().state, state);
      assert.deepEqual([askedTexts(), queue.state.isPaused], [['One?'], true]);
      assert.equal(session.retry(answer().id), true);
      assert.equal(queue.state.isPaused, false);
      await complete();
      assert.deepEqual([askedTexts(), queue.state.questions], [['One?', 'Two?'], []]);
    });
  }

  it('sends nothing after Stop, not even a question whose checks are running', async () => {
    let finishCheck: (() => void) | undefined;
    const checkFinished = new Promise<void>((resolve) => {
      finishCheck = resolve;
    });
    const { session, model, queue, askedTexts } = queueFixture({
      check: async () => {
        await checkFinished;
        return true;
      },
    });
    session.ask('One?');
    queue.add({ text: 'Two?' });
    await settle();
    queue.stop();
    session.stop();
    await settle();
    assert.deepEqual([askedTexts(), queue.state.isPaused], [['One?'], true]);
    session.ask('Before those?');
    await model.end({ type: 'text', text: 'Yes.' }, stop);
    assert.equal(queue.isAsking, true, 'a check is running');
    queue.stop();
    finishCheck?.();
    await settle();
    assert.deepEqual([askedTexts(), queue.state.isPaused], [['One?', 'Before those?'], true]);
  });

  it('waits after Stop for one of several answers, also in another window, where the last one is complete', async () => {
    const { session, store, queue, complete, askedTexts } = queueFixture();
    session.ask('One?');
    await complete();
    const [, first] = session.conversation.messages;
    session.alsoAsk(first!.id, 'model-b');
    queue.add({ text: 'Two?' });
    await settle();
    const [other] = session.conversation.offPath;
    store.emitFromOtherWindow({ type: 'stopRequested', answerId: other!.id });
    await settle();
    await settle();
    assert.deepEqual([askedTexts(), queue.state.isPaused], [['One?'], true]);
  });

  it('asks the next question once when the user sends it', async () => {
    const { session, queue, texts, askedTexts } = queueFixture();
    session.ask('One?');
    queue.add({ text: 'Two?' });
    queue.add({ text: 'Three?' });
    session.stop();
    queue.sendNext();
    queue.sendNext();
    await settle();
    await settle();
    assert.deepEqual([askedTexts(), texts()], [['One?', 'Two?'], ['Three?']]);
    queue.sendNext();
    await settle();
    assert.equal(askedTexts().length, 2, 'not while an answer is running');
  });

  it('waits while a check holds the question, and does not send a question that was removed meanwhile', async () => {
    let allow: (() => void) | undefined;
    const fixture = queueFixture({
      check: () => ({
        answered: new Promise((resolve) => {
          allow = () => resolve(true);
        }),
      }),
    });
    const { session, queue, askedTexts, complete } = fixture;
    session.ask('One?');
    queue.add({ text: 'Two?' });
    queue.add({ text: 'Three?' });
    await complete();
    assert.deepEqual([askedTexts(), queue.state.isPaused], [['One?'], true]);
    allow?.();
    await settle();
    assert.deepEqual(askedTexts(), ['One?', 'Two?']);
    await complete();
    queue.setText(idOf(fixture, 'Three?'), 'Four?');
    allow?.();
    await settle();
    assert.deepEqual([askedTexts(), fixture.texts()], [['One?', 'Two?'], ['Four?']]);
  });

  it('asks at once when the answer was complete before the question arrived', async () => {
    const { session, queue, askedTexts, complete } = queueFixture();
    session.ask('One?');
    await complete();
    queue.add({ text: 'Two?' });
    await settle();
    await settle();
    assert.deepEqual(askedTexts(), ['One?', 'Two?']);
    session.stop();
    queue.add({ text: 'Three?' });
    await settle();
    assert.deepEqual([askedTexts().length, queue.state.isPaused], [2, true]);
  });

  it('asks a question now before the queued ones, without the message box, or has it wait first', async () => {
    let passes = true;
    const { session, queue, draft, texts, askedTexts, complete } = queueFixture({
      check: async () => passes,
      draft: { text: 'Typed', queue: [{ id: 'waiting', text: 'Waiting?' }] },
    });
    queue.askNow({ text: 'Now?' });
    await settle();
    assert.deepEqual([askedTexts(), texts(), draft.text], [['Now?'], ['Waiting?'], 'Typed']);
    await complete();
    await complete();
    assert.deepEqual([askedTexts(), texts()], [['Now?', 'Waiting?'], []]);
    passes = false;
    queue.askNow({ text: 'Rejected?' });
    await settle();
    assert.equal(session.isRunning, false);
    assert.deepEqual([texts(), queue.state.isPaused, draft.text], [['Rejected?'], true, 'Typed']);
  });

  it('moves text from the message box to the queue, where it can be edited', () => {
    const fixture = queueFixture();
    const { session, queue, draft, saved } = fixture;
    session.ask('One?');
    draft.update({ text: 'Two?' });
    queue.add({ text: 'Two?' });
    assert.deepEqual([draft.text, saved.at(-1)?.text], ['', '']);
    draft.update({ text: 'Half a thought' });
    queue.add({ text: 'Three?' });
    assert.equal(draft.text, 'Half a thought', 'it is another text');
    queue.setText(idOf(fixture, 'Two?'), ' ');
    queue.setText('of no question', 'Four?');
    assert.deepEqual(fixture.texts(), ['Two?', 'Three?']);
    queue.setText(idOf(fixture, 'Two?'), 'Two, or more?');
    assert.deepEqual(
      [fixture.texts(), draft.text],
      [['Two, or more?', 'Three?'], 'Half a thought'],
    );
    for (const { text, queue: questions } of saved.slice(1)) {
      const texts = [text, ...questions.map((question) => question.text)].join(' ');
      assert.ok(/Two(?:\?|, or)/u.test(texts), 'each saved draft has it in one of the two');
    }
  });

  it('moves, removes and clears questions, and fires only when something changed', () => {
    const fixture = queueFixture();
    const { session, queue, texts } = fixture;
    session.ask('One?');
    const lengths: number[] = [];
    queue.onDidChange(({ questions }) => lengths.push(questions.length));
    for (const text of ['a', 'b', 'c', ' \n']) {
      queue.add({ text });
    }
    queue.runAction(idOf(fixture, 'a'), 'moveUp');
    queue.runAction(idOf(fixture, 'c'), 'moveDown');
    queue.runAction('unknown', 'remove');
    assert.deepEqual(lengths, [1, 2, 3]);
    queue.runAction(idOf(fixture, 'c'), 'moveUp');
    assert.deepEqual(texts(), ['a', 'c', 'b']);
    queue.runAction(idOf(fixture, 'a'), 'moveDown');
    assert.deepEqual(texts(), ['c', 'a', 'b']);
    queue.runAction(idOf(fixture, 'a'), 'remove');
    assert.deepEqual(texts(), ['c', 'b']);
    queue.clear();
    assert.deepEqual(texts(), []);
  });

  it('does not clear a draft that equals the queued question that is asked', async () => {
    const { session, queue, draft, complete, askedTexts } = queueFixture();
    session.ask('One?');
    queue.add({ text: 'And?' });
    draft.update({ text: 'And?' });
    await complete();
    assert.deepEqual([askedTexts(), draft.text], [['One?', 'And?'], 'And?']);
  });

  it('is paused after a reload, without the question that was asked just before', async () => {
    const before = queueFixture();
    before.session.ask('One?');
    before.queue.add({ text: 'Two?' });
    before.queue.add({ text: 'Three?' });
    const savedDraft = before.saved.at(-1);
    assert.ok(savedDraft);
    await before.complete();
    const { conversation } = before.session;
    const after = queueFixture({ conversation, draft: savedDraft });
    assert.deepEqual(after.texts(), ['Three?']);
    await settle();
    assert.deepEqual(after.askedTexts(), ['One?', 'Two?']);
    assert.equal(after.saved.at(-1)?.queue.length, 1);
  });

  it('ignores answers of other windows, and removes questions that were asked there', async () => {
    const fixture = queueFixture();
    const { session, store, queue, draft, texts } = fixture;
    session.ask('One?');
    await fixture.complete();
    const [question, answer] = session.conversation.messages;
    assert.ok(question?.kind === 'question' && answer?.kind === 'answer');
    draft.update({ text: 'Here?' });
    const theirAnswer = {
      ...answer,
      id: 'their-answer',
      questionId: 'theirs',
      state: 'waiting',
    } as const;
    store.emitFromOtherWindow({
      type: 'asked',
      question: { ...question, id: 'theirs', text: 'Here?', parentId: answer.id },
      answer: theirAnswer,
    });
    assert.equal(draft.text, 'Here?', 'the draft of this window stays');
    queue.add({ text: 'Two?' });
    store.emitFromOtherWindow({
      type: 'ended',
      answerId: theirAnswer.id,
      state: 'complete',
      outcome: { endedAt: 1 },
    });
    await settle();
    assert.deepEqual([texts(), queue.state.isPaused], [['Two?'], true]);
    store.emitFromOtherWindow({
      type: 'asked',
      question: { ...question, id: idOf(fixture, 'Two?'), text: 'Two?', parentId: theirAnswer.id },
      answer: { ...theirAnswer, id: 'another', questionId: idOf(fixture, 'Two?') },
    });
    assert.deepEqual(texts(), []);
  });

  it('neither loses nor repeats a question, whatever the order of events', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }),
        async (steps) => {
          const queue = new ModeledQueue();
          for (const [name, pick] of steps) {
            await queue.run(name, pick);
            queue.check();
          }
        },
      ),
      { numRuns: propertyRuns(250) },
    );
  });
});

const steps = [
  ...(['queue', 'ask', 'complete', 'fail', 'truncate', 'stop', 'stopDuringChecks'] as const),
  ...(['retry', 'sendNext', 'edit', 'moveUp', 'moveDown', 'remove', 'clear'] as const),
  ...(['reload', 'crashBeforeDraftIsSaved'] as const),
];
const step = fc.tuple(fc.constantFrom(...steps), fc.nat(5));

/** A queue, and a simple model of it without IDs, events and promises: both must always agree. */
class ModeledQueue {
  #fixture = queueFixture();
  #questionCount = 0;
  /** The model: the queued texts, the text of the message box, the asked texts, and the last answer. */
  #queue: string[] = [];
  #messageBox = '';
  #asked: string[] = [];
  #lastAnswer: 'running' | 'complete' | 'incomplete' | undefined;
  /** The last two drafts that were saved. */
  #previousDraft: Draft = emptyDraft;
  #lastDraft: Draft = emptyDraft;

  async run(name: (typeof steps)[number], pick: number): Promise<void> {
    const { session, model, queue, draft, answer } = this.#fixture;
    const index = this.#queue.length === 0 ? -1 : pick % this.#queue.length;
    const id = queue.state.questions[index]?.id ?? 'unknown';
    const isRunning = this.#lastAnswer === 'running';
    switch (name) {
      case 'queue': {
        const text = this.#newText();
        draft.update({ text });
        queue.add({ text });
        this.#messageBox = '';
        this.#queue.push(text);
        if (this.#lastAnswer === 'complete' && this.#queue.length === 1) {
          this.#askFirst();
        }
        break;
      }
      case 'ask': {
        const text = this.#newText();
        if (!isRunning) {
          session.ask(text);
          this.#asked.push(text);
          this.#lastAnswer = 'running';
        }
        break;
      }
      case 'complete':
      case 'fail':
      case 'truncate':
        if (isRunning) {
          await model.end({ type: 'text', text: 'x' }, ...endings[name]);
          this.#lastAnswer = name === 'complete' ? 'complete' : 'incomplete';
          if (name === 'complete') {
            this.#askFirst();
          }
        }
        break;
      case 'stop':
        queue.stop();
        session.stop();
        this.#lastAnswer = isRunning ? 'incomplete' : this.#lastAnswer;
        break;
      case 'stopDuringChecks':
        if (isRunning) {
          this.#lastAnswer = 'complete';
          const subscription = session.onDidChange(({ type }) => type === 'ended' && queue.stop());
          await model.end({ type: 'text', text: 'x' }, stop);
          subscription.dispose();
        }
        break;
      case 'retry':
        if (!isRunning && this.#asked.length > 0) {
          session.retry(answer().id);
          this.#lastAnswer = 'running';
        }
        break;
      case 'sendNext':
        queue.sendNext();
        if (!isRunning) {
          this.#askFirst();
        }
        break;
      case 'edit':
        queue.setText(id, `${this.#queue[index]}!`);
        this.#queue = this.#queue.map((text, at) => (at === index ? `${text}!` : text));
        break;
      case 'moveUp':
      case 'moveDown': {
        queue.runAction(id, name);
        const to = index + (name === 'moveUp' ? -1 : 1);
        const moved = this.#queue[index];
        if (moved !== undefined && to >= 0 && to < this.#queue.length) {
          this.#queue = this.#queue.toSpliced(index, 1).toSpliced(to, 0, moved);
        }
        break;
      }
      case 'remove':
        queue.runAction(id, 'remove');
        this.#queue = this.#queue.toSpliced(index, index < 0 ? 0 : 1);
        break;
      case 'clear':
        queue.clear();
        this.#queue = [];
        break;
      case 'reload':
        this.#reopen(this.#lastDraft);
        break;
      case 'crashBeforeDraftIsSaved':
        // `asked` is on disk before the draft without the question: a crash can lose only the latter.
        this.#reopen(this.#lastDraftRemovedAsked() ? this.#previousDraft : this.#lastDraft);
        break;
    }
    await settle();
    await settle();
    this.#recordDrafts();
  }

  check(): void {
    const { queue, draft, session, texts, askedTexts } = this.#fixture;
    assert.deepEqual(texts(), this.#queue);
    assert.deepEqual(askedTexts(), this.#asked);
    assert.equal(new Set(askedTexts()).size, askedTexts().length, 'none is asked twice');
    assert.equal(draft.text, this.#messageBox);
    const isRunning = this.#lastAnswer === 'running';
    assert.equal(session.isRunning, isRunning);
    assert.equal(queue.state.isPaused, this.#queue.length > 0 && !isRunning);
    assert.deepEqual(this.#lastDraft, { text: draft.text, queue: draft.queue });
  }

  /** The first question leaves the queue and is asked. */
  #askFirst(): void {
    const first = this.#queue.shift();
    if (first !== undefined) {
      this.#asked.push(first);
      this.#lastAnswer = 'running';
    }
  }

  #newText(): string {
    return `Question ${(this.#questionCount += 1)}?`;
  }

  #recordDrafts(): void {
    const { saved } = this.#fixture;
    this.#previousDraft =
      saved.at(-2) ?? (saved.length === 1 ? this.#lastDraft : this.#previousDraft);
    this.#lastDraft = saved.at(-1) ?? this.#lastDraft;
    saved.length = 0;
  }

  /** Whether the last two saved drafts differ only by a question that was asked. */
  #lastDraftRemovedAsked(): boolean {
    const [first, ...rest] = this.#previousDraft.queue;
    return (
      first !== undefined &&
      this.#asked.includes(first.text) &&
      isDeepStrictEqual({ ...this.#previousDraft, queue: rest }, this.#lastDraft)
    );
  }

  #reopen(draft: Draft): void {
    const { session, queue } = this.#fixture;
    const { conversation } = session;
    queue.dispose();
    session.dispose();
    this.#fixture = queueFixture({ conversation, draft });
    if (this.#lastAnswer === 'running') {
      // No other window runs the answer, so it becomes orphaned.
      this.#fixture.clock.advance(10_000);
      this.#lastAnswer = 'incomplete';
    }
  }
}

const endings: Record<'complete' | 'fail' | 'truncate', readonly StreamPart[]> = {
  complete: [stop],
  fail: [{ type: 'failure', failure: { kind: 'serverError', status: 500 } }],
  truncate: [{ type: 'finish', reason: 'length' }],
};
