import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  newConversation,
  type Answer,
  type Outcome,
} from '../../../../../src/conversation/common/conversation';
import {
  answerUsage,
  conversationTotals,
} from '../../../../../src/features/usage/node/answerUsage';
import { failureKinds } from '../../../../../src/gateway/common/failure';
import type { PriceOf } from '../../../../../src/gateway/common/prices';

const unpriced: PriceOf = () => undefined;
const priced: PriceOf = () => ({ input: 1, output: 2, currency: 'EUR' });

function answer(outcome: Partial<Outcome> | undefined, changes: Partial<Answer> = {}): Answer {
  return {
    kind: 'answer',
    id: 'a',
    questionId: 'q',
    model: 'm',
    state: 'complete',
    text: 'text',
    reasoning: '',
    startedAt: 1_000,
    ...(outcome === undefined ? {} : { outcome: { endedAt: 9_000, ...outcome } }),
    ...changes,
  };
}

describe('answerUsage', () => {
  it('is undefined while the answer runs', () => {
    assert.equal(answerUsage(answer(undefined, { state: 'streaming' }), priced), undefined);
  });

  it('contains only what is known', () => {
    assert.deepEqual(answerUsage(answer({}), priced), { requestedModel: 'm', usage: {} });
  });

  it('contains API format, models, usage, times, speed and cost', () => {
    const usage = { inputTokens: 1_000, outputTokens: 100, cachedTokens: 10, reasoningTokens: 0 };
    const ended = answer({
      apiFormat: 'chat',
      servedModel: 'n',
      usage,
      firstContentAt: 1_400,
      lastContentAt: 3_400,
    });
    assert.deepEqual(answerUsage(ended, priced), {
      requestedModel: 'm',
      servedModel: 'n',
      comparison: 'other',
      apiFormat: 'chat',
      usage,
      firstContentMs: 400,
      tokensPerSecond: 50,
      cost: { amount: 0.0012, currency: 'EUR', isEstimate: true },
      price: { input: 1, output: 2, currency: 'EUR' },
    });
  });

  it('has no speed if the content arrived all at once or without usage', () => {
    const speed = (outcome: Partial<Outcome>): number | undefined =>
      answerUsage(answer(outcome), unpriced)?.tokensPerSecond;
    const usage = { outputTokens: 100 };
    assert.equal(speed({ usage, firstContentAt: 2_000, lastContentAt: 2_000 }), undefined);
    assert.equal(speed({ usage, firstContentAt: 2_000, lastContentAt: 2_099 }), undefined);
    assert.equal(speed({ usage, firstContentAt: 2_000, lastContentAt: 2_100 }), 1_000);
    assert.equal(speed({ firstContentAt: 2_000, lastContentAt: 3_000 }), undefined);
    assert.equal(speed({ usage }), undefined);
  });

  it('excludes hidden reasoning from the speed, since it precedes the first content', () => {
    const outcome = {
      usage: { outputTokens: 300, reasoningTokens: 200 },
      firstContentAt: 2_000,
      lastContentAt: 3_000,
    };
    assert.equal(answerUsage(answer(outcome), unpriced)?.tokensPerSecond, 100);
    const shown = answer(outcome, { reasoning: 'Hm.' });
    assert.equal(answerUsage(shown, unpriced)?.tokensPerSecond, 300);
  });

  it('uses the listed price if the settings have none', () => {
    const listed = answer({
      usage: { inputTokens: 1_000_000, outputTokens: 0 },
      listedPrice: { input: 3, output: 4, currency: 'USD' },
    });
    assert.deepEqual(answerUsage(listed, unpriced)?.cost, {
      amount: 3,
      currency: 'USD',
      isEstimate: true,
    });
    assert.deepEqual(answerUsage(listed, priced)?.cost, {
      amount: 1,
      currency: 'EUR',
      isEstimate: true,
    });
  });

  it('prefers what the gateway charged to any price', () => {
    const billed = answer({
      usage: { inputTokens: 1_000_000, outputTokens: 0, billedDollars: 0.25 },
      listedPrice: { input: 3, output: 4, currency: 'USD' },
    });
    const { cost, price } = answerUsage(billed, priced) ?? {};
    assert.deepEqual([cost, price], [{ amount: 0.25, currency: 'USD' }, undefined]);
  });

  it('sums up the requests of a continued answer and omits what one of them lacks', () => {
    const listedPrice = { input: 1, output: 1, currency: 'USD' };
    const first: Outcome = {
      endedAt: 2_000,
      servedModel: 'm',
      firstContentAt: 1_300,
      lastContentAt: 1_900,
      usage: { inputTokens: 1_000_000, outputTokens: 1_000_000, cachedTokens: 1 },
      listedPrice,
    };
    const second: Partial<Outcome> = {
      apiFormat: 'chat',
      servedModel: 'm',
      firstContentAt: 5_000,
      lastContentAt: 6_000,
      usage: { inputTokens: 2_000_000, outputTokens: 10 },
      listedPrice: { ...listedPrice, output: 100_000 },
    };
    const ended = answer(second, { earlierOutcomes: [first], continuedAt: 4_000 });
    assert.deepEqual(answerUsage(ended, unpriced), {
      requestedModel: 'm',
      servedModel: 'm',
      comparison: 'same',
      apiFormat: 'chat',
      usage: { inputTokens: 3_000_000, outputTokens: 1_000_010 },
      firstContentMs: 300,
      tokensPerSecond: 10,
      cost: { amount: 5, currency: 'USD', isEstimate: true },
      price: second.listedPrice,
    });
    const swapped = answer(second, { earlierOutcomes: [{ ...first, servedModel: 'n' }] });
    assert.equal(answerUsage(swapped, unpriced)?.servedModel, 'n');
    const { usage: _usage, ...withoutUsage } = first;
    const partial = answerUsage(answer(second, { earlierOutcomes: [withoutUsage] }), unpriced);
    assert.deepEqual([partial?.usage, partial?.cost], [{}, undefined]);
  });

  it('uses each model’s price if another model continued the answer', () => {
    const usage = { inputTokens: 1_000_000, outputTokens: 0 };
    const request = { endedAt: 2_000, sentAt: 1_000, usage };
    const ended = answer(
      { ...request, servedModel: 'm' },
      { earlierOutcomes: [{ ...request, model: 'expensive', servedModel: 'expensive' }] },
    );
    const price: PriceOf = (model) => ({ input: model === 'expensive' ? 5 : 1, currency: 'EUR' });
    const result = answerUsage(ended, price);
    assert.equal(result?.cost?.amount, 6);
    assert.equal(result.comparison, 'same');
    assert.equal(
      conversationTotals({ ...newConversation('c', 'm', 1), messages: [ended] }, price).costs[0]
        ?.amount,
      6,
    );
  });

  it('ignores an attempt to continue that cost nothing', () => {
    const usage = { inputTokens: 1_000_000, outputTokens: 1_000_000 };
    const first = { endedAt: 2_000, apiFormat: 'chat', usage, firstContentAt: 1_500 } as const;
    const paid = answerUsage(answer(first), priced);
    assert.deepEqual(paid?.cost, { amount: 3, currency: 'EUR', isEstimate: true });
    const free: readonly Partial<Outcome>[] = [
      { apiFormat: 'chat', failure: { kind: 'unreachable', nothingSent: true } },
      { apiFormat: 'chat' },
    ];
    for (const attempt of free) {
      assert.deepEqual(answerUsage(answer(attempt, { earlierOutcomes: [first] }), priced), paid);
    }
  });

  it('yields finite, non-negative numbers whatever was reported', () => {
    const count = fc.option(fc.nat(), { nil: undefined });
    fc.assert(
      fc.property(count, count, count, count, fc.nat(5_000), fc.nat(5_000), (...counts) => {
        const [inputTokens, outputTokens, cachedTokens, reasoningTokens, firstMs, streamMs] =
          counts;
        const usage = Object.fromEntries(
          Object.entries({ inputTokens, outputTokens, cachedTokens, reasoningTokens }).filter(
            ([, tokens]) => tokens !== undefined,
          ),
        );
        const result = answerUsage(
          answer({
            usage,
            firstContentAt: 1_000 + firstMs,
            lastContentAt: 1_000 + firstMs + streamMs,
          }),
          priced,
        );
        const { cost, tokensPerSecond } = result ?? {};
        for (const value of [cost?.amount, tokensPerSecond]) {
          assert.ok(value === undefined || (Number.isFinite(value) && value >= 0));
        }
        // Some gateways report 0 for tokens they did not count.
        const isUnknown = inputTokens === undefined || outputTokens === undefined;
        assert.equal(cost === undefined, isUnknown || inputTokens + outputTokens === 0);
      }),
      { examples: [[0, 0, undefined, undefined, 0, 0]] },
    );
  });
});

describe('conversationTotals', () => {
  const usage = { inputTokens: 1_000_000, outputTokens: 1_000_000 };

  it('adds up the cost of each retry, continuation and version once, and of no rejected request', () => {
    const paid = { inputTokens: 1_000_000, outputTokens: 0 };
    const { costs, withoutCost } = conversationTotals(
      {
        ...newConversation('c', 'm', 0),
        messages: [
          answer(
            { usage: paid },
            { earlierOutcomes: [{ usage: paid, endedAt: 3 }, { endedAt: 2 }] },
          ),
          answer({ failure: { kind: 'rateLimited' } }, { text: '', state: 'failed' }),
        ],
        offPath: [answer({ usage: paid })],
      },
      priced,
    );
    assert.deepEqual(costs, [{ amount: 3, currency: 'EUR', isEstimate: true }]);
    assert.equal(withoutCost, 1);
  });

  it('includes earlier versions and counts requests without usage or cost', () => {
    const listedPrice = { input: 1, output: 1, currency: 'USD' };
    const totals = conversationTotals(
      {
        ...newConversation('c', 'm', 0),
        messages: [
          { kind: 'question', id: 'q', text: '?', askedAt: 0 },
          answer({ usage, listedPrice }),
          answer({ usage, listedPrice: { ...listedPrice, currency: 'EUR' } }),
          answer({ usage }),
          answer({ usage: { inputTokens: 5 } }),
          answer({}),
          answer(undefined, { state: 'streaming' }),
        ],
        offPath: [answer({ usage, listedPrice })],
      },
      unpriced,
    );
    assert.deepEqual(totals, {
      requests: 6,
      rejected: 0,
      inputTokens: 4_000_005,
      outputTokens: 4_000_000,
      withoutUsage: 2,
      costs: [
        { currency: 'USD', amount: 4, isEstimate: true },
        { currency: 'EUR', amount: 2, isEstimate: true },
      ],
      withoutCost: 3,
    });
  });

  it('counts each request of a continued answer except a rejected one', () => {
    const countOf = (outcome: Partial<Outcome>): number =>
      conversationTotals(
        {
          ...newConversation('c', 'm', 0),
          messages: [answer(outcome, { earlierOutcomes: [{ endedAt: 2_000, usage }] })],
        },
        unpriced,
      ).requests;
    assert.equal(countOf({ sentAt: 3_000 }), 2);
    assert.equal(countOf({}), 1, 'stopped before it was sent');
    assert.equal(countOf({ failure: { kind: 'connectionLost' } }), 2);
    assert.equal(countOf({ failure: { kind: 'rateLimited' } }), 1);
  });

  it('counts no attempt to continue that sent nothing', () => {
    const free: Outcome = { endedAt: 3_000, failure: { kind: 'unreachable', nothingSent: true } };
    const ended = answer(
      { sentAt: 4_000, usage },
      { earlierOutcomes: [{ endedAt: 2_000, usage }, free] },
    );
    const conversation = { ...newConversation('c', 'm', 0), messages: [ended] };
    const { requests, withoutUsage, withoutCost } = conversationTotals(conversation, priced);
    assert.deepEqual([requests, withoutUsage, withoutCost], [2, 0, 0]);
  });

  it('counts rejected requests, including automatic retries, as free', () => {
    const rejection = { kind: 'rateLimited', status: 429 } as const;
    const unreachable = { kind: 'unreachable', nothingSent: true } as const;
    const rejected = answer(
      { sentAt: 2_000, failure: rejection },
      {
        text: '',
        state: 'failed',
        adjustments: [
          { kind: 'delayed', failure: unreachable },
          { kind: 'delayed', failure: rejection },
          { kind: 'adapted', quirk: 'noStream', failure: { kind: 'badRequest', status: 400 } },
          { kind: 'imagesOmitted', quirk: 'noImages' },
        ],
      },
    );
    const unsent = answer(
      { sentAt: 2_000, failure: unreachable },
      { text: '', state: 'failed', adjustments: [{ kind: 'delayed', failure: unreachable }] },
    );
    const conversation = { ...newConversation('c', 'm', 0), messages: [rejected, unsent] };
    const {
      requests,
      rejected: count,
      withoutUsage,
      withoutCost,
      costs,
    } = conversationTotals(conversation, priced);
    assert.deepEqual([requests, count], [3, 3]);
    assert.equal(answerUsage(rejected, priced)?.isFree, true);
    assert.deepEqual([withoutUsage, withoutCost, costs], [0, 0, []]);
  });

  it('counts failed requests unless they certainly cost nothing', () => {
    const countOf = (failed: Answer): number =>
      conversationTotals({ ...newConversation('c', 'm', 0), messages: [failed] }, unpriced)
        .requests;
    const free = new Set(
      failureKinds.filter(
        (kind) => countOf(answer({ failure: { kind } }, { text: '', state: 'failed' })) === 0,
      ),
    );
    assert.ok(free.has('keyMissing') && free.has('rateLimited'));
    for (const kind of ['connectionLost', 'streamError', 'totalTimeout', 'windowClosed'] as const) {
      assert.ok(!free.has(kind), kind);
    }
    for (const kind of failureKinds) {
      assert.equal(countOf(answer({ failure: { kind }, usage }, { text: '' })), 1);
      assert.equal(countOf(answer({ failure: { kind } }, { text: 'some' })), 1);
    }
  });
});
