import assert from 'node:assert/strict';
import type { GatewayAccess } from '../../../../../src/gateway/common/gatewayAccess';
import type { ModelList, ModelListResult } from '../../../../../src/gateway/common/modelRecord';
import type * as modelCatalogModule from '../../../../../src/features/models/host/modelCatalog';
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
    await result.changes;
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
