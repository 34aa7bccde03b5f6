import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { ListShape } from '../../../referenceGateway/modelLists/listShape';
import { listShapes } from '../../../referenceGateway/modelLists/modelLists';
import { startGateway, type Gateway } from '../../../referenceGateway/server';
import { tracesOf } from '../../../support/canary';
import { ManualClock } from '../../../support/manualClock';
import { until } from '../../../support/until';
import { canaryKey, clientOf, connectionTo, withServer } from './harness';

describe('every model list of the reference gateway', function () {
  this.timeout(30_000);

  let gateway: Gateway;
  let redirectTarget: Gateway;

  before(async () => {
    gateway = await startGateway({ apiKey: canaryKey });
    redirectTarget = await startGateway();
    gateway.setRedirectTarget(redirectTarget.origin);
  });

  after(async () => {
    await gateway.close();
    await redirectTarget.close();
  });

  for (const shape of listShapes) {
    it(`${shape.name}: ${shape.description}`, () => check(shape));
  }

  async function check({ name, expected, stalls }: ListShape): Promise<void> {
    gateway.clearRequests();
    const clock = new ManualClock();
    const client = clientOf(connectionTo(`${gateway.origin}/lists/${name}/v1`), clock);
    const refreshing = client.modelLister.refresh();
    if (stalls) {
      await until(() => gateway.requests.length > 0);
      clock.advance(30_000);
    }
    const result = await refreshing;
    assert.deepEqual(redirectTarget.requests, []);
    assert.equal(clock.pendingTimers, 0);
    assert.ok(client.records.length > 0);
    const shown = JSON.stringify([result, client.records]);
    assert.ok(!tracesOf(canaryKey).some((trace) => shown.includes(trace)));
    if (!result.ok) {
      assert.equal(result.failure.kind, expected.failureKind, JSON.stringify(result.failure));
      assert.equal(client.records.at(-1)?.failureKind, expected.failureKind);
      assert.ok(result.failure.detail?.includes(expected.detail ?? '') ?? true);
      assert.ok(expected.detail === undefined || result.failure.detail !== undefined);
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

  it('fails with keyRejected for a wrong key', async () => {
    const client = clientOf(connectionTo(gateway.baseUrl, { key: 'another' }));
    const result = await client.modelLister.refresh();
    assert.ok(!result.ok);
    assert.equal(result.failure.kind, 'keyRejected');
    assert.equal(result.failure.status, 401);
  });

  it('closes the connection when the request is canceled', async () => {
    gateway.clearRequests();
    const client = clientOf(connectionTo(`${gateway.origin}/lists/silent/v1`));
    const stop = new AbortController();
    const refreshing = client.modelLister.refresh(stop.signal);
    await until(() => gateway.requests.length > 0);
    stop.abort();
    assert.equal((await refreshing).ok, false);
    await until(() => gateway.requests[0]?.aborted === true);
  });

  it('takes a web page in place of the price list for none, so that known prices stay', async () => {
    const { modelLister } = clientOf(connectionTo(gateway.baseUrl));
    assert.equal(await modelLister.prices('litellm'), undefined);
  });

  for (const [fault, answer] of [
    ['an error', (reply: ServerResponse) => reply.writeHead(500).end('{"error":{"message":"x"}}')],
    ['a broken connection', (reply: ServerResponse) => reply.destroy()],
    ['HTML', (reply: ServerResponse) => reply.end('<html></html>')],
  ] as const) {
    it(`returns the pages before one that fails with ${fault} as a partial list`, async () => {
      const paths: string[] = [];
      const result = await withServer(
        (request, reply) => {
          paths.push(request.url ?? '');
          if (paths.length === 3) {
            answer(reply);
            return;
          }
          const next = `/v1/models?page=${paths.length + 1}`;
          reply.end(JSON.stringify({ data: [{ id: `m${paths.length}` }], links: { next } }));
        },
        (origin) => clientOf(connectionTo(`${origin}/v1`)).modelLister.refresh(),
      );
      assert.ok(result.ok, JSON.stringify(result));
      assert.deepEqual(
        result.list.models.map(({ id }) => id),
        ['m1', 'm2'],
      );
      assert.equal(result.list.isPartial, true);
      assert.deepEqual(paths, ['/v1/models', '/v1/models?page=2', '/v1/models?page=3']);
    });
  }
});
