// What the list is wrapped in, how its models are named, and how many there are.
import { ids, list, record, shape, three, type ExpectedList, type ListShape } from './listShape';
import type { Json } from '../http/json';
import type { Places } from '../models/modelCatalog';

function numbered(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `vendor-${at % 40}/model-${at + 1}`);
}

const envelopes: readonly ListShape[] = [
  shape('data', 'The usual: records under data.', list(ids.map((id) => record(id)))),
  shape(
    'bare-array',
    'An array of records.',
    ids.map((id) => record(id)),
  ),
  shape('strings', 'An array of IDs.', [...ids]),
  shape('strings-in-data', 'An array of IDs under data.', list([...ids])),
  shape('models-name', 'Records with a name under models, as Ollama lists them.', {
    models: ids.map((name) => ({ name, size: 1 })),
  }),
  shape('models-beside-data', 'models beside data, as llama.cpp lists them.', {
    models: ids.map((name) => ({ name, model: name })),
    ...list(ids.map((id) => record(id, { meta: { n_ctx: 4096 } }))),
  }),
  shape(
    'models-slash',
    'IDs that begin with “models/”, as Gemini’s do.',
    { models: ids.map((id) => ({ name: `models/${id}`, inputTokenLimit: 32_768 })) },
    {
      ids: ids.map((id) => `models/${id}`),
      contextLengths: { 'models/alpha': 32_768 },
    },
  ),
  shape(
    'data-null',
    'data is null, as new-api sends it where there is no model.',
    { data: null, success: true },
    { ids: [] },
  ),
  shape('empty', 'The list is empty.', list([]), { ids: [] }),
  shape(
    'duplicates',
    'Some models are listed twice.',
    list([...ids, 'beta', ...ids].map((id) => record(id))),
  ),
  shape(
    'odd-ids',
    'IDs with blanks, capitals, other scripts and markup, to be kept byte for byte.',
    list(
      [' lead', 'Trail ', 'ÄÖ/模型', '<img src=x onerror=alert(1)>', 'a\u0301'].map((id) =>
        record(id),
      ),
    ),
    { ids: [' lead', 'Trail ', 'ÄÖ/模型', '<img src=x onerror=alert(1)>', 'a\u0301'] },
  ),
  shape(
    'broken-records',
    'Among the records stand null, numbers, and some without an ID.',
    list([null, 7, {}, { id: '' }, { id: null }, { id: 5 }, record('alpha'), [], record('beta')]),
    { ids: ['alpha', 'beta'] },
  ),
  shape(
    'long-ids',
    'IDs of 256 characters, which is the limit, and of 257.',
    list([record('a'.repeat(256)), record('b'.repeat(257)), record('alpha')]),
    { ids: ['a'.repeat(256), 'alpha'] },
  ),
  shape('thousands', '5,000 models.', () => list(numbered(5000).map((id) => record(id))), {
    ids: numbered(5000),
  }),
  shape(
    'over-cap',
    '12,000 models, of which the first 10,000 count.',
    () => list(numbered(12_000).map((id) => record(id))),
    { ids: numbered(10_000) },
  ),
];

/** Serves `ids` one to a page; `next` names the page after this one, or none. */
function pages(
  name: string,
  about: string,
  expected: ExpectedList,
  next: (page: number, places: Places) => Json,
): ListShape {
  return {
    name,
    about,
    expected,
    serve: async (exchange, places) => {
      const page = Number(/[?&]page=(\d+)/u.exec(exchange.request.path)?.[1] ?? '1');
      const id = ids[page - 1];
      const data = id === undefined ? [] : [record(id)];
      await exchange.json(200, { ...list(data), links: { next: next(page, places) } });
    },
  };
}

const paged: readonly ListShape[] = [
  pages('paged', 'Three pages of one model each; links.next is a path.', three, (page) =>
    page < ids.length ? `/lists/paged/v1/models?page=${page + 1}` : null,
  ),
  pages(
    'paged-elsewhere',
    'The next page is at another origin, which must not be asked.',
    { ids: ['alpha'] },
    (_page, places) => `${places.elsewhere}/lists/paged/v1/models?page=2`,
  ),
  pages(
    'paged-loop',
    'The next page is this one again.',
    { ids: ['alpha'] },
    () => '/lists/paged-loop/v1/models',
  ),
];

export const envelopeShapes: readonly ListShape[] = [...envelopes, ...paged];
