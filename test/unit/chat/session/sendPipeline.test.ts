import assert from 'node:assert/strict';
import { ChatDraft } from '../../../../src/chat/session/chatDraft';
import {
  type CheckResult,
  type SendCheck,
  SendPipeline,
} from '../../../../src/chat/session/sendPipeline';
import type { StreamPart } from '../../../../src/chat/ports';
import { emptyDraft } from '../../../../src/shared/conversation/draft';
import { settled, stage, type ChatFixture } from '../fakes';

const stop: StreamPart = { type: 'finish', reason: 'stop' };

interface Piped extends ChatFixture {
  readonly pipeline: SendPipeline;
  readonly draft: ChatDraft;
  /** How often the connection was resolved. */
  readonly resolved: () => number;
  readonly errors: unknown[];
}

function piped(...checks: readonly SendCheck[]): Piped {
  const staged = stage();
  const draft = new ChatDraft(emptyDraft, () => undefined);
  let resolved = 0;
  const errors: unknown[] = [];
  const pipeline = new SendPipeline({
    session: staged.session,
    draft,
    resolveConnection: () => {
      resolved += 1;
      return Promise.resolve({ kind: 'unexpected' });
    },
    checks,
    isBusy: () => false,
    reportError: (error) => errors.push(error),
  });
  return { ...staged, pipeline, draft, resolved: () => resolved, errors };
}

/** A check that holds each question until the test answers. */
function holding(): {
  readonly check: SendCheck;
  readonly answer: (isAllowed: boolean) => Promise<void>;
  readonly signals: AbortSignal[];
} {
  const signals: AbortSignal[] = [];
  let answer: (isAllowed: boolean) => void = () => undefined;
  return {
    check: (_send, _connection, signal) => {
      signals.push(signal);
      return { answered: new Promise((resolve) => (answer = resolve)) };
    },
    answer: async (isAllowed) => {
      answer(isAllowed);
      await settled();
    },
    signals,
  };
}

const textsOf = ({ session }: ChatFixture): readonly string[] =>
  session.conversation.messages.flatMap((message) =>
    message.kind === 'question' ? [message.text] : [],
  );

describe('SendPipeline', () => {
  it('asks after all checks passed, in their order, with the connection resolved once', async () => {
    const passed: string[] = [];
    const check =
      (name: string, result: CheckResult): SendCheck =>
      () => {
        passed.push(name);
        return result;
      };
    const chat = piped(check('first', true), check('second', true), check('third', true));
    assert.equal(await chat.pipeline.ask('Why?'), true);
    assert.deepEqual(passed, ['first', 'second', 'third']);
    assert.equal(chat.resolved(), 1);
    assert.deepEqual(textsOf(chat), ['Why?']);
  });

  it('asks nothing when a check refuses, and runs no later check', async () => {
    const chat = piped(
      () => false,
      () => assert.fail('a later check ran'),
    );
    assert.equal(await chat.pipeline.ask('Why?'), false);
    assert.deepEqual(textsOf(chat), []);
  });

  it('holds a question until the user has answered, and then runs the later checks', async () => {
    const { check, answer } = holding();
    let later = 0;
    const chat = piped(check, () => {
      later += 1;
      return true;
    });
    assert.equal(await chat.pipeline.ask('Why?'), false);
    assert.equal(later, 0);
    await answer(true);
    assert.equal(later, 1);
    assert.deepEqual(textsOf(chat), ['Why?']);
    assert.equal(chat.resolved(), 1);
  });

  it('asks nothing when the user says no', async () => {
    const { check, answer } = holding();
    const chat = piped(check);
    await chat.pipeline.ask('Why?');
    await answer(false);
    assert.deepEqual(textsOf(chat), []);
  });

  it('cancels a held question when its draft changes, also after a yes that came too late', async () => {
    const { check, answer, signals } = holding();
    const chat = piped(check);
    chat.draft.update({ text: 'Why?' });
    await chat.pipeline.ask('Why?');
    chat.draft.update({ text: 'Why not?' });
    assert.equal(signals[0]?.aborted, true);
    await answer(true);
    assert.deepEqual(textsOf(chat), []);
  });

  it('cancels a question whose draft changes while the connection is resolved', async () => {
    const chat = piped(() => true);
    chat.draft.update({ text: 'Why?' });
    const asking = chat.pipeline.ask('Why?');
    chat.draft.update({ text: '' });
    assert.equal(await asking, false);
    assert.deepEqual(textsOf(chat), []);
  });

  it('keeps a retry that is held when the draft changes', async () => {
    const { check, answer, signals } = holding();
    const chat = piped(check);
    chat.session.ask('Why?');
    await chat.model.end({ type: 'text', text: 'So.' }, stop);
    const { id } = chat.answer();
    await chat.pipeline.retry(id);
    chat.draft.update({ text: 'Something else' });
    assert.equal(signals[0]?.aborted, false);
    await answer(true);
    assert.notEqual(chat.answer().id, id);
  });

  it('holds one question at a time: a new one takes the place of the one before', async () => {
    const { check, answer, signals } = holding();
    const chat = piped(check);
    await chat.pipeline.ask('First?');
    await chat.pipeline.ask('Second?');
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [true, false],
    );
    await answer(true);
    assert.deepEqual(textsOf(chat), ['Second?']);
  });

  it('sends a question once when it is sent twice at the same time', async () => {
    const chat = piped(async () => {
      await settled();
      return true;
    });
    const [first, second] = await Promise.all([
      chat.pipeline.ask('Why?'),
      chat.pipeline.ask('Why?'),
    ]);
    assert.deepEqual([first, second], [false, true]);
    assert.deepEqual(textsOf(chat), ['Why?']);
  });

  it('refuses blank text, and any question while an answer is running', async () => {
    const chat = piped(() => true);
    assert.equal(await chat.pipeline.ask(' \n'), false);
    chat.session.ask('Why?');
    assert.equal(await chat.pipeline.ask('And?'), false);
    assert.equal(chat.resolved(), 0);
  });

  it('cancels a held question when something else is asked, chosen or continued', async () => {
    const { check, signals } = holding();
    const chat = piped(check);
    await chat.pipeline.ask('Why?');
    chat.session.chooseModel('model-b');
    await chat.pipeline.ask('Why?');
    chat.session.ask('Something else?');
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [true, true],
    );
  });

  it('runs all checks again on restart', async () => {
    const { check, answer, signals } = holding();
    const chat = piped(check);
    await chat.pipeline.ask('Why?');
    chat.pipeline.restart();
    await settled();
    assert.deepEqual([signals.length, signals[0]?.aborted, chat.resolved()], [2, true, 2]);
    await answer(true);
    assert.deepEqual(textsOf(chat), ['Why?']);
  });

  it('rejects when a check throws, and can send the next question', async () => {
    const failure = new Error('SecretStorage is locked');
    let isLocked = true;
    const chat = piped(() => {
      if (isLocked) {
        throw failure;
      }
      return true;
    });
    await assert.rejects(chat.pipeline.ask('Why?'), failure);
    isLocked = false;
    assert.equal(await chat.pipeline.ask('Why?'), true);
  });

  it('passes a failure on when the connection cannot be resolved, without the error’s words', async () => {
    const { session } = stage();
    const connections: unknown[] = [];
    const pipeline = new SendPipeline({
      session,
      draft: new ChatDraft(emptyDraft, () => undefined),
      resolveConnection: () => Promise.reject(new Error('cannot read sk-secret')),
      checks: [(_send, connection) => connections.push(connection) > 0],
      isBusy: () => false,
      reportError: assert.ifError,
    });
    assert.equal(await pipeline.ask('Why?'), true);
    assert.deepEqual(connections, [{ kind: 'unexpected' }]);
  });

  it('reports what throws after the user has answered', async () => {
    const failure = new Error('disk full');
    const { check, answer } = holding();
    const chat = piped(check, () => {
      throw failure;
    });
    await chat.pipeline.ask('Why?');
    await answer(true);
    assert.deepEqual(chat.errors, [failure]);
    assert.deepEqual(textsOf(chat), []);
  });

  it('passes a request that is repeated with another model on without a question to check', async () => {
    const sends: unknown[] = [];
    const chat = piped(({ question }) => {
      sends.push(question);
      return true;
    });
    chat.session.ask('Why?');
    await chat.model.end({ type: 'failure', failure: { kind: 'modelNotFound', status: 404 } });
    let started = 0;
    const { id } = chat.answer();
    assert.equal(await chat.pipeline.retryWith(id, 'model-b', () => (started += 1)), true);
    assert.deepEqual([sends, started, chat.answer().model], [[undefined], 1, 'model-b']);
  });
});
