import assert from 'node:assert/strict';
import type * as modelProviderModule from '../../../../../src/features/vscodeChat/host/modelProvider';
import type { ModelRecord } from '../../../../../src/gateway/common/modelRecord';
import { withVsCodeTexts } from '../../../../support/withVsCodeTexts';
import { installVsCodeParts } from './vscodeParts';

const { ModelProvider } = withVsCodeTexts(() => {
  installVsCodeParts();
  return require('../../../../../src/features/vscodeChat/host/modelProvider') as typeof modelProviderModule;
});

const baseUrl = 'https://gateway.example/v1';

interface ProviderOptions {
  readonly stored?: readonly ModelRecord[];
  readonly unavailable?: readonly string[];
  readonly selected?: string;
}

function createProvider({ stored, unavailable = [], selected = '' }: ProviderOptions = {}) {
  let fetches = 0;
  const catalog = {
    lastList: async () => stored && { models: stored },
    fetch: async () => {
      fetches += 1;
      return { ok: true, list: { models: [{ id: 'fetched', chat: true }] } };
    },
  };
  const provider = new ModelProvider({
    gateways: { current: async () => ({ baseUrl, origin: 'https://gateway.example' }) } as never,
    catalog: catalog as never,
    defaultModel: () => selected,
    modelFacts: { all: async () => [] } as never,
    unavailableModels: { of: () => new Set(unavailable) } as never,
    modelContexts: {} as never,
    responses: {} as never,
    onDidChange: () => ({ dispose: () => {} }),
  });
  const list = (silent: boolean) =>
    provider.provideLanguageModelChatInformation(
      { silent },
      { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => {} }) },
    );
  return { list, fetches: () => fetches };
}

describe('ModelProvider', () => {
  it('requests no list while VS Code asks silently', async () => {
    const { list, fetches } = createProvider();
    assert.deepEqual(await list(true), []);
    assert.equal(fetches(), 0);
  });

  it('requests the list where none is stored and the user waits for the models', async () => {
    const { list, fetches } = createProvider();
    assert.deepEqual(
      (await list(false)).map(({ family }) => family),
      ['fetched'],
    );
    assert.equal(fetches(), 1);
  });

  it('requests none where one is stored', async () => {
    const { list, fetches } = createProvider({ stored: [{ id: 'm', chat: true }] });
    for (const silent of [true, false]) {
      const [model] = await list(silent);
      assert.equal(model?.id, `${baseUrl} m`);
      assert.equal(model.detail, 'via gateway.example');
      assert.equal(model.isUserSelectable, true);
    }
    assert.equal(fetches(), 0);
  });

  it('names the version of a model as the list does, and the model itself where the list names none', async () => {
    const { list } = createProvider({
      stored: [
        { id: 'dated', version: '2026-01-01', chat: true },
        { id: 'm-001', chat: true },
      ],
    });
    assert.deepEqual(
      (await list(true)).map(({ version }) => version),
      ['2026-01-01', 'm-001'],
    );
  });

  it('lists the model of new chats first, for extensions that ask the first', async () => {
    const ids = ['a', 'b', 'c'];
    const { list } = createProvider({
      stored: ids.map((id) => ({ id, chat: true })),
      selected: 'b',
    });
    assert.deepEqual(
      (await list(true)).map(({ family }) => family),
      ['b', 'a', 'c'],
    );
  });

  it('offers neither models that are no chat models nor those that are gone', async () => {
    const { list } = createProvider({
      stored: [
        { id: 'embedding', chat: false },
        { id: 'gone', chat: true },
        { id: 'm', chat: true },
      ],
      unavailable: ['gone'],
    });
    assert.deepEqual(
      (await list(true)).map(({ family }) => family),
      ['m'],
    );
  });
});
