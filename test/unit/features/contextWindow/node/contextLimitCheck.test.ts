import assert from 'node:assert/strict';
import { emptyDraft } from '../../../../../src/conversation/common/draft';
import { SendPipeline } from '../../../../../src/conversation/node/send/sendPipeline';
import { ChatDraft } from '../../../../../src/conversation/node/session/chatDraft';
import { ContextBudget } from '../../../../../src/features/contextWindow/node/contextBudget';
import {
  ContextLimitCheck,
  type ContextLimitState,
} from '../../../../../src/features/contextWindow/node/contextLimitCheck';
import { ModelContextCache } from '../../../../../src/features/contextWindow/node/modelContextCache';
import { summaryInstruction } from '../../../../../src/features/contextWindow/node/summary';
import { conversationTotals } from '../../../../../src/features/usage/node/answerUsage';
import type { CompletionRequest, StreamPart } from '../../../../../src/gateway/common/chatModel';
import { chatFixture, settle, type ChatFixture } from '../../../conversation/node/fakes';

const stop: StreamPart = { type: 'finish', reason: 'stop' };
const limit = 400;
/** It has about 60 tokens. */
const long = 'Some words that take up room in the window of the model. '.repeat(5);

interface LimitedChat extends ChatFixture {
  readonly check: ContextLimitCheck;
  readonly pipeline: SendPipeline;
  readonly draft: ChatDraft;
  /** The state of the check; fails where no question is held. */
  readonly held: () => ContextLimitState;
  /** Role and content of each message of the last request. */
  readonly sent: () => readonly string[];
}

/** A chat of so many turns with a model whose context length is 400 tokens. */
async function limitedChat(turns: number, length = limit): Promise<LimitedChat> {
  const staged = chatFixture({ maxTokens: 40 });
  const { session, model, clock } = staged;
  const requestSettings = () => ({ systemPrompt: '', stream: true, maxTokens: 40 });
  const budget = new ContextBudget({
    session,
    draft: { text: '' },
    modelContexts: new ModelContextCache(),
    requestSettings,
    origin: () => 'https://one.example',
    ownContextLength: () => undefined,
    contextLengthCandidates: () => Promise.resolve([length]),
  });
  await budget.refresh();
  const check = new ContextLimitCheck({
    session,
    budget,
    chatModel: model,
    clock,
    lookUpModel: () => Promise.resolve({ apiFormat: 'chat' }),
    requestSettings,
  });
  const draft = new ChatDraft(emptyDraft, () => undefined);
  const pipeline = new SendPipeline({
    session,
    draft,
    resolveConnection: () => Promise.resolve({ kind: 'unexpected' }),
    checks: [check.check],
    isBusy: () => check.held.state?.isSummarizing === true,
    reportError: assert.ifError,
  });
  for (let turn = 1; turn <= turns; turn += 1) {
    session.ask(`Question ${turn}. ${long}`);
    clock.advance(1000);
    await model.end({ type: 'text', text: `Answer ${turn}.` }, stop);
  }
  return {
    ...staged,
    check,
    pipeline,
    draft,
    held: () => {
      assert.ok(check.held.state);
      return check.held.state;
    },
    sent: () => messagesOf(model.requests.at(-1)),
  };
}

function messagesOf(request: CompletionRequest | undefined): readonly string[] {
  return (request?.messages ?? []).map(({ role, content }) => `${role}: ${content}`);
}

describe('ContextLimitCheck', () => {
  it('sends at once when the question fits, and when the context length is unknown', async () => {
    const { check, pipeline, session } = await limitedChat(1);
    assert.equal(await pipeline.ask('Why?'), true);
    assert.equal(session.isRunning, true);
    assert.equal(check.held.state, undefined);
    const unknown = await limitedChat(9, 0);
    assert.equal(await unknown.pipeline.ask('Why?'), true);
  });

  it('holds a question near the limit and names the turns that could be omitted', async () => {
    const { pipeline, held, session } = await limitedChat(5);
    assert.equal(await pipeline.ask('Why?'), false);
    assert.equal(session.isRunning, false);
    const { turns, budget, canSummarize: summarisable } = held();
    assert.ok(turns !== undefined && turns.questions.length < 5);
    assert.match(turns.questions[0]?.text ?? '', /^Question 1\./);
    assert.ok(budget.requestTokens + budget.answerTokens > limit * 0.9);
    assert.ok(turns.remainingTokens + budget.answerTokens <= limit * 0.7);
    assert.equal(summarisable, true);
  });

  it('omits only the oldest turns when the user chooses so', async () => {
    const { check, pipeline, held, session, model, sent } = await limitedChat(5);
    await pipeline.ask('Why?');
    const dropped = held().turns?.questions.length ?? 0;
    check.choose('omit');
    await settle();
    assert.equal(check.held.state, undefined);
    assert.equal(sent().length, 2 * (5 - dropped) + 1);
    assert.match(sent()[0] ?? '', new RegExp(`^user: Question ${dropped + 1}\\.`));
    assert.equal(sent().at(-1), 'user: Why?');
    assert.equal(session.conversation.messages.length, 12);
    await model.end({ type: 'text', text: 'So.' }, stop);
    await pipeline.ask('And?');
    await settle();
    assert.equal(sent().length, 2 * (5 - dropped) + 3);
  });

  it('sends everything when the user chooses to send anyway', async () => {
    const { check, pipeline, session, sent } = await limitedChat(5);
    await pipeline.ask('Why?');
    check.choose('send');
    await settle();
    assert.equal(sent().length, 11);
    assert.equal(session.conversation.omitted, undefined);
  });

  it('sends nothing when the user cancels', async () => {
    const { check, pipeline, session, model } = await limitedChat(5);
    const before = session.conversation;
    await pipeline.ask('Why?');
    check.choose('cancel');
    await settle();
    assert.equal(check.held.state, undefined);
    assert.equal(model.requests.length, 5);
    assert.equal(session.conversation, before);
    check.choose('send');
    assert.equal(session.isRunning, false);
  });

  it('holds a queued question and sends it under its own ID', async () => {
    const { check, pipeline, draft, held, session } = await limitedChat(5);
    const first = { id: 'queued', text: 'Why?' };
    draft.update({ queue: [first] });
    assert.equal(await pipeline.askQueued(first, new AbortController().signal), false);
    assert.equal(held().isQueued, true);
    draft.update({ text: 'What is typed meanwhile' });
    assert.equal(held().isQueued, true);
    check.choose('send');
    await settle();
    assert.equal(session.conversation.messages.at(-2)?.id, 'queued');
  });

  it('cancels a held question that is no longer first in the queue', async () => {
    const { check, pipeline, draft, session } = await limitedChat(5);
    const first = { id: 'queued', text: 'Why?' };
    draft.update({ queue: [first] });
    await pipeline.askQueued(first, new AbortController().signal);
    draft.update({ queue: [{ id: 'other', text: 'Why?' }] });
    assert.equal(check.held.state, undefined);
    check.choose('send');
    assert.equal(session.isRunning, false);
    await pipeline.ask('Typed?');
    draft.update({ queue: [], text: 'Typed?' });
    assert.notEqual(check.held.state, undefined, 'what was typed is not the queue’s');
  });

  it('lets the same model summarize the turns and sends the summary in their place', async () => {
    const { check, pipeline, held, session, model, sent } = await limitedChat(5);
    await pipeline.ask('Why?');
    const count = held().turns?.questions.length ?? 0;
    check.choose('summarize');
    await settle();
    assert.equal(held().isSummarizing, true);
    assert.equal(session.isRunning, false);
    assert.equal(sent().length, 2 * count + 1);
    assert.equal(sent().at(-1), `user: ${summaryInstruction}`);
    assert.equal(model.requests.at(-1)?.model, session.conversation.model);
    assert.equal(model.requests.at(-1)?.chatId, session.conversation.id);
    const usage = { inputTokens: 300, outputTokens: 4 };
    await model.end({ type: 'text', text: 'They are long.' }, { type: 'usage', usage }, stop);
    assert.equal(check.held.state, undefined);
    const summary = session.conversation.omitted?.at(-1)?.summary;
    assert.equal(summary?.text, 'They are long.');
    assert.equal(summary.model, 'model-a');
    assert.deepEqual(summary.outcome.usage, usage);
    assert.equal(conversationTotals(session.conversation, () => undefined).inputTokens, 300);
    assert.match(sent()[0] ?? '', /^user: Summary [^]*They are long\.[^]*Question/);
    assert.equal(sent().length, 2 * (5 - count) + 1);
    assert.equal(model.requests.length, 7);
  });

  it('keeps the prompt and all turns when the summary is stopped or fails', async () => {
    const { check, pipeline, held, session, model } = await limitedChat(5);
    const before = session.conversation;
    const requests = (): number =>
      conversationTotals(session.conversation, () => undefined).requests -
      before.messages.length / 2;
    await pipeline.ask('Why?');
    check.choose('summarize');
    await model.emit({ type: 'text', text: 'They' });
    check.choose('stopSummary');
    await settle();
    assert.equal(model.signals.at(-1)?.aborted, true);
    assert.equal(held().isSummarizing, false);
    assert.equal(held().problem, undefined);
    check.choose('summarize');
    await model.end({ type: 'failure', failure: { kind: 'rateLimited', status: 429 } });
    assert.equal(held().problem?.outcome.failure?.kind, 'rateLimited');
    check.choose('summarize');
    const failure = { kind: 'unreachable', nothingSent: true } as const;
    const wait = { failure, delayMs: 1000, retryAt: 1000 };
    await model.emit({ type: 'retryScheduled', wait, retryNow: () => undefined });
    assert.equal(held().problem?.outcome.failure?.kind, 'unreachable');
    assert.equal(model.signals.at(-1)?.aborted, true);
    check.choose('summarize');
    await model.end({ type: 'text', text: 'They are' }, { type: 'finish', reason: 'length' });
    assert.equal(held().problem?.state, 'truncated');
    assert.equal(held().problem?.outcome.finishReason, 'length');
    check.choose('summarize');
    assert.equal(held().problem, undefined, 'of the summary that is being made nothing is known');
    await model.end({ type: 'usage', usage: { inputTokens: 300 } }, stop);
    assert.equal(held().problem?.outcome.failure?.kind, 'emptyReply');
    assert.deepEqual(
      [session.conversation.messages, session.conversation.omitted],
      [before.messages, undefined],
    );
    assert.equal(requests(), 4, 'stopped, refused, cut and empty; one did not leave');
  });

  it('refuses questions while it summarizes, and abandons the summary when the chat is disposed', async () => {
    const { check, pipeline, session, model } = await limitedChat(5);
    await pipeline.ask('Why?');
    check.choose('summarize');
    await settle();
    assert.equal(await pipeline.ask('What else?'), false);
    assert.equal(check.held.state?.isSummarizing, true);
    await model.emit({ type: 'text', text: 'They' });
    check.dispose();
    await settle();
    assert.equal(model.signals.at(-1)?.aborted, true);
    assert.equal(session.conversation.omitted, undefined);
  });

  it('offers no turns to omit when the question alone is too long', async () => {
    const { check, pipeline, held, sent } = await limitedChat(0);
    await pipeline.ask(long.repeat(8));
    assert.equal(held().turns, undefined);
    assert.equal(held().canSummarize, false);
    check.choose('omit');
    check.choose('summarize');
    assert.deepEqual(sent(), []);
    check.choose('send');
    await settle();
    assert.equal(sent().length, 1);
  });

  it('offers no summary when the turns do not fit into one request', async () => {
    const { pipeline, held } = await limitedChat(12);
    await pipeline.ask(long);
    assert.ok(held().turns);
    assert.equal(held().canSummarize, false);
  });

  it('keeps an earlier summary when more turns are omitted', async () => {
    const { check, pipeline, held, session, model, sent } = await limitedChat(5);
    await pipeline.ask(long);
    check.choose('summarize');
    await model.end({ type: 'text', text: 'They are long.' }, stop);
    for (const answer of ['Yes.', 'No.', 'So.']) {
      await model.end({ type: 'text', text: answer }, stop);
      await pipeline.ask(long);
      await settle();
    }
    assert.ok(held().turns);
    check.choose('omit');
    await settle();
    assert.match(sent()[0] ?? '', /They are long\./);
    assert.equal(session.conversation.omitted?.length, 2);
  });

  it('holds a retry and omits only turns before its question', async () => {
    const { check, pipeline, held, session, model, sent, answer } = await limitedChat(4);
    session.ask('Why?');
    await model.end({ type: 'failure', failure: { kind: 'contextTooLong', status: 400 } });
    assert.equal(await pipeline.retry(answer().id), false);
    const count = held().turns?.questions.length ?? 0;
    check.choose('omit');
    await settle();
    assert.equal(sent().length, 2 * (4 - count) + 1);
    assert.equal(sent().at(-1), 'user: Why?');
    assert.equal(session.conversation.messages.length, 10);
  });

  it('holds an edited question and counts only the messages before it', async () => {
    const { check, pipeline, held, session, sent } = await limitedChat(5);
    const [first, , , , , , , , last] = session.conversation.messages;
    assert.equal(await pipeline.edit(last?.id ?? '', `Question 5, in other words. ${long}`), false);
    assert.ok((held().turns?.questions.length ?? 0) < 4);
    check.choose('omit');
    await settle();
    assert.match(sent().at(-1) ?? '', /^user: Question 5, in other words\./);
    assert.equal(session.conversation.offPath.length, 2);
    session.stop();
    assert.equal(await pipeline.edit(first?.id ?? '', 'Why?'), true, 'nothing is before it');
    await settle();
    assert.deepEqual(sent(), ['user: Why?']);
  });

  it('cancels the held question when another version is shown', async () => {
    const { check, pipeline, session, model } = await limitedChat(5);
    const answer = session.conversation.messages.at(-1);
    session.retry(answer?.id ?? '');
    await model.end(stop);
    await pipeline.ask('Why?');
    assert.ok(check.held.state);
    session.chooseVersion(answer?.id ?? '');
    assert.equal(check.held.state, undefined);
  });

  it('holds the continuation of a long answer and omits only turns before it', async () => {
    const { check, pipeline, draft, held, session, model, sent, answer } = await limitedChat(2);
    assert.equal(await pipeline.ask('Why?'), true);
    const partial = long.repeat(3).trim();
    await model.end({ type: 'text', text: partial }, { type: 'finish', reason: 'length' });
    const { id } = answer();
    assert.equal(await pipeline.continueAnswer(id), false);
    assert.equal(session.isRunning, false);
    const questions = held().turns?.questions.map(({ text }) => text.slice(0, 10)) ?? [];
    assert.deepEqual(questions, ['Question 1', 'Question 2']);
    draft.update({ text: 'Something else' });
    check.choose('omit');
    await settle();
    assert.deepEqual(sent().slice(0, 2), ['user: Why?', `assistant: ${partial}`]);
    assert.equal(sent().length, 3);
    await model.end({ type: 'text', text: ' That is all.' }, stop);
    assert.equal(answer().id, id);
    assert.equal(answer().text, `${partial} That is all.`);
    assert.equal(await pipeline.continueAnswer(id), false, 'it is whole');
    assert.equal(check.held.state, undefined);
  });

  it('counts the text of an answer beside the chosen one when that is continued', async () => {
    const { check, pipeline, session, model, answer } = await limitedChat(2);
    session.ask('Why?');
    await model.end({ type: 'text', text: 'So.' }, stop);
    session.alsoAsk(answer().id, 'model-b');
    await settle();
    await model.end({ type: 'text', text: long.repeat(3) }, { type: 'finish', reason: 'length' });
    const beside = session.conversation.offPath.at(-1)!.id;
    assert.equal(await pipeline.continueAnswer(beside), false);
    assert.ok(check.held.state);
  });

  it('asks no further model whose context window is shorter than the request', async () => {
    const { pipeline, session, model, answer } = await limitedChat(1);
    session.ask(long.repeat(8));
    await model.end({ type: 'text', text: 'So.' }, stop);
    const asked = model.requests.length;
    await pipeline.alsoAsk(answer().id, ['model-b'], assert.fail);
    const beside = session.conversation.offPath.at(-1);
    assert.ok(beside?.kind === 'answer');
    const { kind, tokens } = beside.outcome?.failure ?? {};
    assert.deepEqual([beside.state, kind, tokens?.limit], ['failed', 'contextTooLong', limit]);
    assert.ok((tokens?.needed ?? 0) > limit);
    assert.equal(model.requests.length, asked);
  });

  it('continues an answer at once when it fits', async () => {
    const { pipeline, session, model, answer } = await limitedChat(1);
    session.ask('Why?');
    await model.end({ type: 'text', text: 'Because' }, { type: 'finish', reason: 'length' });
    assert.equal(await pipeline.continueAnswer(answer().id), true);
    assert.equal(session.isRunning, true);
  });

  it('cancels the held question when an answer is continued', async () => {
    const { check, pipeline, session, model, answer } = await limitedChat(5);
    session.ask('Why?');
    await model.end({ type: 'text', text: 'Because' }, { type: 'finish', reason: 'length' });
    await pipeline.ask('And?');
    assert.ok(check.held.state);
    session.continueAnswer(answer().id);
    assert.equal(check.held.state, undefined);
    check.choose('omit');
    assert.equal(session.conversation.omitted, undefined);
  });

  it('cancels the held question and its summary when the draft changes', async () => {
    const { check, pipeline, draft, session, model, answer } = await limitedChat(5);
    await pipeline.ask('Why?');
    draft.update({ text: ' Why?\n' });
    assert.ok(check.held.state, 'it is the same question');
    draft.update({ text: 'Why not?' });
    assert.equal(check.held.state, undefined);
    check.choose('send');
    assert.equal(session.isRunning, false);
    draft.update({ text: 'Why?' });
    await pipeline.ask('Why?');
    check.choose('summarize');
    await settle();
    draft.update({ text: 'Why not?' });
    assert.equal(model.signals.at(-1)?.aborted, true);
    assert.equal(check.held.state, undefined);
    session.ask('Why?');
    await model.end({ type: 'failure', failure: { kind: 'contextTooLong', status: 400 } });
    await pipeline.retry(answer().id);
    draft.update({ text: 'Something else' });
    assert.ok(check.held.state, 'a Retry does not stand in the message box');
  });
});
