import assert from 'node:assert/strict';
import {
  answerReserve,
  isNearLimit,
  type TokenBudget,
} from '../../../../../src/conversation/common/contextLimit';
import type { Conversation } from '../../../../../src/conversation/common/conversation';
import { ContextBudget } from '../../../../../src/features/contextWindow/node/contextBudget';
import { ModelContextCache } from '../../../../../src/features/contextWindow/node/modelContextCache';
import type { OutputLimits } from '../../../../../src/gateway/common/maxTokens';
import type { Price } from '../../../../../src/gateway/common/usage';
import { chatFixture, settle, type ChatFixture } from '../../../conversation/node/fakes';

const stop = { type: 'finish', reason: 'stop' } as const;

interface BudgetFixture extends ChatFixture {
  readonly budget: ContextBudget;
  readonly reported: (TokenBudget | undefined)[];
  /** The windows of `model-a`, most trusted first. */
  readonly contextLengths: number[];
  /** The settings' windows; keys are models. */
  readonly ownLengths: Map<string, number>;
  readonly outputLimits: { of: OutputLimits };
  readonly switchTo: (origin: string) => Promise<void>;
}

function budgetFixture(
  settings: Parameters<typeof chatFixture>[0] = {},
  conversation?: Conversation,
  draft = '',
): BudgetFixture {
  const fixture = chatFixture(settings, undefined, conversation);
  const reported: (TokenBudget | undefined)[] = [];
  const contextLengths = [1000];
  const ownLengths = new Map<string, number>();
  const outputLimits: BudgetFixture['outputLimits'] = { of: { isRequired: false } };
  let origin = 'https://one.example';
  const budget = new ContextBudget({
    session: fixture.session,
    draft: { text: draft },
    modelContexts: new ModelContextCache(),
    requestSettings: () => ({ systemPrompt: '', stream: true, ...settings }),
    origin: () => origin,
    ownContextLength: (model) => ownLengths.get(model),
    outputLimits: () => Promise.resolve(outputLimits.of),
    contextLengthCandidates: (model) => Promise.resolve(model === 'model-a' ? contextLengths : []),
    price: (model) => Promise.resolve(model === 'model-a' ? price : undefined),
  });
  budget.onDidChange((current) => reported.push(current));
  const switchTo = async (newOrigin: string): Promise<void> => {
    origin = newOrigin;
    await budget.refresh();
  };
  return { ...fixture, budget, reported, contextLengths, ownLengths, outputLimits, switchTo };
}

/** The input of long requests costs twice as much. */
const price: Price = {
  input: 100,
  output: 500,
  currency: 'USD',
  tiers: [{ from: 101, input: 200, reasoning: 900 }],
  perImage: 0.5,
};

describe('ContextBudget', () => {
  it('says what the input costs, at the prices of its length', async () => {
    const { budget, session } = budgetFixture();
    await budget.refresh();
    const perMillion = (words: number): number => {
      budget.setDraft({ text: 'word '.repeat(words) });
      const { amount = 0, isEstimate } = budget.costs[0] ?? {};
      assert.ok(isEstimate);
      return Math.round((amount * 1_000_000) / (budget.budget?.requestTokens ?? 0));
    };
    assert.deepEqual([perMillion(20), perMillion(400)], [100, 200]);
    session.chooseModel('model-b');
    await settle();
    assert.deepEqual(budget.costs, [undefined, undefined]);
  });

  it('says what the longest answer costs, where a limit is known, at the prices of the input', async () => {
    const answerDollars = ({ budget }: BudgetFixture): number | undefined => {
      const [input, longest] = budget.costs;
      return longest && input && Number((longest.amount - input.amount).toFixed(6));
    };
    const listed = { isRequired: false, maxOutputTokens: 64_000 };
    for (const [settings, limits, words, dollars] of [
      [{}, { isRequired: false }, 20, undefined],
      [{}, listed, 20, 32],
      [{ maxTokens: 2_000 }, listed, 20, 1],
      // The API format limits it to half the context window.
      [{}, { ...listed, isRequired: true }, 20, 0.25],
      // The answer may be all reasoning, which costs more from there on.
      [{}, listed, 400, 57.6],
    ] as const) {
      const fixture = budgetFixture(settings, undefined, 'word '.repeat(words));
      fixture.outputLimits.of = limits;
      await fixture.budget.refresh();
      assert.equal(answerDollars(fixture), dollars, JSON.stringify([settings, limits, words]));
    }
  });

  it('knows no more than the least where pictures cost more, those of earlier questions too', async () => {
    const fixture = budgetFixture();
    fixture.outputLimits.of = { isRequired: false, maxOutputTokens: 64_000 };
    await fixture.budget.refresh();
    const image = { mediaType: 'image/png', data: '' } as const;
    const picture = { id: 'i', kind: 'image', name: 'a.png', image, tokens: 800 } as const;
    const isKnown = (): readonly boolean[] =>
      fixture.budget.costs.map((cost) => cost !== undefined && cost.isMinimum !== true);
    fixture.budget.setDraft({ text: 'Why?' });
    assert.deepEqual(isKnown(), [true, true]);
    fixture.budget.setDraft({ text: 'Why?', attachments: [picture] });
    assert.deepEqual(isKnown(), [false, false]);
    fixture.budget.setDraft({ text: 'And now?' });
    fixture.session.ask('Why?', undefined, [picture]);
    assert.deepEqual(isKnown(), [false, false]);
  });

  it('is undefined while the context length is unknown', async () => {
    const { budget, session, reported } = budgetFixture();
    budget.setDraft({ text: 'Hello?' });
    await budget.refresh();
    session.chooseModel('model-b');
    await settle();
    assert.equal(budget.budget, undefined);
    assert.deepEqual(
      reported.map((changed) => changed?.contextLength),
      // Once more when it is certain that no source gives the length.
      [1000, undefined, undefined],
    );
  });

  it('says that the context length is unknown only once all sources were asked', async () => {
    const { budget, session } = budgetFixture();
    assert.equal(budget.isContextLengthUnknown, false, 'before the first lookup');
    await budget.refresh();
    assert.equal(budget.isContextLengthUnknown, false, 'a known length');
    session.chooseModel('model-b');
    assert.equal(budget.isContextLengthUnknown, false, 'while the new model is looked up');
    await settle();
    assert.equal(budget.isContextLengthUnknown, true);
    session.chooseModel('');
    await settle();
    assert.equal(budget.isContextLengthUnknown, false, 'without a model');
  });

  it('uses the length in the settings, also where a longer request was answered', async () => {
    const { budget, session, ownLengths } = budgetFixture();
    await budget.refresh();
    ownLengths.set('model-a', 50);
    assert.equal(budget.budget?.contextLength, 50);
    ownLengths.set('model-b', 70);
    session.chooseModel('model-b');
    await settle();
    assert.equal(budget.budget?.contextLength, 70);
    assert.equal(budget.isContextLengthUnknown, false);
  });

  it('grows with the draft and follows the reported usage after sending', async () => {
    const { budget, session, model } = budgetFixture();
    await budget.refresh();
    assert.equal(budget.budget?.requestTokens, 0);
    budget.setDraft({ text: 'What is the difference between a ring and a bar?' });
    const typed = budget.budget?.requestTokens ?? 0;
    assert.ok(typed > 10 && typed < 30, String(typed));
    session.ask('What is the difference between a ring and a bar?');
    budget.setDraft({ text: '' });
    await model.end(
      { type: 'text', text: 'One is round.' },
      { type: 'usage', usage: { inputTokens: 300, outputTokens: 5 } },
      stop,
    );
    const used = budget.budget?.requestTokens ?? 0;
    assert.ok(used > 300 && used < 320, String(used));
  });

  it('includes the draft of a reloaded window', async () => {
    const { budget } = budgetFixture(
      {},
      undefined,
      'What is the difference between a ring and a bar?',
    );
    await budget.refresh();
    const typed = budget.budget?.requestTokens ?? 0;
    assert.ok(typed > 10 && typed < 30, String(typed));
  });

  it('refreshes the context length after an overflow error and uses the most trusted one', async () => {
    const { budget, session, model, contextLengths } = budgetFixture();
    await budget.refresh();
    session.ask('Too long?');
    contextLengths.unshift(400);
    await model.end({ type: 'failure', failure: { kind: 'contextTooLong' } });
    assert.equal(budget.budget?.contextLength, 400);
  });

  it('discards a context length that an answer disproves', async () => {
    const { budget, session, model, contextLengths } = budgetFixture();
    contextLengths.unshift(400);
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

  it('learns about each gateway’s model separately', async () => {
    const { budget, session, model, contextLengths, switchTo } = budgetFixture();
    contextLengths.unshift(400);
    await budget.refresh();
    session.ask('Hello?');
    const usage = { inputTokens: 500, outputTokens: 2 };
    await model.end({ type: 'text', text: 'Yes.' }, { type: 'usage', usage }, stop);
    assert.equal(budget.budget?.contextLength, 1000);
    await switchTo('https://two.example');
    assert.equal(budget.budget?.contextLength, 400);
    await switchTo('https://one.example');
    assert.equal(budget.budget?.contextLength, 1000);
  });

  it('learns from a reopened conversation', async () => {
    const first = budgetFixture();
    first.session.ask('Hello?');
    const usage = { inputTokens: 1200, outputTokens: 2 };
    await first.model.end({ type: 'text', text: 'Yes.' }, { type: 'usage', usage }, stop);
    const reopened = budgetFixture({}, first.session.conversation);
    await reopened.budget.refresh();
    assert.equal(reopened.budget.budget, undefined);
  });

  it('reserves the limit that is sent where the API format requires one', async () => {
    const { budget, contextLengths, outputLimits } = budgetFixture();
    contextLengths[0] = 100_000;
    for (const [limits, reserved] of [
      [{ isRequired: false, maxOutputTokens: 80_000 }, 4_096],
      [{ isRequired: true }, 8_192],
      [{ isRequired: true, maxOutputTokens: 4_000 }, 4_000],
      [{ isRequired: true, maxOutputTokens: 80_000 }, 50_000],
    ] as const) {
      outputLimits.of = limits;
      await budget.refresh();
      assert.equal(budget.budget?.answerTokens, reserved, JSON.stringify(limits));
    }
  });

  it('reserves the maximum answer length or a tenth, but at most half', () => {
    assert.equal(answerReserve(8000, undefined), 800);
    assert.equal(answerReserve(1_000_000, undefined), 4096);
    assert.equal(answerReserve(8000, 2000), 2000);
    assert.equal(answerReserve(8000, 32_000), 4000);
    assert.equal(
      isNearLimit({ requestTokens: 6400, contextLength: 8000, answerTokens: 800 }),
      false,
    );
    assert.equal(
      isNearLimit({ requestTokens: 6401, contextLength: 8000, answerTokens: 800 }),
      true,
    );
  });
});
