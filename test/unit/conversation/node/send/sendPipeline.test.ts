import assert from 'node:assert/strict';
import fc from 'fast-check';
import { shownAnswers } from '../../../../../src/conversation/common/answerGroups';
import type { Attachment } from '../../../../../src/conversation/common/attachment';
import {
  newConversation,
  type QuestionContent,
} from '../../../../../src/conversation/common/conversation';
import { emptyDraft } from '../../../../../src/conversation/common/draft';
import {
  inOrder,
  type SendCheck,
  type SendChecks,
} from '../../../../../src/conversation/node/send/sendCheck';
import { SendPipeline } from '../../../../../src/conversation/node/send/sendPipeline';
import { ChatDraft } from '../../../../../src/conversation/node/session/chatDraft';
import type { StreamPart } from '../../../../../src/gateway/common/chatModel';
import { type GatewayRef } from '../../../../../src/gateway/common/gatewayRef';
import { propertyRuns } from '../../../../support/propertyRuns';
import { chatFixture, connectionTo, reopenedChat, settle, type ChatFixture } from '../fakes';

const home: GatewayRef = { baseUrl: 'https://home.example/v1' };
const other: GatewayRef = { baseUrl: 'https://other.example/v1' };
const stop: StreamPart = { type: 'finish', reason: 'stop' };

interface PipelineFixture extends ChatFixture {
  readonly pipeline: SendPipeline;
  readonly draft: ChatDraft;
  /** The gateway of the settings. */
  gateway: GatewayRef;
  /** How often the connection was resolved. */
  readonly resolveCount: () => number;
  readonly errors: unknown[];
}

function pipelineFixture(checks: readonly SendCheck[], chat = chatFixture()): PipelineFixture {
  const draft = new ChatDraft(emptyDraft, () => undefined);
  let resolveCount = 0;
  const errors: unknown[] = [];
  const pipeline = new SendPipeline({
    session: chat.session,
    draft,
    resolveConnection: () => {
      resolveCount += 1;
      return Promise.resolve(connectionTo(fixture.gateway));
    },
    checks,
    isBusy: () => false,
    reportError: (error) => errors.push(error),
  });
  const fixture = {
    ...chat,
    pipeline,
    draft,
    gateway: home,
    resolveCount: () => resolveCount,
    errors,
  };
  return fixture;
}

/** A check that holds each question until the test answers its prompt. */
function holdingCheck(): {
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
      await settle();
    },
    signals,
  };
}

function file(name: string): Attachment {
  return { id: `id of ${name}`, kind: 'file', name, text: `Content of ${name}`, tokens: 3 };
}

const textsOf = ({ session }: ChatFixture): readonly string[] =>
  session.conversation.messages.flatMap((message) =>
    message.kind === 'question' ? [message.text] : [],
  );

describe('SendPipeline', () => {
  it('runs the check of each stage in order, resolves the connection once, then asks', async () => {
    const passed: string[] = [];
    const check =
      (stage: string): SendCheck =>
      () =>
        passed.push(stage) > 0;
    const checks: SendChecks = {
      attachments: check('attachments'),
      budget: check('budget'),
      connection: check('connection'),
      contextLimit: check('contextLimit'),
      gatewayConsent: check('gatewayConsent'),
      secrets: check('secrets'),
      setup: check('setup'),
      visibleText: check('visibleText'),
      workspacePrompt: check('workspacePrompt'),
    };
    const chat = pipelineFixture(inOrder(checks));
    assert.equal(await chat.pipeline.ask('Why?'), true);
    assert.deepEqual(passed, [
      'setup',
      'gatewayConsent',
      'workspacePrompt',
      'visibleText',
      'attachments',
      'secrets',
      'connection',
      'contextLimit',
      'budget',
    ]);
    assert.equal(chat.resolveCount(), 1);
    assert.deepEqual(textsOf(chat), ['Why?']);
  });

  it('sends nothing and runs no later check when a check refuses', async () => {
    const chat = pipelineFixture([() => false, () => assert.fail('a later check ran')]);
    assert.equal(await chat.pipeline.ask('Why?'), false);
    assert.deepEqual(textsOf(chat), []);
  });

  it('holds a question until the user answers the prompt, then runs the later checks', async () => {
    const { check, answer } = holdingCheck();
    let later = 0;
    const chat = pipelineFixture([
      check,
      () => {
        later += 1;
        return true;
      },
    ]);
    assert.equal(await chat.pipeline.ask('Why?'), false);
    assert.equal(later, 0);
    await answer(true);
    assert.equal(later, 1);
    assert.deepEqual(textsOf(chat), ['Why?']);
    assert.equal(chat.resolveCount(), 1);
  });

  it('sends nothing when the user declines', async () => {
    const { check, answer } = holdingCheck();
    const chat = pipelineFixture([check]);
    await chat.pipeline.ask('Why?');
    await answer(false);
    assert.deepEqual(textsOf(chat), []);
  });

  it('cancels a held question when the message box changes, even if the user agrees afterwards', async () => {
    const { check, answer, signals } = holdingCheck();
    const chat = pipelineFixture([check]);
    chat.draft.update({ text: 'Why?' });
    await chat.pipeline.ask('Why?');
    chat.draft.update({ text: 'Why not?' });
    assert.equal(signals[0]?.aborted, true);
    await answer(true);
    assert.deepEqual(textsOf(chat), []);
  });

  it('cancels a question when the message box changes while the connection is resolved', async () => {
    const chat = pipelineFixture([() => true]);
    chat.draft.update({ text: 'Why?' });
    const asking = chat.pipeline.ask('Why?');
    chat.draft.update({ text: '' });
    assert.equal(await asking, false);
    assert.deepEqual(textsOf(chat), []);
  });

  it('waits for all files that are still being read, which belong to the question', async () => {
    const chat = pipelineFixture([() => true]);
    const { promise, resolve } = Promise.withResolvers<void>();
    chat.draft.update({ text: 'Why?' });
    void chat.draft.attaching(promise);
    void chat.draft.attaching(Promise.resolve());
    const asking = chat.pipeline.ask('Why?');
    await settle();
    assert.deepEqual(textsOf(chat), []);
    resolve();
    assert.equal(await asking, true);
    assert.deepEqual(textsOf(chat), ['Why?']);
  });

  it('sends a question when the user types on after it, and leaves that in the message box', async () => {
    const masked = { content: { text: 'Why [masked]?' } };
    for (const [check, sent] of [
      [() => true, 'Why?'],
      [() => masked, 'Why [masked]?'],
    ] as const) {
      const chat = pipelineFixture([check]);
      chat.draft.update({ text: 'Why?' });
      const asking = chat.pipeline.ask('Why?');
      chat.draft.update({ text: 'Why?And' });
      assert.equal(await asking, true);
      assert.deepEqual(textsOf(chat), [sent]);
      assert.equal(chat.draft.text, `${sent}And`);
    }
  });

  it('checks the model that is asked again, where several were asked', async () => {
    const models: (string | undefined)[] = [];
    const chat = pipelineFixture([({ model }) => models.push(model) > 0]);
    const { session, pipeline, answer } = chat;
    session.ask('One?');
    session.alsoAsk(answer().id, 'model-b');
    const beside = session.conversation.offPath[0]!.id;
    session.stop();
    session.chooseModel('model-c');
    await pipeline.retry(beside);
    await pipeline.retry(answer().id);
    assert.deepEqual(models, ['model-b', 'model-a']);
  });

  it('does not cancel a held retry when the message box changes', async () => {
    const { check, answer, signals } = holdingCheck();
    const chat = pipelineFixture([check]);
    chat.session.ask('Why?');
    await chat.model.end({ type: 'text', text: 'So.' }, stop);
    const { id } = chat.answer();
    await chat.pipeline.retry(id);
    chat.draft.update({ text: 'Something else' });
    assert.equal(signals[0]?.aborted, false);
    await answer(true);
    assert.notEqual(chat.answer().id, id);
  });

  it('holds one question at a time: a new one replaces it', async () => {
    const { check, answer, signals } = holdingCheck();
    const chat = pipelineFixture([check]);
    await chat.pipeline.ask('First?');
    await chat.pipeline.ask('Second?');
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [true, false],
    );
    await answer(true);
    assert.deepEqual(textsOf(chat), ['Second?']);
  });

  it('sends a question once when the user sends it twice at the same time', async () => {
    const chat = pipelineFixture([
      async () => {
        await settle();
        return true;
      },
    ]);
    const [first, second] = await Promise.all([
      chat.pipeline.ask('Why?'),
      chat.pipeline.ask('Why?'),
    ]);
    assert.deepEqual([first, second], [false, true]);
    assert.deepEqual(textsOf(chat), ['Why?']);
  });

  it('refuses blank text, and every question while an answer is running', async () => {
    const chat = pipelineFixture([() => true]);
    assert.equal(await chat.pipeline.ask(' \n'), false);
    chat.session.ask('Why?');
    assert.equal(await chat.pipeline.ask('And?'), false);
    assert.equal(chat.resolveCount(), 0);
  });

  it('cancels a held question when another model is chosen or another question is asked', async () => {
    const { check, signals } = holdingCheck();
    const chat = pipelineFixture([check]);
    await chat.pipeline.ask('Why?');
    chat.session.chooseModel('model-b');
    await chat.pipeline.ask('Why?');
    chat.session.ask('Something else?');
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [true, true],
    );
  });

  it('runs all checks again when the settings change to another gateway that needs consent', async () => {
    const { check, answer, signals } = holdingCheck();
    const chat = pipelineFixture([check]);
    await chat.pipeline.ask('Why?');
    chat.pipeline.gatewayChanged(home, true);
    assert.equal(signals[0]?.aborted, false, 'it is the same one');
    chat.gateway = other;
    chat.pipeline.gatewayChanged(other, true);
    await settle();
    assert.deepEqual([signals.length, signals[0]?.aborted, chat.resolveCount()], [2, true, 2]);
    await answer(true);
    assert.deepEqual(textsOf(chat), ['Why?']);
  });

  it('cancels a held question when the settings change to a gateway that needs no consent, or to none', async () => {
    const { check, answer, signals } = holdingCheck();
    const chat = pipelineFixture([check]);
    for (const gateway of [other, undefined]) {
      await chat.pipeline.ask('Why?');
      chat.pipeline.gatewayChanged(gateway, false);
      await answer(true);
    }
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [true, true],
    );
    assert.deepEqual(textsOf(chat), []);
  });

  it('rejects when a check throws, and can send the next question', async () => {
    const failure = new Error('SecretStorage is locked');
    let isLocked = true;
    const chat = pipelineFixture([
      () => {
        if (isLocked) {
          throw failure;
        }
        return true;
      },
    ]);
    await assert.rejects(chat.pipeline.ask('Why?'), failure);
    isLocked = false;
    assert.equal(await chat.pipeline.ask('Why?'), true);
  });

  it('passes a failure without the error’s message to the checks when the connection cannot be resolved', async () => {
    const { session } = chatFixture();
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

  it('reports an error that a check throws after the user has answered a prompt', async () => {
    const failure = new Error('disk full');
    const { check, answer } = holdingCheck();
    const chat = pipelineFixture([
      check,
      () => {
        throw failure;
      },
    ]);
    await chat.pipeline.ask('Why?');
    await answer(true);
    assert.deepEqual(chat.errors, [failure]);
    assert.deepEqual(textsOf(chat), []);
  });

  it('gives the checks no question when a request is sent again to another model', async () => {
    const sends: unknown[] = [];
    const chat = pipelineFixture([
      ({ question }) => {
        sends.push(question);
        return true;
      },
    ]);
    chat.session.ask('Why?');
    await chat.model.end({ type: 'failure', failure: { kind: 'modelNotFound', status: 404 } });
    let started = 0;
    const { id } = chat.answer();
    assert.equal(await chat.pipeline.retryWith(id, 'model-b', () => (started += 1)), true);
    assert.deepEqual([sends, started, chat.answer().model], [[undefined], 1, 'model-b']);
  });

  it('passes the checks for each further model, which may hold one of them', async () => {
    const asked: (string | undefined)[] = [];
    const held = holdingCheck();
    const check: SendCheck = (send, ...rest) => {
      asked.push(send.model);
      return send.model === 'model-c' ? held.check(send, ...rest) : true;
    };
    const chat = pipelineFixture([check]);
    await chat.pipeline.ask('Why?');
    const { id } = chat.answer();
    const started: string[] = [];
    const models = ['model-b', 'model-c', 'model-d'];
    assert.equal(await chat.pipeline.alsoAsk(id, models, (model) => started.push(model)), true);
    await settle();
    assert.deepEqual(started, ['model-b'], 'while the first answer runs');
    await held.answer(true);
    await settle();
    assert.deepEqual(started, models);
    assert.deepEqual(asked, [undefined, ...models]);
    await chat.pipeline.alsoAsk(id, ['model-c', 'model-b'], (model) => started.push(model));
    await held.answer(false);
    await settle();
    assert.deepEqual(started, models, 'what the user cancels asks no other model');
  });

  it('sends nothing to a further model that a check finds unable, which fails, and goes on with the others', async () => {
    const failure = { kind: 'contextTooLong', tokens: { needed: 9_000, limit: 4_000 } } as const;
    const chat = pipelineFixture([({ model }) => (model === 'model-b' ? { failure } : true)]);
    await chat.pipeline.ask('Why?');
    const started: string[] = [];
    const models = ['model-b', 'model-c'];
    const { id } = chat.answer();
    assert.equal(await chat.pipeline.alsoAsk(id, models, (model) => started.push(model)), false);
    await settle();
    assert.deepEqual(
      shownAnswers(chat.session.conversation).map((one) => [one.model, one.state]),
      [
        ['model-a', 'waiting'],
        ['model-b', 'failed'],
        ['model-c', 'waiting'],
      ],
    );
    assert.deepEqual(
      chat.session.conversation.offPath[0]?.kind === 'answer' &&
        chat.session.conversation.offPath[0].outcome?.failure,
      failure,
    );
    assert.deepEqual(started, ['model-c']);
    assert.deepEqual(
      chat.model.requests.map(({ model }) => model),
      ['model-a', 'model-c'],
    );
  });

  it('asks one of several again while others write, as the question was sent to these', async () => {
    const masks: SendCheck = ({ question }) =>
      question === undefined || { content: { text: 'Masked?' } };
    const chat = pipelineFixture([masks]);
    const { session, pipeline, answer } = chat;
    session.ask('Why?');
    session.alsoAsk(answer().id, 'model-b');
    const beside = session.conversation.offPath[0]!.id;
    session.stop(beside);
    assert.equal(await pipeline.retry(beside), true);
    assert.deepEqual(textsOf(chat), ['Why?']);
  });

  it('cancels a question that a second check holds when the message box changes', async () => {
    const first = holdingCheck();
    const second = holdingCheck();
    const chat = pipelineFixture([first.check, second.check]);
    chat.draft.update({ text: 'Why?' });
    await chat.pipeline.ask('Why?');
    await first.answer(true);
    chat.draft.update({ text: 'Why not?' });
    assert.equal(second.signals[0]?.aborted, true);
    await second.answer(true);
    assert.deepEqual(textsOf(chat), []);
  });

  it('aborts only the question of the signal that it was given', async () => {
    const { check, signals } = holdingCheck();
    const chat = pipelineFixture([check]);
    await chat.pipeline.ask('Held?');
    const abort = new AbortController();
    await chat.pipeline.askQueued({ id: 'q', text: ' ' }, abort.signal);
    abort.abort();
    assert.equal(signals[0]?.aborted, false);
  });

  it('asks with the attachments of the message box, which leave it with the question', async () => {
    const chat = pipelineFixture([() => true]);
    const [first, second] = [file('a.ts'), file('b.ts')];
    chat.draft.update({ text: 'Why?', attachments: [first, second] });
    assert.equal(await chat.pipeline.ask('Why?'), true);
    const question = chat.session.conversation.messages[0];
    assert.deepEqual(question?.kind === 'question' && question.attachments, [first, second]);
  });

  it('cancels a held question when something is attached or removed', async () => {
    const { check, signals } = holdingCheck();
    const chat = pipelineFixture([check]);
    for (const attachments of [[file('a.ts')], []]) {
      await chat.pipeline.ask(chat.draft.text);
      chat.draft.update({ text: 'Why?', attachments });
      await chat.pipeline.ask('Why?');
    }
    chat.draft.attach(file('b.ts'));
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [true, true, true],
    );
  });

  it('sends what a check puts in place of a question, and shows it in the message box', async () => {
    const { check, answer } = holdingCheck();
    const replaced = { text: 'Why [masked]?', attachments: [file('b.ts')] };
    const seen: unknown[] = [];
    const chat = pipelineFixture([
      () => ({ content: replaced }),
      check,
      ({ question }) => seen.push(question?.content) > 0,
    ]);
    chat.draft.update({ text: 'Why secret?', attachments: [file('a.ts')] });
    await chat.pipeline.ask('Why secret?');
    assert.deepEqual(
      { text: chat.draft.text, attachments: chat.draft.attachments },
      replaced,
      'before it is sent',
    );
    await answer(true);
    assert.deepEqual(seen, [replaced]);
    assert.deepEqual(textsOf(chat), ['Why [masked]?']);
  });

  it('sends what a check puts in place of a queued question, and shows it in the queue', async () => {
    const { check, answer } = holdingCheck();
    const chat = pipelineFixture([() => ({ content: { text: 'Masked?' } }), check]);
    const queued = { id: 'q', text: 'Secret?', attachments: [file('a.ts')] };
    chat.draft.update({ queue: [queued, { id: 'r', text: 'Next?' }] });
    await chat.pipeline.askQueued(queued, new AbortController().signal);
    assert.deepEqual(chat.draft.queue[0], { id: 'q', text: 'Masked?' });
    await answer(true);
    assert.deepEqual(textsOf(chat), ['Masked?']);
  });

  it('asks a new version of a question when a check puts something in its place for a retry', async () => {
    let isMasking = false;
    const chat = pipelineFixture([
      ({ question }) =>
        isMasking && question !== undefined
          ? { content: { ...question.content, text: 'Masked?' } }
          : true,
    ]);
    chat.draft.update({ attachments: [file('a.ts')] });
    await chat.pipeline.ask('Secret?');
    await chat.model.end({ type: 'text', text: 'So.' }, stop);
    isMasking = true;
    assert.equal(await chat.pipeline.retry(chat.answer().id), true);
    const { messages, offPath } = chat.session.conversation;
    const attachments = messages.flatMap((message) =>
      message.kind === 'question' ? (message.attachments ?? []) : [],
    );
    assert.deepEqual(
      [textsOf(chat), attachments.map(({ name }) => name), offPath.length],
      [['Masked?'], ['a.ts'], 2],
    );
  });

  it('replaces nothing once the question was canceled', async () => {
    let decide = (_content: QuestionContent): void => undefined;
    const chat = pipelineFixture([
      () => ({
        answered: new Promise((resolve) => (decide = (content) => resolve({ content }))),
      }),
    ]);
    chat.draft.update({ text: 'Why?' });
    await chat.pipeline.ask('Why?');
    chat.draft.update({ text: 'Why not?' });
    decide({ text: 'Masked?' });
    await settle();
    assert.deepEqual([chat.draft.text, textsOf(chat)], ['Why not?', []]);
  });

  it('sends nothing once it is disposed', async () => {
    const chat = pipelineFixture([() => true]);
    const asking = chat.pipeline.ask('Why?');
    chat.pipeline.dispose();
    assert.equal(await asking, false);
    assert.equal(await chat.pipeline.ask('And?'), false);
    assert.deepEqual(textsOf(chat), []);
  });

  it('runs no check for a read-only chat', async () => {
    const conversation = { ...newConversation('c', 'model-a', 1), readOnly: true } as const;
    const chat = pipelineFixture([() => assert.fail('a check ran')], reopenedChat(conversation));
    assert.equal(await chat.pipeline.ask('Why?'), false);
  });

  it('shows at most one prompt and sends only the text in the message box, whatever the order of events', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        /** The open prompts. */
        const prompts = new Set<(isAllowed: boolean) => void>();
        const promptCheck: SendCheck = (_send, _connection, signal) => {
          const answered = new Promise<boolean>((resolve) => {
            const answer = (isAllowed: boolean): void => {
              prompts.delete(answer);
              resolve(isAllowed);
            };
            prompts.add(answer);
            signal.addEventListener('abort', () => answer(false));
          });
          return { answered };
        };
        const chat = pipelineFixture([promptCheck, passLater, promptCheck]);
        const expected: string[] = [];
        chat.session.onDidChange((event) => {
          if (event.type === 'asked') {
            assert.equal(event.question.text, chat.draft.text);
            expected.push(chat.draft.text);
            chat.draft.update({ text: '' });
          }
        });
        for (const [name, settled] of steps) {
          await run(name, chat, prompts);
          if (settled) {
            await settle();
          }
          assert.ok(prompts.size <= 1);
          assert.ok(!chat.session.isRunning || prompts.size === 0);
        }
        assert.deepEqual(textsOf(chat), expected);
        assert.equal(new Set(expected).size, expected.length, 'none is asked twice');
        assert.deepEqual(chat.errors, []);
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});

const step = fc.tuple(
  fc.constantFrom(
    ...(['ask', 'ask', 'allow', 'allow', 'allow', 'decline', 'type', 'chooseModel'] as const),
    ...(['changeGateway', 'leaveGateway', 'complete', 'cancel'] as const),
  ),
  fc.boolean(),
);

async function passLater(): Promise<boolean> {
  await settle();
  return true;
}

let textCount = 0;

async function run(
  name: string,
  chat: PipelineFixture,
  prompts: ReadonlySet<(isAllowed: boolean) => void>,
): Promise<void> {
  const { pipeline, draft, session, model } = chat;
  const [prompt] = prompts;
  switch (name) {
    case 'ask':
      draft.update({ text: draft.text || `Question ${(textCount += 1)}` });
      void pipeline.ask(draft.text);
      break;
    case 'allow':
      prompt?.(true);
      break;
    case 'decline':
      prompt?.(false);
      break;
    case 'type':
      draft.update({ text: `Question ${(textCount += 1)}` });
      break;
    case 'chooseModel':
      session.chooseModel(`model-${(textCount += 1)}`);
      break;
    case 'changeGateway':
    case 'leaveGateway':
      chat.gateway = chat.gateway === home ? other : home;
      pipeline.gatewayChanged(chat.gateway, name === 'changeGateway');
      break;
    case 'complete':
      if (session.isRunning) {
        await settle();
        await model.end({ type: 'text', text: 'So.' }, stop);
      }
      break;
    default:
      pipeline.cancel();
  }
}
