import assert from 'node:assert/strict';
import type * as goneModelsModule from '../../../../../src/features/models/host/goneModels';
import type { ChangedList } from '../../../../../src/features/models/host/modelCatalog';
import type { ModelRecord } from '../../../../../src/gateway/common/modelRecord';
import { until } from '../../../../support/until';
import { vscodeTexts, withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { warnOfGoneModels } = withVsCodeTexts(
  () => require('../../../../../src/features/models/host/goneModels') as typeof goneModelsModule,
);

const gateway = 'https://gateway.example/v1';

function model(id: string, more: Partial<ModelRecord> = {}): ModelRecord {
  return { id, chat: true, ...more };
}

/** Each notification, with its buttons; it stays open until `click`. */
interface Shown {
  readonly message: string;
  readonly buttons: readonly string[];
  readonly click: (button: string) => void;
}

describe('models that went', () => {
  it('are each named once with all that uses them, and the nearest that is not hidden takes their place', async () => {
    const shown: Shown[] = [];
    vscodeTexts.window['showWarningMessage'] = (message: string, ...buttons: string[]) => {
      const { promise, resolve } = Promise.withResolvers<string | undefined>();
      shown.push({ message, buttons, click: resolve });
      return promise;
    };
    const used = { chat: 'sun-2', commits: 'sun-2', other: 'moon-1' };
    const use = (name: 'commits' | 'other') => ({
      model: () => used[name],
      sentence: () => `${name} use it.`,
      change: async (id: string) => void (used[name] = id),
    });
    let fire: (changed: ChangedList) => void = () => undefined;
    const errors: unknown[] = [];
    const session = {
      conversation: { model: used.chat, messages: [] },
      chooseModel: (id: string) => void (used.chat = id),
    };
    warnOfGoneModels({
      catalog: { onDidChange: (listener: typeof fire) => void (fire = listener) },
      chats: { current: { session }, registry: { all: [{ session }] } },
      gateways: { currentId: async () => gateway },
      unavailableModels: { of: () => new Set() },
      recentModels: { at: async () => [] },
      hiddenModels: { at: async () => ['sun-3'] },
      modelUses: [use('commits'), use('other')],
      reportError: (error: unknown) => errors.push(error),
    } as unknown as goneModelsModule.GoneModelsDeps);
    const price = (output: number) => ({ output, currency: 'USD' });
    const seeing = { imageInput: true } as const;
    const after = [
      model('moon-2'),
      model('sun-1', { ...seeing, price: price(40) }),
      model('sun-1-blind', { imageInput: false, price: price(10) }),
      model('sun-1-plain', { ...seeing, price: price(11) }),
      model('sun-3', { ...seeing, price: price(10) }),
    ];
    const gone = [
      model('sun-2', { ...seeing, price: price(10) }),
      model('moon-1'),
      model('unused'),
    ];
    const removed = gone.map(({ id }) => id);
    fire({
      gateway: 'https://other.example/v1',
      before: gone,
      after,
      removed,
      added: [],
      changed: [],
    });
    fire({ gateway, before: [...gone, ...after], after, removed, added: [], changed: [] });
    await until(() => shown.length === 2);
    assert.deepEqual(
      shown.map(({ message }) => message),
      [
        'The model “sun-2” is no longer listed by the gateway. commits use it. This chat uses it. The nearest one is “sun-1-plain”. Costs more: ?/$11 per 1M instead of ?/$10 per 1M.',
        'The model “moon-1” is no longer listed by the gateway. other use it.',
      ],
    );
    assert.deepEqual(shown[0]?.buttons, ['Use “sun-1-plain”', 'Select Model…']);
    shown[1]?.click('Use “moon-2”');
    shown[0]?.click('Use “sun-1-plain”');
    await until(() => used.other === 'moon-2' && used.chat === 'sun-1-plain');
    assert.deepEqual(used, { chat: 'sun-1-plain', commits: 'sun-1-plain', other: 'moon-2' });
    assert.deepEqual(errors, []);
  });
});
