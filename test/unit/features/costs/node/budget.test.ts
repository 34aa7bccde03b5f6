// The budget: what counts, which requests it holds, and what the user's consent lasts for.
import assert from 'node:assert/strict';
import { DisposableStore } from '../../../../../src/base/disposable';
import type { ChatCore } from '../../../../../src/chat/host/chat';
import { emptyDraft } from '../../../../../src/conversation/common/draft';
import { sendAuxiliaryRequest } from '../../../../../src/conversation/node/request/auxiliaryRequest';
import { SendPipeline } from '../../../../../src/conversation/node/send/sendPipeline';
import { ChatDraft } from '../../../../../src/conversation/node/session/chatDraft';
import type { CostsViewState } from '../../../../../src/features/costs/common/costsView';
import type * as costsChatPartModule from '../../../../../src/features/costs/host/costsChatPart';
import { Budget, readBudget } from '../../../../../src/features/costs/node/budget';
import { budgetedChatModel } from '../../../../../src/features/costs/node/budgetedChatModel';
import type { StreamPart } from '../../../../../src/gateway/common/chatModel';
import type { Cost } from '../../../../../src/gateway/common/prices';
import { emptyRequest } from '../../../../support/scriptedModel';
import { until } from '../../../../support/until';
import { vscodeTexts, withVsCodeTexts } from '../../../../support/withVsCodeTexts';
import { chatFixture, connectionTo, settle } from '../../../conversation/node/fakes';

const { costsChatPart } = withVsCodeTexts(
  () =>
    require('../../../../../src/features/costs/host/costsChatPart') as typeof costsChatPartModule,
);

const usd = (amount: number): Cost => ({ amount, currency: 'USD' });

/** A budget with requests of these days. */
function budgetOf(
  value: unknown,
  spent: Readonly<Record<string, readonly (Cost | undefined)[]>> = {},
  gateway = 'https://one.example/v1',
) {
  const entries = Object.entries(spent).flatMap(([day, costs]) =>
    costs.map((cost, index) => ({
      id: `${day} ${index}`,
      day,
      gateway,
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
    },
    setting: () => readBudget(state.value),
    ownPrices: () => () => undefined,
    allowed: { all: async () => ids, add: async (id) => void ids.push(id) },
  });
  return { budget, state };
}

/** What a request reaches whose input costs that much; undefined if its model has no price. */
const reachedBy = (budget: Budget, { amount, currency }: Partial<Cost> = {}) =>
  currency === undefined
    ? budget.reachedBy({ model: 'm' }, 1_000)
    : budget.reachedBy(
        { model: 'm', listedPrice: { input: 1_000, output: 0, currency } },
        (amount ?? 0) * 1_000,
      );

const periodsOf = async (budget: Budget, input?: Cost) =>
  (await reachedBy(budget, input))?.parts.map(({ period }) => period);

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
    const [part] = (await reachedBy(budget, usd(1)))?.parts ?? [];
    assert.deepEqual([part?.spent.amount, part?.uncounted], [4, 3]);
  });

  it('asks once for the rest of the day or month, and again for another limit', async () => {
    const { budget, state } = budgetOf(value, { '2026-11-28': [usd(5)], '2026-11-29': [usd(5)] });
    const reached = await reachedBy(budget);
    assert.ok(reached);
    assert.equal((await budget.partsToShow()).length, 1);
    await budget.allow(reached);
    assert.deepEqual([await periodsOf(budget), await budget.partsToShow()], [undefined, []]);
    state.value = { ...value, perDay: 4 };
    assert.deepEqual(await periodsOf(budget), ['day']);
    state.value = value;
    state.day = '2026-11-29';
    assert.deepEqual(await periodsOf(budget), ['day']);
  });

  it('is nearly reached from 80 % on', async () => {
    const near = async (amount: number, before = 0) => {
      const { budget } = budgetOf(value, {
        '2026-11-01': [usd(before)],
        '2026-11-28': [usd(amount)],
      });
      return (await budget.partsToShow()).map(({ period }) => period);
    };
    assert.deepEqual(
      [await near(3.9), await near(4), await near(9), await near(3, 13), await near(4, 12)],
      [[], ['day'], ['day'], ['month'], ['day', 'month']],
    );
  });

  it('is never reached by a model that costs nothing', async () => {
    const { budget } = budgetOf({ perDay: 0, currency: 'USD' }, { '2026-11-28': [usd(5)] });
    const listedPrice = { input: 0, output: 0, currency: 'USD' };
    assert.equal(await budget.reachedBy({ model: 'm', listedPrice }, 9), undefined);
    const paid = { ...listedPrice, output: 1 };
    assert.ok(await budget.reachedBy({ model: 'm', listedPrice: paid }, 9));
  });

  it('is shown where it counts nothing of what is paid', async () => {
    const yuan = { amount: 3, currency: 'CNY' };
    const shown = async (costs: readonly (Cost | undefined)[], gateway?: string) => {
      const { budget } = budgetOf({ perDay: 5, currency: '¥' }, { '2026-11-28': costs }, gateway);
      return (await budget.partsToShow())[0]?.uncounted;
    };
    assert.deepEqual(
      [
        await shown([yuan, yuan]),
        await shown([undefined]),
        await shown([]),
        await shown([yuan, { amount: 1, currency: '¥' }]),
        await shown([yuan], 'http://localhost:4000/v1'),
        await shown([undefined], 'http://localhost:11434/v1'),
      ],
      [2, 1, undefined, undefined, 1, undefined],
    );
  });
});

describe('budgetedChatModel', () => {
  const text: StreamPart = { type: 'text', text: 'Hello' };

  function modelOf(isAllowed: boolean) {
    const asked: string[] = [];
    const { budget } = budgetOf({ perDay: 1, currency: 'USD' }, { '2026-11-28': [usd(1)] });
    const chatModel = budgetedChatModel(
      {
        complete: async function* () {
          yield text;
        },
      },
      budget,
      async (_reached, purpose) => {
        asked.push(purpose);
        return isAllowed;
      },
      () => 'Why.',
    );
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
        for await (const part of chatModel.complete(
          { ...emptyRequest, purpose },
          AbortSignal.any([]),
        )) {
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

describe('the budget in a chat', () => {
  function open(spent: number, priceOf: (model: string) => number = () => 500) {
    vscodeTexts.workspace['onDidChangeConfiguration'] = () => ({ dispose: () => undefined });
    const { session, model, clock } = chatFixture();
    const { budget, state } = budgetOf(
      { perDay: 2, currency: 'USD' },
      { '2026-11-28': [usd(spent)] },
    );
    const sent: Required<CostsViewState>[] = [];
    const disposables = new DisposableStore();
    const requests = {
      clock,
      lookUpModel: async (asked: string) => ({
        apiFormat: 'chat',
        listedPrice: { input: priceOf(asked), output: 0, currency: 'USD' },
      }),
    };
    const ledger = { onDidChange: vscodeTexts.workspace['onDidChangeConfiguration'] } as never;
    const core = { session, requests, disposables, send: (event: never) => sent.push(event) };
    const part = costsChatPart(
      core as unknown as ChatCore,
      { budget, ledger },
      { tokensOf: () => 1_000 },
    );
    const pipeline = new SendPipeline({
      session,
      draft: new ChatDraft(emptyDraft, () => undefined),
      resolveConnection: async () => connectionTo({ baseUrl: 'https://one.example/v1' }),
      checks: [part.check],
      isBusy: () => false,
      reportError: assert.ifError,
    });
    const answer = (choice: 'ask' | 'cancel') =>
      part.commands.answerBudget(
        { type: 'answerBudget', answer: choice },
        {} as never,
        {} as never,
      );
    return { ...part, session, model, clock, state, sent, pipeline, answer, disposables };
  }

  it('holds an answer that another model is to give, at the price of that model', async () => {
    const { session, model, pipeline, view, answer } = open(1, (id) =>
      id === 'dear' ? 1_000 : 500,
    );
    assert.equal(await pipeline.ask('Why?'), true);
    await settle();
    await model.end({ type: 'text', text: 'So.' }, { type: 'finish', reason: 'stop' });
    const answerId = session.conversation.messages[1]?.id ?? '';
    assert.equal(await pipeline.retryWith(answerId, 'dear', () => undefined), false);
    assert.equal(view().budgetPrompt?.isQueued, false);
    assert.match(view().budgetPrompt?.sentences[1] ?? '', /\$1\.00/u);
    assert.equal(model.requests.length, 1);
    await answer('ask');
    await settle();
    assert.equal(model.requests[1]?.model, 'dear');
    assert.equal(view().budgetPrompt, undefined);
  });

  it('removes its prompt when the question is canceled, and sends nothing', async () => {
    const { pipeline, model, sent, view } = open(2);
    assert.equal(await pipeline.ask('Why?'), false);
    assert.ok(sent.at(-1)?.budgetPrompt);
    pipeline.cancel();
    await settle();
    assert.deepEqual([view().budgetPrompt, sent.at(-1)?.budgetPrompt], [undefined, undefined]);
    assert.equal(model.requests.length, 0);
  });

  it('takes the line of a day away at midnight', async () => {
    const { view, clock, state, disposables } = open(2);
    await until(() => view().budgetLine !== undefined);
    state.day = '2026-11-29';
    clock.advance(24 * 60 * 60 * 1_000);
    await until(() => view().budgetLine === undefined);
    disposables.dispose();
  });
});
