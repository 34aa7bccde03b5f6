import assert from 'node:assert/strict';
import type { BalancePlace } from '../../../../../src/gateway/common/balance';
import { createGateway } from '../../../../../src/gateway/node/gateway';
import { Balances } from '../../../../../src/features/balance/host/balances';
import type { CurrentConnection } from '../../../../../src/features/setup/host/currentConnection';
import { ManualClock } from '../../../../support/manualClock';
import { MemoryMemento } from '../../../../support/memoryStorage';

describe('Balances', () => {
  it('asks after answers at most once a minute, never in idle hours, and only where a balance was told', async () => {
    const clock = new ManualClock();
    const asked: (readonly BalancePlace[])[] = [];
    const gateway = createGateway({ clock, version: '0', onRequest: () => undefined });
    const baseUrl = 'https://host.example/v1';
    const current = { baseUrl, origin: 'https://host.example', keyLabel: '', named: undefined };
    const balances = new Balances({
      gateway: {
        ...gateway,
        connect: (connection) => ({
          ...gateway.connect(connection),
          balance: {
            ask: async (places) => {
              asked.push(places);
              return { ok: true, balance: {}, source: 'litellm' };
            },
          },
        }),
      },
      gateways: { current: async () => current },
      current: {} as CurrentConnection,
      catalog: { lastList: async () => undefined },
      memento: new MemoryMemento(),
      clock,
      asksAfterAnswers: () => true,
    });
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
});
