// GET /v1/models on the wire, page by page: all that lives as long as one list is asked for.
import { parseJson } from '../../base/parseJson';
import type { Connection } from '../../chat/gatewayPort';
import type { ModelRecord } from '../../chat/ports';
import type { Failure } from '../../shared/conversation/failure';
import { secretsOf, type GatewayOptions } from '../connection';
import { reportsError } from '../failures/errorBody';
import { ExchangeError, ReportedError } from '../http/exchangeError';
import { guardedFetch, type Exchange } from '../http/guardedFetch';
import { notApi } from '../failures/httpFailure';
import { isObject, objectAt, textAt } from '../json';
import { joinModels, readModelList } from './modelList';
import { cleanText } from '../failures/redact';
import { TimeLimit } from '../http/timeLimit';
import { toFailure } from '../failures/toFailure';

/** For all pages together. */
const limitSeconds = 30;
const mostPages = 50;
const mostBytes = 16 * 1024 * 1024;

type ListAnswer =
  | { readonly ok: true; readonly models: readonly ModelRecord[] }
  | { readonly ok: false; readonly failure: Failure };

interface Page {
  readonly models: readonly ModelRecord[];
  readonly next: URL | undefined;
}

export class ListExchange {
  readonly #closing = new AbortController();
  readonly #limit: TimeLimit;

  constructor(
    private readonly connection: Connection,
    private readonly options: GatewayOptions,
  ) {
    this.#limit = new TimeLimit(options.clock, () => this.#closing.abort());
  }

  /** Asks for the list, once. Never throws; a page that fails fails the list. */
  async ask(signal?: AbortSignal): Promise<ListAnswer> {
    const close = (): void => this.#closing.abort();
    signal?.addEventListener('abort', close, { once: true });
    if (signal?.aborted === true) {
      close();
    }
    this.#limit.begin('totalTimeout', limitSeconds);
    try {
      return await this.#askPages();
    } finally {
      this.#limit.dispose();
      signal?.removeEventListener('abort', close);
    }
  }

  async #askPages(): Promise<ListAnswer> {
    const asked = new Set<string>();
    let models: readonly ModelRecord[] = [];
    let next: URL | undefined = new URL(`${this.connection.baseUrl}/models`);
    while (next !== undefined && !asked.has(next.href) && asked.size < mostPages) {
      asked.add(next.href);
      const page = await this.#askPage(next);
      if ('kind' in page) {
        return { ok: false, failure: page };
      }
      const known: number = models.length;
      models = joinModels(models, page.models);
      // A page that adds nothing is the end, whatever it says is next.
      next = models.length > known ? page.next : undefined;
    }
    return { ok: true, models };
  }

  async #askPage(url: URL): Promise<Page | Failure> {
    const { clock } = this.options;
    const begunAt = clock.now();
    const exchange: Exchange = {};
    let failure: Failure | undefined;
    try {
      const fetch = guardedFetch(this.connection, this.options, exchange);
      const response = await fetch(url, { signal: this.#closing.signal });
      const text = await readWhole(response);
      return this.#readPage(text, url);
    } catch (error) {
      const expired = this.#limit.expired;
      const cause =
        expired === undefined
          ? error
          : new ExchangeError({ kind: 'totalTimeout', limitSeconds, fixedLimit: true });
      failure = toFailure(cause, this.connection, { ...exchange, now: clock.now() });
      return failure;
    } finally {
      // Whoever asked and left did not fail.
      const left = this.#closing.signal.aborted && this.#limit.expired === undefined;
      this.#record(exchange, clock.now() - begunAt, left ? undefined : failure);
    }
  }

  #readPage(text: string, url: URL): Page {
    const body = parseJson(text);
    const read = readModelList(body);
    if ((read === undefined || read.models.length === 0) && reportsError(body)) {
      throw new ReportedError(body);
    }
    if (read === undefined) {
      throw new ExchangeError(notApi(text, this.connection.baseUrl));
    }
    return { models: read.models, next: nextPage(body, url, this.connection.origin) };
  }

  #record(exchange: Exchange, ms: number, failure: Failure | undefined): void {
    const { status, path = '', requestId } = exchange;
    const secrets = secretsOf(this.connection);
    this.options.onRequest({
      method: 'GET',
      path: cleanText(path, secrets),
      ms,
      ...(status === undefined ? {} : { status }),
      ...(requestId === undefined ? {} : { requestId: cleanText(requestId, secrets) }),
      ...(failure === undefined ? {} : { failureKind: failure.kind }),
    });
  }
}

async function readWhole(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    const bytes: Uint8Array = chunk;
    size += bytes.byteLength;
    if (size > mostBytes) {
      throw new ExchangeError({ kind: 'tooLarge' });
    }
    chunks.push(bytes);
  }
  return new TextDecoder().decode(Buffer.concat(chunks)).trim();
}

/** Where the next page is; undefined for none, and for one at another origin. */
function nextPage(body: unknown, current: URL, origin: string): URL | undefined {
  if (!isObject(body)) {
    return undefined;
  }
  const link = textAt(objectAt(body, 'links'), 'next') ?? textAt(body, 'next');
  if (link !== undefined) {
    const url = URL.parse(link, current.href);
    return url?.origin === origin && url.username === '' ? url : undefined;
  }
  const last = body['has_more'] === true ? textAt(body, 'last_id') : undefined;
  const token = textAt(body, 'nextPageToken');
  if (last === undefined && token === undefined) {
    return undefined;
  }
  const url = new URL(current);
  if (last !== undefined) {
    // OpenAI's name and Anthropic's.
    url.searchParams.set('after', last);
    url.searchParams.set('after_id', last);
  } else if (token !== undefined) {
    url.searchParams.set('pageToken', token);
  }
  return url;
}
