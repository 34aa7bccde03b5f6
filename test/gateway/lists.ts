// Model lists in every shape that was seen, each under a Base URL of its own: /lists/<name>/v1.
import type { FailureKind } from '../../src/shared/failure';
import type { Places } from './catalogue';
import type { Exchange } from './exchange';
import type { Json, JsonObject } from './json';

/** What a client must have made of the list: its IDs in the order listed, or a kind of failure. */
export interface ExpectedList {
  readonly ids?: readonly string[];
  readonly failureKind?: FailureKind;
  /** In tokens, by model ID. */
  readonly contextLengths?: Readonly<Record<string, number>>;
  /** Per million tokens, by model ID. */
  readonly prices?: Readonly<Record<string, { readonly input: number; readonly output: number }>>;
  /** The IDs of models that say they are not for chat. */
  readonly notForChat?: readonly string[];
}

export interface ListShape {
  /** The Base URL is `${origin}/lists/${name}/v1`. */
  readonly name: string;
  /** One sentence for the person who tries it. */
  readonly about: string;
  readonly expected: ExpectedList;
  /** The connection stays open until the client leaves: give it small time-outs. */
  readonly stalls?: true;
  readonly serve: (exchange: Exchange, places: Places) => Promise<void>;
}

const ids = ['alpha', 'beta', 'org/gamma:free'] as const;
const three: ExpectedList = { ids };

function list(models: readonly Json[]): JsonObject {
  return { object: 'list', data: models };
}

function record(id: string, more: JsonObject = {}): JsonObject {
  return { id, object: 'model', created: 1626777600, owned_by: 'somebody', ...more };
}

/** A list that is one JSON body. */
function shape(
  name: string,
  about: string,
  body: Json | (() => Json),
  expected: ExpectedList = three,
): ListShape {
  const serve = (exchange: Exchange): Promise<void> =>
    exchange.json(200, typeof body === 'function' ? body() : body);
  return { name, about, expected, serve };
}

function numbered(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `vendor-${at % 40}/model-${at + 1}`);
}

const shapes: readonly ListShape[] = [
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

/** Where each kind of server says how long the context window is. */
const contextFields: readonly JsonObject[] = [
  { context_length: 1001 },
  { max_context_length: 1002 },
  { context_window: 1003 },
  { max_model_len: 1004 },
  { limits: { max_input_tokens: 1005 } },
  { inputTokenLimit: 1006 },
  { meta: { n_ctx: 1007 } },
  { top_provider: { context_length: 1008 } },
  { context_length: '1009' },
  { context_length: null, top_provider: { context_length: 1010 } },
];

const records: readonly ListShape[] = [
  shape(
    'context-fields',
    'The context length stands under each of the names that it has.',
    list(contextFields.map((fields, at) => record(`context-${1001 + at}`, fields))),
    {
      ids: contextFields.map((_, at) => `context-${1001 + at}`),
      contextLengths: Object.fromEntries(
        contextFields.map((_, at) => [`context-${1001 + at}`, 1001 + at]),
      ),
    },
  ),
  shape(
    'capabilities',
    'Capabilities are an array here, an object there.',
    list([
      record('chat-array', { capabilities: ['chat', 'vision'] }),
      record('chat-object', { capabilities: { completion_chat: true, vision: false } }),
      record('embed-array', { capabilities: ['embeddings'] }),
      record('embed-object', { capabilities: { completion_chat: false } }),
      record('chat-null', { capabilities: null }),
    ]),
    {
      ids: ['chat-array', 'chat-object', 'embed-array', 'embed-object', 'chat-null'],
      notForChat: ['embed-array', 'embed-object'],
    },
  ),
  shape(
    'endpoint-types',
    'supported_endpoint_types of every kind, null and empty ones too.',
    list([
      record('chat', { supported_endpoint_types: ['openai', 'openai-response'] }),
      record('claude', { supported_endpoint_types: ['anthropic', 'openai'] }),
      record('unknown', { supported_endpoint_types: null }),
      record('none', { supported_endpoint_types: [] }),
      record('embed', { supported_endpoint_types: ['embeddings'] }),
      record('image', { supported_endpoint_types: ['image-generation'] }),
      record('rerank', { supported_endpoint_types: ['jina-rerank'] }),
      record('video', { supported_endpoint_types: ['openai-video'] }),
      record('image-and-chat', { supported_endpoint_types: ['image-generation', 'openai'] }),
    ]),
    {
      ids: [
        'chat',
        'claude',
        'unknown',
        'none',
        'embed',
        'image',
        'rerank',
        'video',
        'image-and-chat',
      ],
      notForChat: ['embed', 'image', 'rerank', 'video'],
    },
  ),
  shape(
    'prices',
    'Prices are texts per token, as OpenRouter writes them.',
    list([
      record('alpha', { pricing: { prompt: '0.000003', completion: '0.000015', image: '0' } }),
      record('beta', { pricing: { prompt: '0', completion: '0' } }),
      record('org/gamma:free', { pricing: null }),
    ]),
    { ids, prices: { alpha: { input: 3, output: 15 }, beta: { input: 0, output: 0 } } },
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

function refused(
  name: string,
  about: string,
  failureKind: FailureKind,
  serve: ListShape['serve'],
): ListShape {
  return { name, about, expected: { failureKind }, serve };
}

function message(text: string, code = ''): JsonObject {
  return { error: { message: text, type: 'new_api_error', param: '', code } };
}

const failures: readonly ListShape[] = [
  refused('not-found', 'There is no list: 404.', 'notApi', (exchange) =>
    exchange.json(404, message('Invalid URL (GET /v1/models)')),
  ),
  refused('html', 'A web page with status 200.', 'notApi', (exchange) =>
    exchange.html(200, '<!doctype html><html><body>Welcome</body></html>'),
  ),
  refused('html-as-json', 'A web page that calls itself JSON.', 'notApi', (exchange) =>
    exchange.whole(200, 'application/json', '<!doctype html><html></html>'),
  ),
  refused('null', 'JSON that is null.', 'notApi', (exchange) => exchange.json(200, null)),
  refused('other-api', 'JSON that is some other API’s.', 'notApi', (exchange) =>
    exchange.json(200, { status: 'ok' }),
  ),
  refused('error-200', 'Status 200 with an error in it.', 'streamError', (exchange) =>
    exchange.json(200, message('The list is closed today.')),
  ),
  refused('success-false', 'Status 200 with success: false.', 'streamError', (exchange) =>
    exchange.json(200, { success: false, message: 'The user group is disabled.' }),
  ),
  refused('unauthorized', '401: the key is refused.', 'keyRejected', (exchange) =>
    exchange.json(401, message('Invalid token')),
  ),
  refused('forbidden', '403: the key may not list models.', 'forbidden', (exchange) =>
    exchange.json(403, message('Listing is not allowed')),
  ),
  refused('rate-limited', '429 with nothing in it.', 'rateLimited', (exchange) =>
    exchange.whole(429, undefined, ''),
  ),
  refused('server-error', '500 with an error.', 'serverError', (exchange) =>
    exchange.json(500, message('database is locked')),
  ),
  refused('redirect', '302 to another path.', 'redirected', (exchange) =>
    exchange.whole(302, 'text/html', '', { Location: '/proxy/v1/models' }),
  ),
  refused('redirect-cross', '302 to another origin.', 'redirected', (exchange, places) =>
    exchange.whole(302, 'text/html', '', { Location: `${places.elsewhere}/v1/models` }),
  ),
  refused(
    'cut',
    'The connection is cut in the middle of the list.',
    'connectionLost',
    async (exchange) => {
      exchange.head(200, { 'Content-Type': 'application/json', 'Content-Length': 5000 });
      await exchange.write('{"object":"list","data":[{"id":"alpha"},');
      exchange.cut();
    },
  ),
  {
    ...refused('silent', 'Nothing ever comes.', 'totalTimeout', (exchange) => exchange.stall()),
    stalls: true,
  },
];

export const listShapes: readonly ListShape[] = [...shapes, ...records, ...paged, ...failures];
