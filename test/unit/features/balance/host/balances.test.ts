import assert from 'node:assert/strict';
import type { BalancePlace } from '../../../../../src/gateway/common/balance';
import type { Connection } from '../../../../../src/gateway/common/connection';
import { createGateway } from '../../../../../src/gateway/node/gateway';
import { Balances } from '../../../../../src/features/balance/host/balances';
import type { CurrentConnection } from '../../../../../src/features/setup/host/currentConnection';
import { ManualClock } from '../../../../support/manualClock';
import { MemoryMemento } from '../../../../support/memoryStorage';

const baseUrl = 'https://host.example/v1';
const other = 'https://other.example/v1';

/** Balances of the gateway in `settings`, where LiteLLM's address tells one. */
function createBalances(settings: { baseUrl: string } = { baseUrl }) {
  const clock = new ManualClock();
  const asked: (readonly BalancePlace[])[] = [];
  const gateway = createGateway({ clock, version: '0', onRequest: () => undefined });
  const balances = new Balances({
    gateway: {
      ...gateway,
      connect: (connection) => ({
        ...gateway.connect(connection),
        balance: {
          ask: async (places) => {
            asked.push(places);
            const { baseUrl: resolved } = (await connection()) as Connection;
            return {
              ok: true,
              balance: {},
              source: 'litellm',
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
    catalog: { lastList: async () => undefined },
    memento: new MemoryMemento(),
    clock,
    asksAfterAnswers: () => true,
  });
  return { balances, clock, asked };
}

describe('Balances', () => {
  it('asks after answers at most once a minute, never in idle hours, and only where a balance was told', async () => {
    const { balances, clock, asked } = createBalances();
    balances.didAnswer();
    clock.advance(60 * 60 * 1000);
    await new Promise(setImmediate);
    assert.equal(asked.length, 0, 'no address is known');

    const plan = await balances.plan();
    assert.ok(plan?.isKnown === false);
    await balances.ask(plan);
    for (let answer = 0; answer < 10; answer += 1) {
      balances.didAnswer();
      clock.advance(10_000);
      await new Promise(setImmediate);
    }
    clock.advance(60 * 60 * 1000);
    await new Promise(setImmediate);
    assert.deepEqual(
      asked.slice(1).map((places) => places.map(({ source }) => source)),
      [['litellm'], ['litellm'], ['litellm']],
    );
    balances.dispose();
  });

  it('asks the gateway whose addresses were shown, and remembers the answer as its, after a switch to another', async () => {
    const settings = { baseUrl };
    const { balances } = createBalances(settings);
    const plan = await balances.plan();
    assert.ok(plan);
    settings.baseUrl = other;
    const result = await balances.ask(plan);
    assert.equal(result.ok && result.gateway.baseUrl, baseUrl);
    assert.ok(balances.of(baseUrl));
    assert.equal(balances.of(other), undefined);
    assert.equal((await balances.plan())?.isKnown, false);
    settings.baseUrl = baseUrl;
    assert.equal((await balances.plan())?.isKnown, true);
    await balances.forgetSource(plan);
    assert.equal((await balances.plan())?.isKnown, false);
    balances.dispose();
  });
});
