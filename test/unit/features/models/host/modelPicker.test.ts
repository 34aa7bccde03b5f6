import assert from 'node:assert/strict';
import type {
  ListFetchResult,
  ModelCatalog,
} from '../../../../../src/features/models/host/modelCatalog';
import type * as modelPickerModule from '../../../../../src/features/models/host/modelPicker';
import type {
  ModelPickerDeps,
  ModelPickerOptions,
} from '../../../../../src/features/models/host/modelPicker';
import type * as modelPickerRowsModule from '../../../../../src/features/models/host/modelPickerRows';
import type { RememberedModels } from '../../../../../src/features/models/host/rememberedModels';
import type { ModelList } from '../../../../../src/gateway/common/modelRecord';
import { FakePicker } from '../../../../support/fakePicker';
import { until } from '../../../../support/until';
import { vscodeTexts, withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { pickModel } = withVsCodeTexts(
  () => require('../../../../../src/features/models/host/modelPicker') as typeof modelPickerModule,
);

const { modelPickerRows } = withVsCodeTexts(
  () =>
    require('../../../../../src/features/models/host/modelPickerRows') as typeof modelPickerRowsModule,
);

function list(...ids: readonly string[]): ModelList {
  return { models: ids.map((id) => ({ id, chat: true })), fetchedAt: 7 };
}

describe('the model picker', () => {
  after(() => delete vscodeTexts.window['createQuickPick']);

  /** Opens a picker that knows `a` and `b`, and fetches this list once they are shown. */
  async function refresh(fetched: ModelList, options: Partial<ModelPickerOptions> = {}) {
    const picker = new FakePicker();
    vscodeTexts.window['createQuickPick'] = () => picker;
    const fetching = Promise.withResolvers<ListFetchResult>();
    const catalog: Partial<ModelCatalog> = {
      lastList: () => Promise.resolve(list('a', 'b')),
      fetch: () => fetching.promise,
      addPrices: async () => undefined,
    };
    const remembered: Pick<RememberedModels, 'at' | 'toggle'> = {
      at: () => Promise.resolve([]),
      toggle: (model) => Promise.resolve([model]),
    };
    const deps = {
      catalog,
      recentModels: remembered,
      pinnedModels: remembered,
      hiddenModels: remembered,
    } as unknown as ModelPickerDeps;
    const picked = pickModel(deps, { current: 'a', ...options });
    await until(() => picker.items.length > 0);
    const known = picker.items;
    const changes = async (): Promise<undefined> => undefined;
    fetching.resolve({ ok: true, list: fetched, gateway: undefined, changes });
    await until(() => !picker.busy);
    return { picker, known, picked };
  }

  it('leaves the rows as they are if a refresh changes none: VS Code reports a row by its index', async () => {
    const { picker, known, picked } = await refresh({ ...list('a', 'b'), fetchedAt: 8 });
    assert.equal(picker.items, known);
    assert.equal(picker.received.length, 1);
    picker.accept();
    assert.deepEqual(await picked, { type: 'model', id: 'a' });
  });

  it('shows the rows of a refresh that changes some', async () => {
    const { picker, known, picked } = await refresh(list('a', 'b', 'c'));
    assert.notDeepEqual(picker.items, known);
    assert.ok(picker.items.some(({ label }) => label === 'c'));
    picker.accept();
    assert.deepEqual(await picked, { type: 'model', id: 'a' });
  });

  it('says why it asks for the model that a link or a pasted text names', async () => {
    const unlisted = await refresh(list('a', 'b'), { wanted: 'gpt-9' });
    assert.match(unlisted.picker.items[0]?.label ?? '', /The gateway doesn't list “gpt-9”\.$/u);
    unlisted.picker.type('b');
    unlisted.picker.accept();
    assert.deepEqual(await unlisted.picked, { type: 'model', id: 'b' });
    const models = [{ id: 'a', chat: true, offline: true as const }];
    const offline = await refresh({ models, fetchedAt: 8 }, { wanted: 'a' });
    assert.match(offline.picker.items[0]?.label ?? '', /a isn't available right now$/u);
    offline.picker.type('a');
    offline.picker.accept();
    await offline.picked;
  });

  it('puts a model first once it is pinned, and Enter still takes the current one', async () => {
    const { picker, picked } = await refresh(list('a', 'b', 'c'));
    const last = picker.items.find(({ label }) => label === 'c');
    assert.ok(last);
    picker.triggerButton({ item: last });
    await until(() => picker.items[0]?.label === 'pinned');
    assert.equal(picker.items[1]?.label, 'c');
    picker.accept();
    assert.deepEqual(await picked, { type: 'model', id: 'a' });
  });

  it('hides a model until it is searched for, never the current one', async () => {
    const { picker, picked } = await refresh(list('a', 'b', 'c'));
    const last = picker.items.find(({ label }) => label === 'c');
    assert.equal(picker.items.find(({ label }) => label.endsWith('a'))?.buttons?.length, 1);
    assert.ok(last);
    picker.triggerButton({ item: last, button: last.buttons?.[1] });
    await until(() => picker.items.every(({ label }) => label !== 'c'));
    const note = picker.items.at(-1);
    assert.match(note?.label ?? '', /1 hidden model\. Type to find it\.$/u);
    // VS Code shows no separator at the end.
    assert.equal(note?.kind, undefined);
    picker.value = 'c';
    picker.type();
    assert.ok(picker.items.some(({ label }) => label === 'c'));
    picker.accept();
    assert.deepEqual(await picked, { type: 'model', id: 'c' });
  });

  it('shows the suggestion first, which Enter takes, while nothing is typed', async () => {
    const suggested = ({ models }: ModelList) => models.at(-1)?.id;
    const { picker, picked } = await refresh(list('a', 'b', 'c'), { suggested });
    const labels = picker.items.map(({ label }) => label);
    assert.deepEqual(labels.slice(0, 2), ['suggested', 'c']);
    assert.equal(labels.filter((label) => label === 'c').length, 1);
    assert.equal(picker.activeItems[0]?.label, 'c');
    picker.value = 'b';
    picker.type();
    assert.equal(picker.items.find(({ kind }) => kind === undefined)?.label, 'b');
    picker.value = '';
    picker.type();
    picker.accept();
    assert.equal((await picked)?.type, 'model');
  });

  it('counts all hidden models', () => {
    const ids = Array.from({ length: 100 }, (_, index) => `model-${index}`);
    const state = { current: '', pinnedIds: [], recentIds: [], listChanges: [] };
    const rows = modelPickerRows(
      { ...state, list: list(...ids, 'shown'), hiddenIds: ids, unavailableIds: new Set() },
      '',
    );
    assert.equal(rows.at(-1)?.label, '100 hidden models. Type to find them.');
  });

  it('has all hidden models at its end where typing only filters the rows', () => {
    const ids = Array.from({ length: 100 }, (_, index) => `model-${index}`);
    const state = { current: '', pinnedIds: [], recentIds: [], listChanges: [] };
    const rows = modelPickerRows(
      { ...state, list: list('shown', ...ids), hiddenIds: ids, maxRows: Infinity },
      '',
    );
    assert.deepEqual(
      rows.slice(0, 3).map(({ label }) => label),
      ['models', 'shown', 'hidden'],
    );
    assert.equal(rows.length, 103);
  });
});
