import assert from 'node:assert/strict';
import { Balances } from '../../../../../src/features/balance/host/balances';
import type { CurrentConnection } from '../../../../../src/features/setup/host/currentConnection';
import type { Connection } from '../../../../../src/gateway/common/connection';
import type { GatewaySoftware } from '../../../../../src/gateway/common/modelRecord';
import { createGateway } from '../../../../../src/gateway/node/gateway';
import { ManualClock } from '../../../../support/manualClock';
import { MemoryMemento } from '../../../../support/memoryStorage';

const baseUrl = 'https://host.example/v1';
const other = 'https://other.example/v1';

/** Balances of the gateway in `settings`, which runs LiteLLM and doesn't say so. */
function createBalances(settings: { baseUrl: string } = { baseUrl }) {
  const clock = new ManualClock();
  const asked: GatewaySoftware[] = [];
  const gateway = createGateway({ clock, version: '0', onRequest: () => undefined });
  const balances = new Balances({
    gateway: {
      ...gateway,
      connect: (connection) => ({
        ...gateway.connect(connection),
        balance: {
          ask: async (software) => {
            asked.push(software);
            if (software !== 'litellm') {
              return { ok: false };
            }
            const { baseUrl: resolved } = (await connection()) as Connection;
            return {
              ok: true,
              balance: {},
              gateway: { baseUrl: resolved },
            };
          },
        },
      }),
    },
    gateways: {
      current: async () => ({
        baseUrl: settings.baseUrl,
        origin: new URL(settings.baseUrl).origin,
        keyLabel: '',
        named: undefined,
      }),
    },
    current: {
      resolve: async (candidate?: { readonly typed: string }) => ({
        baseUrl: candidate?.typed ?? settings.baseUrl,
      }),
    } as CurrentConnection,
    catalog: { lastOrFirstList: async () => undefined },
    memento: new MemoryMemento(),
    clock,
    asksAfterAnswers: () => true,
  });
  return { balances, clock, asked };
}

describe('Balances', () => {
  it('asks after answers at most once a minute, never in idle hours, and only where a balance was returned', async () => {
    const { balances, clock, asked } = createBalances();
    balances.didAnswer();
    clock.advance(60 * 60 * 1000);
    await new Promise(setImmediate);
    assert.equal(asked.length, 0, 'no software is known');

    await balances.ask(baseUrl, 'litellm');
    for (let answer = 0; answer < 10; answer += 1) {
      balances.didAnswer();
      clock.advance(10_000);
      await new Promise(setImmediate);
    }
    clock.advance(60 * 60 * 1000);
    await new Promise(setImmediate);
    assert.deepEqual(asked, ['litellm', 'litellm', 'litellm', 'litellm']);
    balances.dispose();
  });

  it('remembers for each gateway what returned its balance, also after a switch to another, until it does no more', async () => {
    const settings = { baseUrl };
    const { balances } = createBalances(settings);
    const software = async (): Promise<GatewaySoftware | undefined> =>
      (await balances.gateway())?.software;
    assert.equal(await software(), undefined);
    settings.baseUrl = other;
    const result = await balances.ask(baseUrl, 'litellm');
    assert.equal(result.ok && result.gateway.baseUrl, baseUrl);
    assert.ok(balances.of(baseUrl));
    assert.equal(balances.of(other), undefined);
    assert.equal(await software(), undefined);
    await balances.ask(other, 'sub2api');
    assert.equal(await software(), undefined, 'a wrong choice is not remembered');
    settings.baseUrl = baseUrl;
    assert.equal(await software(), 'litellm');
    await balances.ask(baseUrl, 'one-api');
    assert.equal(await software(), undefined);
    balances.dispose();
  });
});
