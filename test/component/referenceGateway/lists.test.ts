// Every model list of the reference gateway does what it describes.
import assert from 'node:assert/strict';
import { listShapes } from '../../referenceGateway/modelLists/modelLists';
import type { ListShape } from '../../referenceGateway/modelLists/listShape';
import { startGateway, type Gateway } from '../../referenceGateway/server';
import { ask, textOfStream } from './client';

type Fields = Readonly<Record<string, unknown>>;

const statuses: Readonly<Record<string, number>> = {
  'not-found': 404,
  unauthorized: 401,
  forbidden: 403,
  'rate-limited': 429,
  'server-error': 500,
  redirect: 302,
  'redirect-cross': 302,
};

describe('reference gateway: model lists', () => {
  let gateway: Gateway;

  before(async () => {
    gateway = await startGateway();
  });
  after(() => gateway.close());

  it('have unique names, descriptions, and either IDs or a failure', () => {
    assert.equal(new Set(listShapes.map(({ name }) => name)).size, listShapes.length);
    for (const { name, description, expected } of listShapes) {
      assert.match(name, /^[a-z0-9-]+$/u);
      assert.match(description, /^\S.*\.$/u, name);
      assert.notEqual(expected.ids === undefined, expected.failureKind === undefined, name);
    }
  });

  for (const shape of listShapes.filter(({ expected }) => expected.ids)) {
    it(`${shape.name} contains the expected IDs`, async () => {
      assert.deepEqual(await idsOf(gateway, shape), shape.expected.ids);
    });
  }

  for (const shape of listShapes.filter(({ expected }) => expected.failureKind)) {
    it(`${shape.name} fails as described`, async () => {
      const client = new AbortController();
      const answer = fetchList(gateway, shape, client.signal);
      if (shape.stalls) {
        const failure = assert.rejects(answer);
        const request = await gateway.nextRequest(({ path }) => path.includes(shape.name));
        client.abort();
        await failure;
        await request.closed;
        assert.ok(request.aborted);
        return;
      }
      const response = await answer;
      assert.equal(response.status, statuses[shape.name] ?? 200);
      if (shape.expected.failureKind === 'connectionLost') {
        await assert.rejects(response.text());
      } else if (shape.expected.failureKind === 'redirected') {
        assert.match(response.headers.get('location') ?? '', /\/v1\/models$/u);
      } else {
        const records = listIn(parse(await response.text())) ?? [];
        assert.deepEqual(
          records.map(idOf).filter((id) => id !== undefined),
          [],
        );
      }
    });
  }

  it('link to other origins or to themselves', async () => {
    const next = async (name: string): Promise<string> => {
      const response = await fetch(`${gateway.origin}/lists/${name}/v1/models`);
      return ((await response.json()) as { links: { next: string } }).links.next;
    };
    const otherOrigin = new URL(await next('paged-elsewhere'), gateway.origin);
    assert.notEqual(otherOrigin.origin, gateway.origin);
    assert.equal(await next('paged-loop'), '/lists/paged-loop/v1/models');
  });

  it('have a chat API below the same Base URL, and a web page without /v1', async () => {
    const baseUrl = `${gateway.origin}/lists/empty/v1`;
    const answer = await ask({ baseUrl }, 'echo', { stream: true });
    assert.match(await textOfStream(answer), /Hello/u);
    const page = await fetch(`${gateway.origin}/lists/empty/models`);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/u);
  });
});

function fetchList(gateway: Gateway, { name }: ListShape, signal?: AbortSignal): Promise<Response> {
  return fetch(`${gateway.origin}/lists/${name}/v1/models`, {
    redirect: 'manual',
    ...(signal ? { signal } : {}),
  });
}

/** The IDs that a client gets if it supports all shapes, pages and limits. */
async function idsOf(gateway: Gateway, shape: ListShape): Promise<readonly string[]> {
  const seen = new Set<string>();
  const ids = new Set<string>();
  let url = `${gateway.origin}/lists/${shape.name}/v1/models`;
  while (url.startsWith(gateway.origin) && !seen.has(url)) {
    seen.add(url);
    const list: unknown = await (await fetch(url)).json();
    for (const id of (listIn(list) ?? []).map(idOf)) {
      if (id !== undefined && id !== '' && id.length <= 256 && ids.size < 10_000) {
        ids.add(id);
      }
    }
    url = nextPage(list as Fields, url, [...ids].at(-1) ?? '');
  }
  return [...ids];
}

/** The URL of the next page; empty after the last one. */
function nextPage(list: Fields, url: string, lastId: string): string {
  const link = (list['links'] as Fields | undefined)?.['next'];
  const next = new URL(typeof link === 'string' ? link : url, url);
  if (list['has_more'] === true) {
    next.searchParams.set('after', lastId);
    next.searchParams.set('after_id', lastId);
  } else if (typeof list['nextPageToken'] === 'string') {
    next.searchParams.set('pageToken', list['nextPageToken']);
  } else if (typeof link !== 'string') {
    return '';
  }
  return next.href;
}

/** The array in a list of any shape; undefined if there is none. */
function listIn(list: unknown): readonly unknown[] | undefined {
  if (Array.isArray(list)) {
    return list;
  }
  const fields = (list ?? {}) as Fields;
  const models = fields['data'] ?? fields['models'];
  return fields['data'] === null ? [] : Array.isArray(models) ? models : undefined;
}

function idOf(record: unknown): string | undefined {
  if (typeof record === 'string') {
    return record;
  }
  const fields = (record ?? {}) as Fields;
  const names = ['id', 'name', 'key', 'model_name', 'slug'];
  return names.map((name) => fields[name]).find((id) => typeof id === 'string');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
