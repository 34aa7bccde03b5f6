// Several models that are asked the same question at once.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { answerGroups, shownAnswers } from '../../../../../src/conversation/common/answerGroups';
import {
  findAnswer,
  newConversation,
  type Answer,
} from '../../../../../src/conversation/common/conversation';
import { reduce } from '../../../../../src/conversation/common/conversationEvent';
import type { AnswerDeps } from '../../../../../src/conversation/node/session/answerRequest';
import { forkedAt } from '../../../../../src/conversation/node/session/fork';
import { usualBounds } from '../../../../../src/conversation/node/session/toolLoop';
import type { StreamPart } from '../../../../../src/gateway/common/chatModel';
import { propertyRuns } from '../../../../support/propertyRuns';
import { ScriptedModel } from '../../../../support/scriptedModel';
import { chatFixture, orphanedChat, reopenedChat, settle, type ChatFixture } from '../fakes';

const stop: StreamPart = { type: 'finish', reason: 'stop' };
const failure: StreamPart = { type: 'failure', failure: { kind: 'serverError', status: 500 } };

function text(value: string): StreamPart {
  return { type: 'text', text: value };
}

const names = ['model-a', 'model-b', 'model-c', 'model-d'] as const;
type Name = (typeof names)[number];

interface SeveralFixture extends ChatFixture {
  /** Each model is controlled apart. */
  readonly models: Readonly<Record<Name, ScriptedModel>>;
  /** The last answer of a model. */
  readonly of: (name: Name) => Answer;
}

/** A chat with a question to the first model. */
async function askedChat(toolsOf?: AnswerDeps['toolsOf']): Promise<SeveralFixture> {
  const models = Object.fromEntries(names.map((name) => [name, new ScriptedModel()])) as Record<
    Name,
    ScriptedModel
  >;
  const chatModel: ScriptedModel['complete'] = (request, signal) =>
    models[request.model as Name].complete(request, signal);
  const chat = chatFixture({}, undefined, undefined, { complete: chatModel }, toolsOf);
  chat.session.ask('Which one?');
  await settle();
  const of = (name: Name): Answer =>
    shownAnswers(chat.session.conversation).findLast(({ model }) => model === name)!;
  return { ...chat, models, of };
}

/** The models of the answers, in the order in which they are shown. */
function shownModels({ session }: ChatFixture): readonly string[] {
  return [...answerGroups(session.conversation).values()].flat().map(({ model }) => model);
}

describe('several models that are asked the same question', () => {
  it('get the same request but for the model, while the first one still writes', async () => {
    const chat = await askedChat();
    const { session, models, answer, of } = chat;
    await models['model-a'].emit(text('A'));
    for (const name of ['model-b', 'model-c'] as const) {
      assert.equal(session.alsoAsk(answer().id, name), true);
    }
    await settle();
    const sent = (name: Name) =>
      models[name].requests.map((request) => ({ ...request, model: '' }));
    assert.equal(sent('model-a').length, 1);
    assert.deepEqual(sent('model-b'), sent('model-a'));
    assert.deepEqual(sent('model-c'), sent('model-a'));
    await models['model-c'].end(text('C'), stop);
    await models['model-b'].end(text('B'), stop);
    await models['model-a'].end(text('!'), stop);
    assert.deepEqual(shownModels(chat), ['model-a', 'model-b', 'model-c']);
    assert.deepEqual(
      [of('model-a').text, of('model-b').text, of('model-c').text],
      ['A!', 'B', 'C'],
    );
    assert.deepEqual(
      session.conversation.messages.map(({ text: shown }) => shown),
      ['Which one?', 'A!'],
      'the first one stays on the path',
    );
    assert.equal(session.conversation.model, 'model-a');
  });

  it('end each in their own state, are stopped one by one or all, and are asked again one by one', async () => {
    const chat = await askedChat();
    const { session, models, answer, of } = chat;
    for (const name of ['model-b', 'model-c', 'model-d'] as const) {
      session.alsoAsk(answer().id, name);
    }
    await settle();
    await models['model-b'].end(failure);
    session.stop(of('model-c').id);
    assert.deepEqual(
      names.map((name) => of(name).state),
      ['waiting', 'failed', 'stopped', 'waiting'],
    );
    assert.deepEqual(
      names.map((name) => models[name].signals[0]?.aborted),
      [false, false, true, false],
    );
    assert.equal(session.retry(of('model-b').id), true, 'while others run');
    assert.equal(session.retry(of('model-d').id), false, 'it runs');
    await settle();
    assert.equal(models['model-b'].requests.length, 2);
    assert.equal(session.ask('Next?'), false);
    session.stop();
    assert.deepEqual(
      names.map((name) => of(name).state),
      ['stopped', 'stopped', 'stopped', 'stopped'],
    );
    assert.equal(session.isRunning, false);
  });

  it('let the user continue from any of them, also while others write', async () => {
    const chat = await askedChat();
    const { session, models, answer, of } = chat;
    session.alsoAsk(answer().id, 'model-b');
    await settle();
    await models['model-b'].end(text('B'), stop);
    assert.equal(session.chooseVersion(of('model-b').id), true);
    await models['model-a'].end(text('A'), stop);
    const other = of('model-a');
    assert.equal(other.text, 'A');
    session.ask('Next?');
    await settle();
    assert.deepEqual(models['model-a'].requests[1]?.messages, [
      { role: 'user', content: 'Which one?' },
      { role: 'assistant', content: 'B' },
      { role: 'user', content: 'Next?' },
    ]);
    const fork = forkedAt(session.conversation, other, newConversation('fork', '', 0));
    assert.deepEqual(
      fork.messages.map(({ text: shown }) => shown),
      ['Which one?', 'A'],
      'an answer beside the path is the end of its own fork',
    );
  });

  it('share what the tools of a question may use', async () => {
    const definitions = [{ name: 'read_file', description: 'Reads a file.' }];
    const run = () => Promise.resolve({ text: 'content', name: 'a.ts' });
    const chat = await askedChat(() => ({
      tools: { definitions, run },
      bounds: { ...usualBounds, calls: 3 },
      price: undefined,
    }));
    const { session, models, answer, of } = chat;
    session.alsoAsk(answer().id, 'model-b');
    await settle();
    const calls = (count: number): StreamPart => ({
      type: 'toolCalls',
      calls: Array.from({ length: count }, (_, index) => ({
        id: `call-${index}`,
        name: 'read_file',
        arguments: `{"path":"${index}"}`,
      })),
    });
    await models['model-a'].end(calls(2), stop);
    await models['model-b'].end(calls(2), stop);
    assert.equal(of('model-a').outcome, undefined, 'it got both results and goes on');
    assert.equal(of('model-b').outcome?.pausedAt, 'calls');
  });

  it('have each their own model and path for the tools: what another one has read is unknown', async () => {
    const seen: unknown[] = [];
    const chat = await askedChat(({ model, messages }) => {
      seen.push([model, messages.map(({ text: shown }) => shown)]);
      return undefined;
    });
    await chat.models['model-a'].end(text('A'), stop);
    chat.session.alsoAsk(chat.answer().id, 'model-b');
    await settle();
    assert.deepEqual(seen, [
      ['model-a', ['Which one?', '']],
      ['model-b', ['Which one?', '']],
    ]);
  });

  it('go on with tools where the user lets one of them, while others write', async () => {
    const definitions = [{ name: 'read_file', description: 'Reads a file.' }];
    const run = () => Promise.resolve({ text: 'content', name: 'a.ts' });
    const bounds = { ...usualBounds, calls: 1 };
    const chat = await askedChat(() => ({ tools: { definitions, run }, bounds, price: undefined }));
    const { session, models, answer, of } = chat;
    session.alsoAsk(answer().id, 'model-b');
    await settle();
    const calls: StreamPart = {
      type: 'toolCalls',
      calls: [{ id: '1', name: 'read_file', arguments: '{}' }],
    };
    await models['model-b'].end(calls, stop);
    assert.equal(of('model-b').outcome?.pausedAt, 'calls');
    assert.equal(session.continueAnswer(of('model-b').id), true);
    await settle();
    await models['model-b'].end(calls, stop);
    const results = of('model-b').rounds?.map(({ runs }) => runs[0]?.result?.text);
    assert.deepEqual(results, ['content', 'content']);
  });

  it('are shown where the chosen one was refused and its model was asked again', async () => {
    const chat = await askedChat();
    const { session, models, answer, of } = chat;
    await models['model-a'].end({
      type: 'failure',
      failure: { kind: 'rateLimited', status: 429 },
    });
    session.alsoAsk(answer().id, 'model-b');
    await settle();
    await models['model-b'].end(text('B'), stop);
    session.retryWith(of('model-b').id, 'model-a');
    assert.deepEqual(shownModels(chat), ['model-a', 'model-b', 'model-a']);
  });

  it('give way to another attempt of the same model if they have no text', async () => {
    const chat = await askedChat();
    const { session, models, answer, of } = chat;
    session.alsoAsk(answer().id, 'model-b');
    await settle();
    await models['model-b'].end(failure);
    session.retry(of('model-b').id);
    await settle();
    assert.deepEqual(shownModels(chat), ['model-a', 'model-b']);
    await models['model-b'].emit(text('B'));
    session.stop(of('model-b').id);
    session.retry(of('model-b').id);
    assert.deepEqual(shownModels(chat), ['model-a', 'model-b', 'model-b'], 'its text is kept');
  });

  it('are found as they were after another version of the question, and leave no trace in a fork', async () => {
    const chat = await askedChat();
    const { session, models, answer, of } = chat;
    await models['model-a'].end(text('A'), stop);
    session.alsoAsk(answer().id, 'model-b');
    await settle();
    await models['model-b'].end(text('B'), stop);
    const [question] = session.conversation.messages;
    const fork = forkedAt(session.conversation, of('model-b'), newConversation('fork', '', 0));
    assert.equal(answerGroups(fork).size, 0);
    const other = of('model-b');
    session.edit(question!.id, 'Which two?');
    await settle();
    await models['model-a'].end(text('Two'), stop);
    assert.equal(findAnswer(session.conversation, other.id), undefined, 'it is not shown now');
    session.chooseVersion(question!.id);
    assert.equal(answer().text, 'A');
  });

  it('lose nothing when the window is killed', async () => {
    const chat = await askedChat();
    const { session, models, answer, store, clock } = chat;
    session.alsoAsk(answer().id, 'model-b');
    session.alsoAsk(answer().id, 'model-c');
    await settle();
    await models['model-a'].emit(text('A'));
    await models['model-b'].emit(text('B'));
    await models['model-c'].end(text('C'), stop);
    clock.advance(33);
    const saved = store.appended.reduce(reduce, store.created[0]!);
    const reopened = orphanedChat(saved);
    assert.deepEqual(
      shownAnswers(reopened.session.conversation).map((one) => [one.model, one.state, one.text]),
      [
        ['model-a', 'interrupted', 'A'],
        ['model-b', 'interrupted', 'B'],
        ['model-c', 'complete', 'C'],
      ],
    );
  });

  it('are shown in another window, which stops one of them or all', async () => {
    const chat = await askedChat();
    const { session, models, answer, store, of } = chat;
    session.alsoAsk(answer().id, 'model-b');
    session.alsoAsk(answer().id, 'model-c');
    await settle();
    const other = reopenedChat(store.appended.slice(0, 1).reduce(reduce, store.created[0]!));
    for (const event of store.appended.slice(1)) other.store.emitFromOtherWindow(event);
    assert.deepEqual(shownModels(other), ['model-a', 'model-b', 'model-c']);
    assert.equal(other.session.isRunning, true);
    const stopIn = (id?: string): void => {
      const before = other.store.signals.length;
      other.session.stop(id);
      other.store.signals.slice(before).forEach((signal) => store.emitFromOtherWindow(signal));
    };
    stopIn(of('model-b').id);
    assert.deepEqual(
      ['model-a', 'model-b', 'model-c'].map((name) => of(name as Name).state),
      ['waiting', 'stopped', 'waiting'],
    );
    stopIn();
    assert.equal(session.isRunning, false);
    assert.equal(models['model-c'].signals[0]?.aborted, true);
  });

  it('lose no word and send nothing twice, whatever happens in which order', async () => {
    const name = fc.constantFrom(...names);
    const step = fc.oneof(
      fc.record({ do: fc.constant('alsoAsk' as const), name }),
      fc.record({
        do: fc.constant('write' as const),
        name,
        text: fc.constantFrom('x', 'yz', '🙂'),
      }),
      fc.record({ do: fc.constant('end' as const), name }),
      fc.record({ do: fc.constant('fail' as const), name }),
      fc.record({ do: fc.constant('stop' as const), name }),
      fc.record({ do: fc.constant('stopAll' as const), name }),
      fc.record({ do: fc.constant('retry' as const), name }),
      fc.record({ do: fc.constant('choose' as const), name }),
      fc.record({ do: fc.constant('ask' as const), name }),
      fc.record({ do: fc.constant('wait' as const), name }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const chat = await askedChat();
        const { session, models, clock, store } = chat;
        const ended: string[] = [];
        session.onDidChange((event) => event.type === 'ended' && ended.push(event.answerId));
        const texts = new Map<string, string>();
        let started = 1;
        const last = (): Answer => session.conversation.messages.at(-1) as Answer;
        const running = (asked: Name): Answer | undefined =>
          [...session.conversation.messages, ...session.conversation.offPath].find(
            (one): one is Answer =>
              one.kind === 'answer' && one.model === asked && one.outcome === undefined,
          );
        const found = (asked: Name): Answer | undefined =>
          shownAnswers(session.conversation).findLast(({ model }) => model === asked);
        for (const { do: what, name: asked, ...rest } of steps) {
          const one = found(asked);
          switch (what) {
            case 'alsoAsk':
              // The fake has one stream at a time for each model.
              started += running(asked) === undefined && session.alsoAsk(last().id, asked) ? 1 : 0;
              break;
            case 'write': {
              const written = 'text' in rest ? rest.text : '';
              const target = running(asked);
              if (target !== undefined) {
                texts.set(target.id, (texts.get(target.id) ?? '') + written);
                await models[asked].emit(text(written));
              }
              break;
            }
            case 'end':
            case 'fail':
              if (running(asked) !== undefined) {
                await models[asked].end(what === 'end' ? stop : failure);
              }
              break;
            case 'stop':
              session.stop(one?.id ?? '');
              break;
            case 'stopAll':
              session.stop();
              break;
            case 'retry':
              started += one !== undefined && session.retry(one.id) ? 1 : 0;
              break;
            case 'choose':
              session.chooseVersion(one?.id ?? '');
              break;
            case 'ask':
              started += session.ask('Next?') ? 1 : 0;
              break;
            case 'wait':
              clock.advance(40);
              break;
          }
          await settle();
          const saved = store.appended.reduce(reduce, store.created[0]!);
          assert.deepEqual(saved, session.conversation, 'a kill at this point loses nothing');
        }
        session.stop();
        const all = [...session.conversation.messages, ...session.conversation.offPath];
        for (const [id, written] of texts) {
          const answer = all.find((one) => one.id === id);
          assert.equal(answer?.text, written, 'no word is lost');
        }
        assert.equal(session.isRunning, false);
        assert.equal(new Set(ended).size, ended.length, 'each answer ends once');
        assert.equal(ended.length, started);
        const requests = names.flatMap((one) => models[one].requests);
        assert.equal(requests.length, started, 'nothing is sent twice');
      }),
      { numRuns: propertyRuns(150) },
    );
  });
});
