import assert from 'node:assert/strict';
import { ContextBudget } from '../../../src/chat/contextBudget';
import { answerReserve, type Budget, isNearLimit } from '../../../src/shared/budget';
import { settled, stage, type Stage } from './fakes';

const stop = { type: 'finish', reason: 'stop' } as const;

interface Watched extends Stage {
  readonly budget: ContextBudget;
  readonly shown: (Budget | undefined)[];
  readonly lengths: Map<string, number>;
  readonly move: (baseUrl: string) => Promise<void>;
}

function watched(settings: Parameters<typeof stage>[0] = {}): Watched {
  const staged = stage(settings);
  const shown: (Budget | undefined)[] = [];
  const lengths = new Map([['model-a', 1000]]);
  let baseUrl = 'https://one.example/v1';
  const budget = new ContextBudget({
    session: staged.session,
    requestSettings: () => ({ systemPrompt: '', stream: true, ...settings }),
    baseUrl: () => baseUrl,
    listedLength: (model) => Promise.resolve(lengths.get(model)),
  });
  budget.onDidChange((now) => shown.push(now));
  const move = async (to: string): Promise<void> => {
    baseUrl = to;
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
      shown.map((now) => now?.limit),
      [1000, undefined],
    );
  });

  it('grows with the draft and falls back when it is sent, by what the gateway counted', async () => {
    const { budget, session, model } = watched();
    await budget.refresh();
    assert.equal(budget.budget?.tokens, 0);
    budget.setDraft('What is the difference between a ring and a bar?');
    const typed = budget.budget?.tokens ?? 0;
    assert.ok(typed > 10 && typed < 30, String(typed));
    session.ask('What is the difference between a ring and a bar?');
    budget.setDraft('');
    await model.end(
      { type: 'text', text: 'One is round.' },
      { type: 'usage', usage: { inputTokens: 300, outputTokens: 5 } },
      stop,
    );
    const used = budget.budget?.tokens ?? 0;
    assert.ok(used > 300 && used < 320, String(used));
  });

  it('believes the error that names the limit, and takes it back when more was answered', async () => {
    const { budget, session, model } = watched();
    await budget.refresh();
    session.ask('Too long?');
    await model.end({
      type: 'failure',
      failure: { kind: 'contextTooLong', tokens: { needed: 512, limit: 400 } },
    });
    assert.equal(budget.budget?.limit, 400);
    session.ask('And now?');
    await model.end(
      { type: 'text', text: 'Yes.' },
      { type: 'usage', usage: { inputTokens: 1200, outputTokens: 2 } },
      stop,
    );
    assert.equal(budget.budget, undefined);
  });

  it('learns of a model at one gateway nothing about its namesake at another', async () => {
    const { budget, session, model, move } = watched();
    await budget.refresh();
    session.ask('Too long?');
    await model.end({
      type: 'failure',
      failure: { kind: 'contextTooLong', tokens: { limit: 400 } },
    });
    await move('https://two.example/v1');
    assert.equal(budget.budget?.limit, 1000);
    await move('https://one.example/v1');
    assert.equal(budget.budget?.limit, 400);
  });

  it('learns from a conversation that is opened', async () => {
    const first = watched();
    first.session.ask('Too long?');
    await first.model.end({
      type: 'failure',
      failure: { kind: 'contextTooLong', tokens: { limit: 400 } },
    });
    const later = watched();
    later.session.open(first.session.conversation);
    assert.equal(later.budget.budget?.limit, 400);
  });

  it('keeps room for the answer: what is allowed, or a tenth, and never more than half', () => {
    assert.equal(answerReserve(8000, undefined), 800);
    assert.equal(answerReserve(1_000_000, undefined), 4096);
    assert.equal(answerReserve(8000, 2000), 2000);
    assert.equal(answerReserve(8000, 32_000), 4000);
    assert.equal(isNearLimit({ tokens: 6400, limit: 8000, reserve: 800 }), false);
    assert.equal(isNearLimit({ tokens: 6401, limit: 8000, reserve: 800 }), true);
  });
});
