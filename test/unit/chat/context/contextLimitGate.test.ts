import assert from 'node:assert/strict';
import { conversationTotals } from '../../../../src/chat/cost/answerUsage';
import { ContextBudget } from '../../../../src/chat/context/contextBudget';
import { ModelContextCache } from '../../../../src/chat/context/modelContextCache';
import {
  ContextLimitGate,
  type ContextLimitState,
} from '../../../../src/chat/context/contextLimitGate';
import { summaryInstruction } from '../../../../src/chat/request/summaryRequest';
import type { CompletionRequest, StreamPart } from '../../../../src/chat/ports';
import { settled, stage, type Stage } from '../fakes';

const stop: StreamPart = { type: 'finish', reason: 'stop' };
const limit = 400;
/** About 60 tokens. */
const long = 'Some words that take up room in the window of the model. '.repeat(5);

interface Narrow extends Stage {
  readonly room: ContextLimitGate;
  readonly choice: () => ContextLimitState;
  /** Role and content of what the last request held. */
  readonly sent: () => readonly string[];
}

/** A conversation of so many turns with a model that takes 400 tokens. */
async function narrow(turns: number, length = limit): Promise<Narrow> {
  const staged = stage({ maxTokens: 40 });
  const { session, model, clock } = staged;
  const requestSettings = () => ({ systemPrompt: '', stream: true, maxTokens: 40 });
  const budget = new ContextBudget({
    session,
    draft: '',
    known: new ModelContextCache(),
    requestSettings,
    origin: () => 'https://one.example',
    toldLengths: () => Promise.resolve([length]),
  });
  await budget.refresh();
  const formOf = () => Promise.resolve('chat' as const);
  const room = new ContextLimitGate({
    session,
    budget,
    chatModel: model,
    clock,
    formOf,
    listedPrice: () => Promise.resolve(undefined),
    requestSettings,
  });
  for (let turn = 1; turn <= turns; turn += 1) {
    session.ask(`Question ${turn}. ${long}`);
    clock.advance(1000);
    await model.end({ type: 'text', text: `Answer ${turn}.` }, stop);
  }
  return {
    ...staged,
    room,
    choice: () => {
      assert.ok(room.choice);
      return room.choice;
    },
    sent: () => said(model.requests.at(-1)),
  };
}

function said(request: CompletionRequest | undefined): readonly string[] {
  return (request?.messages ?? []).map(({ role, content }) => `${role}: ${content}`);
}

describe('MakingRoom', () => {
  it('asks at once where there is room, and where the length is not known', async () => {
    const { room, session } = await narrow(1);
    assert.equal(room.ask('Why?'), true);
    assert.equal(session.isRunning, true);
    assert.equal(room.choice, undefined);
    const unknown = await narrow(9, 0);
    assert.equal(unknown.room.ask('Why?'), true);
  });

  it('holds a question back near the limit, and says which turns could go', async () => {
    const { room, session, choice } = await narrow(5);
    assert.equal(room.ask('Why?'), false);
    assert.equal(session.isRunning, false);
    const { turns, budget, canSummarize: summarisable } = choice();
    assert.ok(turns !== undefined && turns.questions.length < 5);
    assert.match(turns.questions[0]?.text ?? '', /^Question 1\./);
    assert.ok(budget.tokens + budget.reserve > limit * 0.9);
    assert.ok(turns.tokensLeft + budget.reserve <= limit * 0.7);
    assert.equal(summarisable, true);
  });

  it('drops the oldest turns alone, and goes on without them', async () => {
    const { room, session, model, choice, sent } = await narrow(5);
    room.ask('Why?');
    const dropped = choice().turns?.questions.length ?? 0;
    room.choose('drop');
    await settled();
    assert.equal(room.choice, undefined);
    assert.equal(sent().length, 2 * (5 - dropped) + 1);
    assert.match(sent()[0] ?? '', new RegExp(`^user: Question ${dropped + 1}\\.`));
    assert.equal(sent().at(-1), 'user: Why?');
    assert.equal(session.conversation.messages.length, 12);
    await model.end({ type: 'text', text: 'So.' }, stop);
    room.ask('And?');
    await settled();
    assert.equal(sent().length, 2 * (5 - dropped) + 3);
  });

  it('sends everything as it is when told so', async () => {
    const { room, session, sent } = await narrow(5);
    room.ask('Why?');
    room.choose('send');
    await settled();
    assert.equal(sent().length, 11);
    assert.equal(session.conversation.omitted, undefined);
  });

  it('sends nothing when the choice is left', async () => {
    const { room, session, model } = await narrow(5);
    const before = session.conversation;
    room.ask('Why?');
    room.choose('cancel');
    await settled();
    assert.equal(room.choice, undefined);
    assert.equal(model.requests.length, 5);
    assert.equal(session.conversation, before);
    room.choose('send');
    assert.equal(session.isRunning, false);
  });

  it('holds back a question of the queue, and sends it under its own ID when told so', async () => {
    const { room, session, choice } = await narrow(5);
    const first = { id: 'queued', text: 'Why?' };
    assert.equal(room.askQueued(first), false);
    assert.equal(choice().queued, true);
    room.draftChanged('What is typed meanwhile');
    room.queueChanged(first);
    assert.equal(choice().queued, true);
    room.choose('send');
    await settled();
    assert.equal(session.conversation.messages.at(-2)?.id, 'queued');
  });

  it('sends no question that has left the head of the queue meanwhile', async () => {
    const { room, session } = await narrow(5);
    room.askQueued({ id: 'queued', text: 'Why?' });
    room.queueChanged({ id: 'other', text: 'Why?' });
    assert.equal(room.choice, undefined);
    room.choose('send');
    assert.equal(session.isRunning, false);
    room.ask('Typed?');
    room.queueChanged(undefined);
    assert.notEqual(room.choice, undefined, 'what was typed is not the queue’s');
  });

  it('has the same model sum the turns up, and sends the summary in their place', async () => {
    const { room, session, model, choice, sent } = await narrow(5);
    room.ask('Why?');
    const count = choice().turns?.questions.length ?? 0;
    room.choose('summarize');
    await settled();
    assert.equal(choice().isSummarizing, true);
    assert.equal(session.isRunning, false);
    assert.equal(sent().length, 2 * count + 1);
    assert.equal(sent().at(-1), `user: ${summaryInstruction}`);
    assert.equal(model.requests.at(-1)?.model, session.conversation.model);
    const usage = { inputTokens: 300, outputTokens: 4 };
    await model.end({ type: 'text', text: 'They are long.' }, { type: 'usage', usage }, stop);
    assert.equal(room.choice, undefined);
    const summary = session.conversation.omitted?.at(-1)?.summary;
    assert.equal(summary?.text, 'They are long.');
    assert.equal(summary.model, 'model-a');
    assert.deepEqual(summary.outcome.usage, usage);
    assert.equal(conversationTotals(session.conversation, () => undefined).inputTokens, 300);
    assert.match(sent()[0] ?? '', /^user: Summary [^]*They are long\.[^]*Question/);
    assert.equal(sent().length, 2 * (5 - count) + 1);
    assert.equal(model.requests.length, 7);
  });

  it('keeps the choice, and every turn, when the summary is stopped or goes wrong', async () => {
    const { room, session, model, choice } = await narrow(5);
    const before = session.conversation;
    const requests = (): number =>
      conversationTotals(session.conversation, () => undefined).requests -
      before.messages.length / 2;
    room.ask('Why?');
    room.choose('summarize');
    await model.say({ type: 'text', text: 'They' });
    room.choose('stop');
    await settled();
    assert.equal(model.signals.at(-1)?.aborted, true);
    assert.equal(choice().isSummarizing, false);
    assert.equal(choice().problem, undefined);
    room.choose('summarize');
    await model.end({ type: 'failure', failure: { kind: 'rateLimited', status: 429 } });
    assert.equal(choice().problem?.outcome.failure?.kind, 'rateLimited');
    room.choose('summarize');
    const failure = { kind: 'unreachable', nothingSent: true } as const;
    const wait = { failure, ms: 1000, until: 1000 };
    await model.say({ type: 'retryScheduled', wait, askNow: () => undefined });
    assert.equal(choice().problem?.outcome.failure?.kind, 'unreachable');
    assert.equal(model.signals.at(-1)?.aborted, true);
    room.choose('summarize');
    await model.end({ type: 'text', text: 'They are' }, { type: 'finish', reason: 'length' });
    assert.equal(choice().problem?.state, 'truncated');
    assert.equal(choice().problem?.outcome.finishReason, 'length');
    room.choose('summarize');
    assert.equal(choice().problem, undefined, 'of the summary that is being made nothing is known');
    await model.end({ type: 'usage', usage: { inputTokens: 300 } }, stop);
    assert.equal(choice().problem?.outcome.failure?.kind, 'emptyReply');
    assert.deepEqual(
      [session.conversation.messages, session.conversation.omitted],
      [before.messages, undefined],
    );
    assert.equal(requests(), 4, 'stopped, refused, cut and empty; one did not leave');
  });

  it('takes no question while a summary is made, and drops the summary with the chat', async () => {
    const { room, session, model } = await narrow(5);
    room.ask('Why?');
    room.choose('summarize');
    await settled();
    assert.equal(room.ask('What else?'), false);
    assert.equal(room.choice?.isSummarizing, true);
    await model.say({ type: 'text', text: 'They' });
    room.dispose();
    await settled();
    assert.equal(model.signals.at(-1)?.aborted, true);
    assert.equal(session.conversation.omitted, undefined);
  });

  it('says so where the question is too long by itself', async () => {
    const { room, choice, sent } = await narrow(0);
    room.ask(long.repeat(8));
    assert.equal(choice().turns, undefined);
    assert.equal(choice().canSummarize, false);
    room.choose('drop');
    room.choose('summarize');
    assert.deepEqual(sent(), []);
    room.choose('send');
    await settled();
    assert.equal(sent().length, 1);
  });

  it('offers no summary where the turns do not fit into one request', async () => {
    const { room, choice } = await narrow(12);
    room.ask(long);
    assert.ok(choice().turns);
    assert.equal(choice().canSummarize, false);
  });

  it('keeps an earlier summary when more turns are dropped', async () => {
    const { room, session, model, sent, choice } = await narrow(5);
    room.ask(long);
    room.choose('summarize');
    await model.end({ type: 'text', text: 'They are long.' }, stop);
    for (const answer of ['Yes.', 'No.', 'So.']) {
      await model.end({ type: 'text', text: answer }, stop);
      room.ask(long);
      await settled();
    }
    assert.ok(choice().turns);
    room.choose('drop');
    await settled();
    assert.match(sent()[0] ?? '', /They are long\./);
    assert.equal(session.conversation.omitted?.length, 2);
  });

  it('holds a Retry back too, and makes room before its question alone', async () => {
    const { room, session, model, choice, sent, answer } = await narrow(4);
    session.ask('Why?');
    await model.end({ type: 'failure', failure: { kind: 'contextTooLong', status: 400 } });
    assert.equal(room.retry(answer().id), false);
    const count = choice().turns?.questions.length ?? 0;
    room.choose('drop');
    await settled();
    assert.equal(sent().length, 2 * (4 - count) + 1);
    assert.equal(sent().at(-1), 'user: Why?');
    assert.equal(session.conversation.messages.length, 10);
  });

  it('holds an edited question back too, and weighs it by what is before it alone', async () => {
    const { room, session, choice, sent } = await narrow(5);
    const [first, , , , , , , , last] = session.conversation.messages;
    assert.equal(room.edit(last?.id ?? '', `Question 5, in other words. ${long}`), false);
    assert.ok((choice().turns?.questions.length ?? 0) < 4);
    room.choose('drop');
    await settled();
    assert.match(sent().at(-1) ?? '', /^user: Question 5, in other words\./);
    assert.equal(session.conversation.offPath.length, 2);
    session.stop();
    assert.equal(room.edit(first?.id ?? '', 'Why?'), true, 'nothing is before it');
    await settled();
    assert.deepEqual(sent(), ['user: Why?']);
  });

  it('leaves the choice where another version is shown', async () => {
    const { room, session, model } = await narrow(5);
    const answer = session.conversation.messages.at(-1);
    session.retry(answer?.id ?? '');
    await model.end(stop);
    room.ask('Why?');
    assert.ok(room.choice);
    session.chooseVersion(answer?.id ?? '');
    assert.equal(room.choice, undefined);
  });

  it('holds a Continue back whose answer fills the window, and leaves out only what is before it', async () => {
    const { room, session, model, choice, sent, answer } = await narrow(2);
    assert.equal(room.ask('Why?'), true);
    const partial = long.repeat(3).trim();
    await model.end({ type: 'text', text: partial }, { type: 'finish', reason: 'length' });
    const { id } = answer();
    assert.equal(room.continueAnswer(id), false);
    assert.equal(session.isRunning, false);
    const questions = choice().turns?.questions.map(({ text }) => text.slice(0, 10)) ?? [];
    assert.deepEqual(questions, ['Question 1', 'Question 2']);
    room.draftChanged('Something else');
    room.choose('drop');
    await settled();
    assert.deepEqual(sent().slice(0, 2), ['user: Why?', `assistant: ${partial}`]);
    assert.equal(sent().length, 3);
    await model.end({ type: 'text', text: ' That is all.' }, stop);
    assert.equal(answer().id, id);
    assert.equal(answer().text, `${partial} That is all.`);
    assert.equal(room.continueAnswer(id), false, 'it is whole');
    assert.equal(room.choice, undefined);
  });

  it('has an answer go on at once where there is room', async () => {
    const { room, session, model, answer } = await narrow(1);
    session.ask('Why?');
    await model.end({ type: 'text', text: 'Because' }, { type: 'finish', reason: 'length' });
    assert.equal(room.continueAnswer(answer().id), true);
    assert.equal(session.isRunning, true);
  });

  it('leaves the choice where an earlier answer goes on', async () => {
    const { room, session, model, answer } = await narrow(5);
    session.ask('Why?');
    await model.end({ type: 'text', text: 'Because' }, { type: 'finish', reason: 'length' });
    room.ask('And?');
    assert.ok(room.choice);
    session.continueAnswer(answer().id);
    assert.equal(room.choice, undefined);
    room.choose('drop');
    assert.equal(session.conversation.omitted, undefined);
  });

  it('drops its question, and a summary that is made for it, once the draft is another', async () => {
    const { room, session, model, answer } = await narrow(5);
    room.ask('Why?');
    room.draftChanged(' Why?\n');
    assert.ok(room.choice, 'it is the same question');
    room.draftChanged('Why not?');
    assert.equal(room.choice, undefined);
    room.choose('send');
    assert.equal(session.isRunning, false);
    room.ask('Why?');
    room.choose('summarize');
    await settled();
    room.draftChanged('Why not?');
    assert.equal(model.signals.at(-1)?.aborted, true);
    assert.equal(room.choice, undefined);
    session.ask('Why?');
    await model.end({ type: 'failure', failure: { kind: 'contextTooLong', status: 400 } });
    room.retry(answer().id);
    room.draftChanged('Something else');
    assert.ok(room.choice, 'a Retry does not stand in the message box');
  });
});
