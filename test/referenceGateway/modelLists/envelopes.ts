// Model lists with various envelopes, IDs and sizes.
import type { Json, JsonObject } from '../http/json';
import type { RedirectTargets } from '../models/modelCatalog';
import {
  expectAll,
  ids,
  jsonList,
  listBody,
  modelRecord,
  type ExpectedList,
  type ListShape,
} from './listShape';

function numbered(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `vendor-${index % 40}/model-${index + 1}`);
}

const envelopes: readonly ListShape[] = [
  jsonList(
    'data',
    'Records under data, the standard format.',
    listBody(ids.map((id) => modelRecord(id))),
  ),
  jsonList(
    'bare-array',
    'An array of records.',
    ids.map((id) => modelRecord(id)),
  ),
  jsonList('strings', 'An array of IDs.', [...ids]),
  {
    name: 'slightly-invalid-json',
    description:
      'JSON with unknown escapes, raw control characters, NaN and commas after the last item.',
    expected: expectAll,
    serve: (exchange) =>
      exchange.send(
        200,
        'application/json',
        JSON.stringify(ids.map((id) => modelRecord(id, { description: 'a\\d|b', score: 0.5 })))
          .replaceAll('\\\\d|', '\\d\t\n')
          .replaceAll('0.5', 'NaN,'),
      ),
  },
  jsonList('strings-in-data', 'An array of IDs under data.', listBody([...ids])),
  jsonList('models-name', 'Records with a name under models (Ollama).', {
    models: ids.map((name) => ({ name, size: 1 })),
  }),
  jsonList('models-beside-data', 'Both models and data (llama.cpp).', {
    models: ids.map((name) => ({ name, model: name })),
    ...listBody(ids.map((id) => modelRecord(id, { meta: { n_ctx: 4096 } }))),
  }),
  jsonList(
    'models-slash',
    'IDs that start with “models/” (Gemini).',
    { models: ids.map((id) => ({ name: `models/${id}`, inputTokenLimit: 32_768 })) },
    {
      ids: ids.map((id) => `models/${id}`),
      contextLengths: { 'models/alpha': 32_768 },
    },
  ),
  jsonList(
    'data-null',
    'data is null, as from new-api without models.',
    { data: null, success: true },
    { ids: [] },
  ),
  jsonList('empty', 'The list is empty.', listBody([]), { ids: [] }),
  jsonList(
    'duplicates',
    'Some models are listed more than once.',
    listBody([...ids, 'beta', ...ids].map((id) => modelRecord(id))),
  ),
  jsonList(
    'odd-ids',
    'IDs with spaces, capitals, other scripts and markup, which must not be changed.',
    listBody(
      [' lead', 'Trail ', 'ÄÖ/模型', '<img src=x onerror=alert(1)>', 'a\u0301'].map((id) =>
        modelRecord(id),
      ),
    ),
    { ids: [' lead', 'Trail ', 'ÄÖ/模型', '<img src=x onerror=alert(1)>', 'a\u0301'] },
  ),
  jsonList(
    'broken-records',
    'There are null, numbers and records without an ID among the records.',
    listBody([
      null,
      7,
      {},
      { id: '' },
      { id: null },
      { id: 5 },
      modelRecord('alpha'),
      [],
      modelRecord('beta'),
    ]),
    { ids: ['alpha', 'beta'] },
  ),
  jsonList(
    'unreadable-records',
    'No record has an ID that a client can read, which is no empty list.',
    listBody([{ id: 5 }, { title: 'alpha' }]),
    { failureKind: 'notApi' },
  ),
  jsonList('other-ids', 'IDs under key, model_name and slug (LM Studio, LiteLLM, Codex).', {
    models: [{ key: ids[0], display_name: 'A' }, { model_name: ids[1] }, { id: 5, slug: ids[2] }],
  }),
  jsonList(
    'long-ids',
    'IDs of 256 characters, the limit, and of 257.',
    listBody([modelRecord('a'.repeat(256)), modelRecord('b'.repeat(257)), modelRecord('alpha')]),
    { ids: ['a'.repeat(256), 'alpha'] },
  ),
  jsonList(
    'thousands',
    '5,000 models.',
    () => listBody(numbered(5000).map((id) => modelRecord(id))),
    {
      ids: numbered(5000),
    },
  ),
  jsonList(
    'over-cap',
    '12,000 models; only the first 10,000 count.',
    () => listBody(numbered(12_000).map((id) => modelRecord(id))),
    { ids: numbered(10_000) },
  ),
];

/** Serves one model per page. `next` returns the address of the next page, or null. */
function pages(
  name: string,
  description: string,
  expected: ExpectedList,
  next: (page: number, targets: RedirectTargets) => Json,
): ListShape {
  return {
    name,
    description,
    expected,
    serve: async (exchange, targets) => {
      const page = Number(/[?&]page=(\d+)/u.exec(exchange.request.path)?.[1] ?? '1');
      const id = ids[page - 1];
      const data = id === undefined ? [] : [modelRecord(id)];
      await exchange.sendJson(200, { ...listBody(data), links: { next: next(page, targets) } });
    },
  };
}

/** Serves one model per page; `parameter` of a request is the ID on the page before. */
function cursorPages(
  name: string,
  description: string,
  parameter: string,
  page: (id: string, isLast: boolean) => JsonObject,
): ListShape {
  return {
    name,
    description,
    expected: expectAll,
    serve: async (exchange) => {
      const before = new URL(exchange.request.path, 'http://localhost').searchParams.get(parameter);
      const index = ids.findIndex((id) => id === before) + 1;
      await exchange.sendJson(200, page(ids[index] ?? '', index >= ids.length - 1));
    },
  };
}

const paged: readonly ListShape[] = [
  cursorPages(
    'paged-after-id',
    'Pages as Anthropic sends them: has_more and last_id; asked with after_id.',
    'after_id',
    (id, isLast) => ({ data: [modelRecord(id)], has_more: !isLast, last_id: id }),
  ),
  cursorPages(
    'paged-after',
    'Pages as OpenAI sends them, but without last_id; asked with after.',
    'after',
    (id, isLast) => ({ ...listBody([modelRecord(id)]), has_more: !isLast }),
  ),
  cursorPages(
    'paged-token',
    'Pages as Google sends them: nextPageToken; asked with pageToken.',
    'pageToken',
    (id, isLast) => ({
      models: [modelRecord(id)],
      ...(isLast ? {} : { nextPageToken: id }),
    }),
  ),
  pages('paged', 'Three pages of one model each; links.next is a path.', expectAll, (page) =>
    page < ids.length ? `/lists/paged/v1/models?page=${page + 1}` : null,
  ),
  pages(
    'paged-elsewhere',
    'The next page is at another origin, which must not be requested.',
    { ids: ['alpha'] },
    (_page, targets) => `${targets.otherOrigin}/lists/paged/v1/models?page=2`,
  ),
  pages(
    'paged-loop',
    'The next page is the same page again.',
    { ids: ['alpha'] },
    () => '/lists/paged-loop/v1/models',
  ),
];

export const envelopeShapes: readonly ListShape[] = [...envelopes, ...paged];
