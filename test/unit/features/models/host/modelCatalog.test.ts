import assert from 'node:assert/strict';
import type * as modelCatalogModule from '../../../../../src/features/models/host/modelCatalog';
import type { GatewayAccess } from '../../../../../src/gateway/common/gatewayAccess';
import type { ModelList, ModelListResult } from '../../../../../src/gateway/common/modelRecord';
import type { Price } from '../../../../../src/gateway/common/usage';
import { ManualClock } from '../../../../support/manualClock';
import { withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { ModelCatalog } = withVsCodeTexts(
  () =>
    require('../../../../../src/features/models/host/modelCatalog') as typeof modelCatalogModule,
);

const baseUrl = 'https://gateway.example/v1';

function list(...ids: readonly string[]): ModelList {
  return { models: ids.map((id) => ({ id, chat: true })), fetchedAt: 7 };
}

/** Lists over a gateway that answers with `results`, one for each request, and a cache that holds `cached`. */
function listsOver(results: readonly ModelListResult[], cached?: ModelList) {
  const remaining = [...results];
  const saved: ModelList[] = [];
  const gateway = {
    connect: () => ({
      modelLister: { refresh: async () => ({ ...remaining.shift(), gateway: { baseUrl } }) },
    }),
  } as unknown as GatewayAccess;
  const lists = new ModelCatalog({
    gateway,
    current: {},
    gateways: { remember: () => Promise.resolve() },
    cache: {
      load: () => Promise.resolve(cached),
      save: (_id: string, one: ModelList) => Promise.resolve(void saved.push(one)),
    },
    clock: new ManualClock(),
  } as unknown as modelCatalogModule.ModelCatalogDeps);
  const fetch = async (): Promise<readonly string[] | undefined> => {
    const result = await lists.fetch();
    await result.changes();
    return result.ok ? result.list.models.map(({ id }) => id) : undefined;
  };
  return { lists, fetch, saved };
}

function partial(...ids: readonly string[]): ModelListResult {
  return { ok: true, list: { ...list(...ids), isPartial: true } };
}

describe('ModelCatalog, when a page of the list is missing', () => {
  it('adds the models of the cached list, once each', async () => {
    const { fetch, saved } = listsOver([partial('a', 'b')], list('b', 'c'));
    assert.deepEqual(await fetch(), ['a', 'b', 'c']);
    assert.deepEqual(saved, [list('a', 'b', 'c')]);
  });

  it('adds the models of the list that this window fetched', async () => {
    const results = [{ ok: true, list: list('a', 'b') } as const, partial('a')];
    const { fetch } = listsOver(results, list('old'));
    await fetch();
    assert.deepEqual(await fetch(), ['a', 'b']);
  });

  it('prefers what the new pages say about a model', async () => {
    const cached = { models: [{ id: 'a', chat: true, contextLength: 1 }], fetchedAt: 1 };
    const fresh = { models: [{ id: 'a', chat: true, contextLength: 2 }], fetchedAt: 2 };
    const { fetch, saved } = listsOver([{ ok: true, list: { ...fresh, isPartial: true } }], cached);
    assert.deepEqual(await fetch(), ['a']);
    assert.deepEqual(saved, [fresh]);
  });

  it('shows the pages that came where no list is known', async () => {
    assert.deepEqual(await listsOver([partial('a')]).fetch(), ['a']);
  });

  it('reports no model as gone', async () => {
    const { lists, fetch } = listsOver([partial('a')], list('a', 'b'));
    const changes: unknown[] = [];
    lists.onDidChange((change) => changes.push(change));
    await fetch();
    assert.deepEqual(changes, []);
  });

  it('drops models that a complete list lacks', async () => {
    const { fetch } = listsOver([{ ok: true, list: list('a') }], list('a', 'b'));
    assert.deepEqual(await fetch(), ['a']);
  });
});

describe('ModelCatalog, when two lists arrive at once', () => {
  it('reports a model that went once', async () => {
    const complete = { ok: true, list: list('a') } as const;
    const { lists, fetch } = listsOver([complete, complete], list('a', 'b'));
    const removed: unknown[] = [];
    lists.onDidChange((change) => removed.push(change.removed));
    await Promise.all([fetch(), fetch()]);
    assert.deepEqual(removed, [['b']]);
  });
});

describe('ModelCatalog, prices of the price list', () => {
  it('go when the gateway no longer names software that has one', async () => {
    const price = { input: 1, currency: 'USD', source: 'priceList' } as const;
    const cached = { ...list('a'), models: [{ id: 'a', chat: true, price }] };
    const [fresh, named] = [list('a'), { ...list('a'), software: 'new-api' } as const];
    const { fetch, saved } = listsOver(
      [
        { ok: true, list: named },
        { ok: true, list: fresh },
      ],
      cached,
    );
    await fetch();
    await fetch();
    assert.deepEqual(saved, [{ ...named, models: cached.models }, fresh]);
  });

  const priced = (input: number): Price => ({ input, currency: 'USD', source: 'priceList' });
  const listed = { ...list('a', 'b'), software: 'new-api' } as const;

  /** What the models cost after each of the price lists was fetched; undefined is one that could not be. */
  async function inputPrices(
    priceLists: readonly (ReadonlyMap<string, Price> | undefined)[],
  ): Promise<readonly unknown[]> {
    const remaining = [...priceLists];
    let typed = baseUrl;
    const lists = new ModelCatalog({
      gateway: {
        connect: (connection: () => Promise<unknown>) => ({
          modelLister: {
            refresh: async () => ({ ok: true, list: listed, gateway: { baseUrl } }),
            prices: async () => {
              // The user switches to another gateway while the list is fetched.
              typed = 'https://other.example/v1';
              assert.equal(await connection(), baseUrl);
              return remaining.shift();
            },
          },
        }),
      },
      current: { resolve: async (candidate?: { typed: string }) => candidate?.typed ?? typed },
      gateways: {
        remember: () => Promise.resolve(),
        currentId: async () => typed,
        current: async () => ({ baseUrl: typed }),
      },
      cache: { load: async () => undefined, save: async () => undefined },
      clock: new ManualClock(),
    } as unknown as modelCatalogModule.ModelCatalogDeps);
    const seen: unknown[] = [];
    while (remaining.length > 0) {
      typed = baseUrl;
      await lists.fetch();
      await lists.addPrices();
      typed = baseUrl;
      seen.push((await lists.lastList())?.models.map(({ price }) => price?.input));
    }
    return seen;
  }

  it('are kept while the price list cannot be fetched, and go when it has none any more', async () => {
    const one = new Map([
      ['a', priced(1)],
      ['b', priced(2)],
    ]);
    assert.deepEqual(await inputPrices([one, undefined, new Map([['b', priced(3)]])]), [
      [1, 2],
      [1, 2],
      [undefined, 3],
    ]);
  });
});
