import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BalanceResult } from '../../../../src/gateway/common/balance';
import { balancePlan } from '../../../../src/gateway/node/balance/balanceSources';
import { tracesOf } from '../../../support/canary';
import { type BalanceAnswer, type BalanceSample, balanceSamples } from './balanceSamples';
import { canaryKey, clientOf, connectionTo } from './harness';

interface Asked {
  readonly result: BalanceResult;
  /** The paths that were asked, in order. */
  readonly paths: readonly string[];
  /** What the request log and the result show. */
  readonly shown: string;
}

/** Serves the sample's answers, and asks for the balance after the list, which tells the software. */
async function ask({ answers, basePath = '/v1', headers = {} }: BalanceSample): Promise<Asked> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    assert.equal(request.headers.authorization, `Bearer ${canaryKey}`);
    const list: BalanceAnswer = { body: { object: 'list', data: [{ id: 'alpha' }] } };
    const isList = path === `${basePath}/models`;
    const answer = isList
      ? list
      : (answers[path] ?? { status: 404, body: { detail: 'Not Found' } });
    if (!isList) {
      paths.push(path);
    }
    const { status = 200, headers: own = {}, body } = answer;
    response.writeHead(status, { ...headers, ...own });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port }: AddressInfo = Object(server.address());
  try {
    const baseUrl = `http://127.0.0.1:${port}${basePath}`;
    const client = clientOf(connectionTo(baseUrl));
    const listed = await client.modelLister.refresh();
    const { places } = balancePlan(baseUrl, listed.ok ? listed.list.software : undefined);
    const result = await client.balance.ask(places);
    return { result, paths, shown: JSON.stringify([result, client.records]) };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

describe('the balance of a key', () => {
  for (const sample of balanceSamples) {
    it(sample.title, async () => {
      const { result, paths, shown } = await ask(sample);
      assert.deepEqual(
        result.ok ? rounded(result.balance) : (result.failure?.kind ?? 'nowhere'),
        sample.expected,
        JSON.stringify(result),
      );
      const root = (sample.basePath ?? '/v1').replace(/\/v1$/u, '');
      assert.ok(paths.every((path) => path.startsWith(`${root}/`)));
      assert.ok(paths.length <= 5, paths.join(', '));
      assert.ok(!tracesOf(canaryKey).some((trace) => shown.includes(trace)));
    });
  }

  it('is asked for at one place only when the software is known', () => {
    const urls = ({ places }: ReturnType<typeof balancePlan>): readonly string[] =>
      places.map(({ urls: [first] }) => first);
    assert.deepEqual(urls(balancePlan('https://host.example/v1', 'litellm')), [
      'https://host.example/key/info',
    ]);
    assert.deepEqual(urls(balancePlan('https://openrouter.ai/api/v1', undefined)), [
      'https://openrouter.ai/api/v1/key',
    ]);
    assert.deepEqual(urls(balancePlan('https://host.example/v1', undefined, 'sub2api')), [
      'https://host.example/v1/usage',
    ]);
    assert.equal(balancePlan('https://host.example/v1', undefined).places.length, 3);
  });
});

/** Without the noise of binary fractions. */
function rounded(balance: object): unknown {
  return JSON.parse(
    JSON.stringify(balance, (_key, value: unknown) =>
      typeof value === 'number' ? Number(value.toPrecision(12)) : value,
    ),
  );
}
