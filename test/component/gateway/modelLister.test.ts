import assert from 'node:assert/strict';
import { startGateway, type Gateway } from '../../referenceGateway/server';
import { listShapes } from '../../referenceGateway/lists';
import type { ListShape } from '../../referenceGateway/lists/shape';
import { ManualClock } from '../../support/manualClock';
import { tracesOf } from '../../support/canary';
import { canaryKey, clientOf, connectionTo, until } from './harness';

describe('every model list of the reference gateway', function () {
  this.timeout(30_000);

  let gateway: Gateway;
  let elsewhere: Gateway;

  before(async () => {
    gateway = await startGateway({ apiKey: canaryKey });
    elsewhere = await startGateway();
    gateway.setRedirectTarget(elsewhere.origin);
  });

  after(async () => {
    await gateway.close();
    await elsewhere.close();
  });

  for (const shape of listShapes) {
    it(`${shape.name}: ${shape.about}`, () => check(shape));
  }

  async function check({ name, expected, stalls }: ListShape): Promise<void> {
    gateway.clearRequests();
    const clock = new ManualClock();
    const client = clientOf(connectionTo(`${gateway.origin}/lists/${name}/v1`), clock);
    const asked = client.modelLister.refresh();
    if (stalls) {
      await until(() => gateway.requests.length > 0, 'the request');
      clock.advance(30_000);
    }
    const result = await asked;
    assert.deepEqual(elsewhere.requests, []);
    assert.equal(clock.waiting, 0);
    assert.ok(client.records.length > 0);
    const shown = JSON.stringify([result, client.records]);
    assert.ok(!tracesOf(canaryKey).some((trace) => shown.includes(trace)));
    if (!result.ok) {
      assert.equal(result.failure.kind, expected.failureKind, JSON.stringify(result.failure));
      assert.equal(client.records.at(-1)?.failureKind, expected.failureKind);
      return;
    }
    const { models } = result.list;
    assert.deepEqual(
      models.map(({ id }) => id),
      expected.ids,
    );
    for (const model of models) {
      const length = expected.contextLengths?.[model.id];
      assert.ok(length === undefined || model.contextLength === length, JSON.stringify(model));
      const price = expected.prices?.[model.id];
      if (price !== undefined) {
        assert.deepEqual(model.price, { ...price, currency: 'USD' });
      }
    }
    if (expected.notForChat !== undefined) {
      assert.deepEqual(
        models.filter(({ chat }) => !chat).map(({ id }) => id),
        expected.notForChat,
      );
    }
  }

  it('is refused with the reason where the key is wrong', async () => {
    const client = clientOf(connectionTo(gateway.baseUrl, { key: 'another' }));
    const bad = await client.modelLister.refresh();
    assert.ok(!bad.ok);
    assert.equal(bad.failure.kind, 'keyRejected');
    assert.equal(bad.failure.status, 401);
  });

  it('ends at once when it is stopped', async () => {
    gateway.clearRequests();
    const client = clientOf(connectionTo(`${gateway.origin}/lists/silent/v1`));
    const stop = new AbortController();
    const asked = client.modelLister.refresh(stop.signal);
    await until(() => gateway.requests.length > 0, 'the request');
    stop.abort();
    assert.equal((await asked).ok, false);
    await until(() => gateway.requests[0]?.aborted === true, 'the connection’s end');
  });
});
