import assert from 'node:assert/strict';
import { ContextBudget } from '../../../../src/chat/context/contextBudget';
import {
  answerReserve,
  type TokenBudget,
  isNearLimit,
} from '../../../../src/shared/conversation/contextLimit';
import { ModelContextCache } from '../../../../src/chat/context/modelContextCache';
import type { Conversation } from '../../../../src/shared/conversation/conversation';
import { settled, stage, type Stage } from '../fakes';

const stop = { type: 'finish', reason: 'stop' } as const;

interface Watched extends Stage {
  readonly budget: ContextBudget;
  readonly shown: (TokenBudget | undefined)[];
  /** What is told of `model-a`. */
  readonly lengths: number[];
  readonly move: (origin: string) => Promise<void>;
}

function watched(
  settings: Parameters<typeof stage>[0] = {},
  conversation?: Conversation,
  draft = '',
): Watched {
  const staged = stage(settings, undefined, conversation);
  const shown: (TokenBudget | undefined)[] = [];
  const lengths = [1000];
  let current = 'https://one.example';
  const budget = new ContextBudget({
    session: staged.session,
    draft,
    modelContexts: new ModelContextCache(),
    requestSettings: () => ({ systemPrompt: '', stream: true, ...settings }),
    origin: () => current,
    contextLengthCandidates: (model) => Promise.resolve(model === 'model-a' ? lengths : []),
  });
  budget.onDidChange((now) => shown.push(now));
  const move = async (to: string): Promise<void> => {
    current = to;
    await budget.refresh();
  };
  return { ...staged, budget, shown, lengths, move };
}

describe('ContextBudget', () => {
  it('says nothing before the length is known, and nothing where it is not', async () => {
    const { budget, session, shown } = watched();
    budget.setDraft('Hello?');
    await budget.refresh();
    session.chooseModel('model-b');
    await settled();
    assert.equal(budget.budget, undefined);
    assert.deepEqual(
      shown.map((now) => now?.contextLength),
      [1000, undefined],
    );
  });

  it('grows with the draft and falls back when it is sent, by what the gateway counted', async () => {
    const { budget, session, model } = watched();
    await budget.refresh();
    assert.equal(budget.budget?.requestTokens, 0);
    budget.setDraft('What is the difference between a ring and a bar?');
    const typed = budget.budget?.requestTokens ?? 0;
    assert.ok(typed > 10 && typed < 30, String(typed));
    session.ask('What is the difference between a ring and a bar?');
    budget.setDraft('');
    await model.end(
      { type: 'text', text: 'One is round.' },
      { type: 'usage', usage: { inputTokens: 300, outputTokens: 5 } },
      stop,
    );
    const used = budget.budget?.requestTokens ?? 0;
    assert.ok(used > 300 && used < 320, String(used));
  });

  it('counts what was typed before the window was reloaded', async () => {
    const { budget } = watched({}, undefined, 'What is the difference between a ring and a bar?');
    await budget.refresh();
    const typed = budget.budget?.requestTokens ?? 0;
    assert.ok(typed > 10 && typed < 30, String(typed));
  });

  it('asks anew how long it is after an error that may have told, and believes what comes first', async () => {
    const { budget, session, model, lengths } = watched();
    await budget.refresh();
    session.ask('Too long?');
    lengths.unshift(400);
    await model.end({ type: 'failure', failure: { kind: 'contextTooLong' } });
    assert.equal(budget.budget?.contextLength, 400);
  });

  it('takes back a length that an answer refutes', async () => {
    const { budget, session, model, lengths } = watched();
    lengths.unshift(400);
    await budget.refresh();
    const answered = async (inputTokens: number): Promise<number | undefined> => {
      session.ask('And now?');
      const usage = { inputTokens, outputTokens: 2 };
      await model.end({ type: 'text', text: 'Yes.' }, { type: 'usage', usage }, stop);
      return budget.budget?.contextLength;
    };
    assert.equal(await answered(400), 400);
    assert.equal(await answered(401), 1000);
    assert.equal(await answered(1200), undefined);
  });

  it('learns of a model at one gateway nothing about its namesake at another', async () => {
    const { budget, session, model, lengths, move } = watched();
    lengths.unshift(400);
    await budget.refresh();
    session.ask('Hello?');
    const usage = { inputTokens: 500, outputTokens: 2 };
    await model.end({ type: 'text', text: 'Yes.' }, { type: 'usage', usage }, stop);
    assert.equal(budget.budget?.contextLength, 1000);
    await move('https://two.example');
    assert.equal(budget.budget?.contextLength, 400);
    await move('https://one.example');
    assert.equal(budget.budget?.contextLength, 1000);
  });

  it('learns from a conversation that is opened', async () => {
    const first = watched();
    first.session.ask('Hello?');
    const usage = { inputTokens: 1200, outputTokens: 2 };
    await first.model.end({ type: 'text', text: 'Yes.' }, { type: 'usage', usage }, stop);
    const later = watched({}, first.session.conversation);
    await later.budget.refresh();
    assert.equal(later.budget.budget, undefined);
  });

  it('keeps room for the answer: what is allowed, or a tenth, and never more than half', () => {
    assert.equal(answerReserve(8000, undefined), 800);
    assert.equal(answerReserve(1_000_000, undefined), 4096);
    assert.equal(answerReserve(8000, 2000), 2000);
    assert.equal(answerReserve(8000, 32_000), 4000);
    assert.equal(isNearLimit({ requestTokens: 6400, contextLength: 8000, answerTokens: 800 }), false);
    assert.equal(isNearLimit({ requestTokens: 6401, contextLength: 8000, answerTokens: 800 }), true);
  });
});
