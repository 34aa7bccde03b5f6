import assert from 'node:assert/strict';
import type { BalanceResult } from '../../../../src/gateway/common/balance';
import type { Usage } from '../../../../src/gateway/common/usage';
import { balanceAddresses } from '../../../../src/gateway/node/balance/balanceSources';
import { tracesOf } from '../../../support/canary';
import { balanceSamples, type BalanceAnswer, type BalanceSample } from './balanceSamples';
import { canaryKey, clientOf, collect, connectionTo, fold, question, withServer } from './harness';

interface Asked {
  readonly result: BalanceResult;
  /** The paths that were asked, in order. */
  readonly paths: readonly string[];
  /** What the request log and the result show. */
  readonly shown: string;
}

/** Serves the sample's answers, and asks for the balance after the list, which may tell the software. */
async function ask(sample: BalanceSample): Promise<Asked> {
  const { answers, basePath = '/v1', headers = {}, software: picked } = sample;
  const paths: string[] = [];
  const list: BalanceAnswer = { body: { object: 'list', data: [{ id: 'alpha' }] } };
  return withServer(
    (request, response) => {
      const path = request.url ?? '';
      assert.equal(request.headers.authorization, `Bearer ${canaryKey}`);
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
    },
    async (origin) => {
      const baseUrl = `${origin}${basePath}`;
      const client = clientOf(connectionTo(baseUrl));
      const listed = await client.modelLister.refresh();
      const software = picked ?? (listed.ok ? listed.list.software : undefined);
      assert.ok(software, 'neither named nor picked');
      const result = await client.balance.ask(software);
      return { result, paths, shown: JSON.stringify([result, client.records]) };
    },
  );
}

/** The usage of an answer whose usage has a cost. */
async function usageWith(headers: Readonly<Record<string, string>>): Promise<Usage | undefined> {
  const message = { role: 'assistant', content: 'Hello' };
  const usage = { prompt_tokens: 10, completion_tokens: 1, cost: 0.25 };
  return withServer(
    (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', ...headers });
      response.end(JSON.stringify({ choices: [{ message, finish_reason: 'stop' }], usage }));
    },
    async (origin) => {
      const client = clientOf(connectionTo(`${origin}/v1`));
      return fold(await collect(client, question('alpha', false))).usage;
    },
  );
}

describe('what a gateway charged for an answer', () => {
  it('is the cost in its usage, unless it only passes on what a provider charged its operator', async () => {
    const counts = { inputTokens: 10, outputTokens: 1 };
    assert.deepEqual(await usageWith({}), { ...counts, billedDollars: 0.25 });
    assert.deepEqual(await usageWith({ 'X-Litellm-Version': '1.80.0' }), {
      ...counts,
      billedDollars: 0.25,
    });
    assert.deepEqual(await usageWith({ 'X-New-Api-Version': 'v0.9.0' }), counts);
  });
});

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
      assert.ok(paths.length <= 3, paths.join(', '));
      assert.ok(!tracesOf(canaryKey).some((trace) => shown.includes(trace)));
    });
  }

  it('is asked for below the Base URL without its version', () => {
    const roots = {
      'https://host.example/v1': 'https://host.example/',
      'https://host.example:8443/proxy/v1': 'https://host.example:8443/proxy/',
      'https://host.example/v1beta/openai': 'https://host.example/',
      'https://host.example/api/paas/v4': 'https://host.example/api/paas/',
      'https://host.example/deepv1': 'https://host.example/deepv1/',
      'https://host.example/api/v1': 'https://host.example/api/',
    };
    for (const [baseUrl, root] of Object.entries(roots)) {
      for (const { url } of balanceAddresses(baseUrl)) {
        assert.ok(url.startsWith(root), `${url} is not below ${root}`);
      }
    }
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
