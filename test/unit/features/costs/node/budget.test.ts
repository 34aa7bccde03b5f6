// The budget: what counts, which requests it holds, and what the user's consent lasts for.
import assert from 'node:assert/strict';
import { emptyDraft } from '../../../../../src/conversation/common/draft';
import { sendAuxiliaryRequest } from '../../../../../src/conversation/node/request/auxiliaryRequest';
import type { RequestEnd } from '../../../../../src/conversation/node/send/sendCheck';
import { SendPipeline } from '../../../../../src/conversation/node/send/sendPipeline';
import { ChatDraft } from '../../../../../src/conversation/node/session/chatDraft';
import { Budget, readBudget } from '../../../../../src/features/costs/node/budget';
import { BudgetCheck } from '../../../../../src/features/costs/node/budgetCheck';
import { BudgetedChatModel } from '../../../../../src/features/costs/node/budgetedChatModel';
import type { CompletionRequest, StreamPart } from '../../../../../src/gateway/common/chatModel';
import type { Cost } from '../../../../../src/gateway/common/prices';
import { chatFixture, connectionTo, settle } from '../../../conversation/node/fakes';

const usd = (amount: number): Cost => ({ amount, currency: 'USD' });

/** A budget with requests of these days. */
function budgetOf(
  value: unknown,
  spent: Readonly<Record<string, readonly (Cost | undefined)[]>> = {},
) {
  const entries = Object.entries(spent).flatMap(([day, costs]) =>
    costs.map((cost, index) => ({
      id: `${day} ${index}`,
      day,
      gateway: 'g',
      model: 'm',
      ...(cost === undefined ? {} : { cost }),
    })),
  );
  const ids: string[] = [];
  const state = { day: '2026-11-28', value };
  const budget = new Budget({
    ledger: {
      get day() {
        return state.day;
      },
      load: async () => entries.filter(({ day }) => day.startsWith(state.day.slice(0, 7))),
      onDidChange: () => ({ dispose: () => undefined }),
    },
    setting: () => readBudget(state.value),
    ownPrices: () => () => undefined,
    allowed: { all: async () => ids, add: async (id) => void ids.push(id) },
  });
  return { budget, state };
}

const periodsOf = async (budget: Budget, input?: Cost) =>
  (await budget.reachedBy(input))?.parts.map(({ period }) => period);

describe('portico.budget', () => {
  for (const [value, isUsable] of [
    [null, true],
    [undefined, true],
    [{ perDay: 5, currency: 'USD' }, true],
    [{ perDay: 0, perMonth: 50.5, currency: 'credits' }, true],
    [{ currency: 'USD' }, false],
    [{ perDay: 5 }, false],
    [{ perDay: '5', currency: 'USD' }, false],
    [{ perDay: -1, currency: 'USD' }, false],
    [{ perDay: 5, currency: ' ' }, false],
    [{ perDay: 5, perWeek: 1, currency: 'USD' }, false],
    [5, false],
  ] as const) {
    it(`${JSON.stringify(value)} ${isUsable ? 'can be used' : 'is ignored'}`, async () => {
      assert.equal(readBudget(value) !== undefined, isUsable);
      if (!isUsable) {
        const { budget } = budgetOf(value, { '2026-11-28': [usd(9)] });
        assert.equal(await periodsOf(budget), undefined);
      }
    });
  }
});

describe('Budget', () => {
  const value = { perDay: 5, perMonth: 20, currency: 'usd' };

  it('is reached by what was spent in the day or month together with the input of the request', async () => {
    const { budget } = budgetOf(value, { '2026-11-01': [usd(10)], '2026-11-28': [usd(4)] });
    assert.equal(await periodsOf(budget, usd(0.9)), undefined);
    assert.deepEqual(await periodsOf(budget, usd(1)), ['day']);
    assert.deepEqual(await periodsOf(budget, usd(6)), ['day', 'month']);
    const { budget: other } = budgetOf(value, { '2026-11-01': [usd(20)], '2026-10-31': [usd(9)] });
    assert.deepEqual(await periodsOf(other), ['month']);
  });

  it('counts what has no known cost, or another currency, as such', async () => {
    const eur = { amount: 100, currency: 'EUR' };
    const { budget } = budgetOf(value, { '2026-11-28': [usd(4), undefined, eur, eur] });
    assert.equal(await periodsOf(budget, eur), undefined);
    const [part] = (await budget.reachedBy(usd(1)))?.parts ?? [];
    assert.deepEqual([part?.spent.amount, part?.uncounted], [4, 3]);
  });

  it('asks once for the rest of the day or month, and again for another limit', async () => {
    const { budget, state } = budgetOf(value, { '2026-11-28': [usd(5)], '2026-11-29': [usd(5)] });
    const reached = await budget.reachedBy(undefined);
    assert.ok(reached);
    assert.ok(await budget.nearlyReached());
    await budget.allow(reached);
    assert.deepEqual(
      [await periodsOf(budget), await budget.nearlyReached()],
      [undefined, undefined],
    );
    state.value = { ...value, perDay: 4 };
    assert.deepEqual(await periodsOf(budget), ['day']);
    state.value = value;
    state.day = '2026-11-29';
    assert.deepEqual(await periodsOf(budget), ['day']);
  });

  it('is nearly reached from 80 % on', async () => {
    const near = async (amount: number) => {
      const { budget } = budgetOf(value, { '2026-11-28': [usd(amount)] });
      return (await budget.nearlyReached())?.period;
    };
    assert.deepEqual([await near(3.9), await near(4), await near(9)], [undefined, 'day', 'day']);
  });
});

describe('BudgetedChatModel', () => {
  const request = (purpose: CompletionRequest['purpose']): CompletionRequest => ({
    purpose,
    apiFormat: 'chat',
    model: 'm',
    messages: [],
    stream: true,
  });
  const text: StreamPart = { type: 'text', text: 'Hello' };

  function modelOf(isAllowed: boolean) {
    const asked: string[] = [];
    const { budget } = budgetOf({ perDay: 1, currency: 'USD' }, { '2026-11-28': [usd(1)] });
    const chatModel = new BudgetedChatModel({
      chatModel: {
        complete: async function* () {
          yield text;
        },
      },
      budget,
      ask: async (_reached, purpose) => {
        asked.push(purpose);
        return isAllowed;
      },
      text: () => 'Why.',
    });
    return { chatModel, asked };
  }

  for (const [purpose, isAsked, isSent] of [
    ['chat', false, true],
    ['connectionCheck', false, true],
    ['toolRound', false, false],
    ['vscodeChat', false, false],
    ['title', true, false],
    ['summary', true, false],
    ['commitMessage', true, false],
  ] as const) {
    it(`${isAsked ? 'asks before' : isSent ? 'does not hold' : 'refuses'} a request: ${purpose}`, async () => {
      for (const isAllowed of isAsked ? [true, false] : [false]) {
        const { chatModel, asked } = modelOf(isAllowed);
        const parts: StreamPart[] = [];
        for await (const part of chatModel.complete(request(purpose), AbortSignal.any([]))) {
          parts.push(part);
        }
        assert.deepEqual(asked, isAsked ? [purpose] : []);
        const failure = { kind: 'overBudget', budgetAdvice: 'Why.' };
        assert.deepEqual(parts, isSent || isAllowed ? [text] : [{ type: 'failure', failure }]);
      }
    });
  }

  it('ends a title that the user declined as stopped, so that no error follows', async () => {
    const { clock } = chatFixture();
    const end = await new Promise<{ readonly state: string }>((resolve) => {
      sendAuxiliaryRequest(
        {
          chatModel: modelOf(false).chatModel,
          clock,
          lookUpModel: async () => ({ apiFormat: 'chat' }),
          requestSettings: () => ({ systemPrompt: '', stream: true }),
        },
        { purpose: 'title', model: 'm', messages: [] },
        resolve,
      );
    });
    assert.equal(end.state, 'stopped');
  });
});

describe('BudgetCheck', () => {
  it('holds an answer that another model is to give, at the price of that model', async () => {
    const { session, model } = chatFixture();
    const { budget } = budgetOf({ perDay: 2, currency: 'USD' }, { '2026-11-28': [usd(1)] });
    const ends: (readonly [RequestEnd, string | undefined])[] = [];
    const check = new BudgetCheck({
      budget,
      inputCost: async (...end) => {
        ends.push(end);
        return usd(end[1] === 'dear' ? 1 : 0.5);
      },
      onChange: () => undefined,
    });
    const pipeline = new SendPipeline({
      session,
      draft: new ChatDraft(emptyDraft, () => undefined),
      resolveConnection: async () => connectionTo({ baseUrl: 'https://one.example/v1' }),
      checks: [check.check],
      isBusy: () => false,
      reportError: assert.ifError,
    });
    assert.equal(await pipeline.ask('Why?'), true);
    await settle();
    await model.end({ type: 'text', text: 'So.' }, { type: 'finish', reason: 'stop' });
    const answerId = session.conversation.messages[1]?.id ?? '';
    assert.equal(await pipeline.retryWith(answerId, 'dear', () => undefined), false);
    const [end, asked] = ends[1] ?? [];
    assert.deepEqual([end?.content.text, end?.before, asked], ['Why?', 0, 'dear']);
    assert.equal(check.held?.isQueued, false);
    assert.equal(model.requests.length, 1);
    await check.askAnyway();
    await settle();
    assert.equal(model.requests[1]?.model, 'dear');
    assert.equal(check.held, undefined);
  });

  it('removes its prompt when the question is canceled, and sends nothing', async () => {
    const { budget } = budgetOf({ perDay: 1, currency: 'USD' }, { '2026-11-28': [usd(1)] });
    const check = new BudgetCheck({
      budget,
      inputCost: async () => undefined,
      onChange: () => undefined,
    });
    const abort = new AbortController();
    const end = { content: { text: 'Why?' }, before: 0 };
    const held = await check.check(
      { source: 'messageBox', question: end, start: () => assert.fail('it was sent') },
      connectionTo({ baseUrl: 'https://one.example/v1' }),
      abort.signal,
    );
    assert.ok(check.held);
    abort.abort();
    assert.equal(check.held, undefined);
    assert.ok(typeof held === 'object' && 'answered' in held);
    assert.equal(await held.answered, false);
  });
});
