// Requests GET /v1/models, page by page, through the same guarded fetch as an answer.
import { omitUndefined } from '../../../base/omitUndefined';
import type { Connection } from '../../common/connection';
import { isFailure, type Failure } from '../../common/failure';
import type { ModelLister, RefreshedModelList } from '../../common/gatewayAccess';
import type { ModelListResult, ModelRecord } from '../../common/modelRecord';
import { withRenewedKey } from '../commandKey';
import { type GatewayOptions, type ResolveConnection, toRequestRecord } from '../gatewayOptions';
import { notApi } from '../failures/httpFailure';
import { reportsError } from '../failures/errorEvidence';
import { toFailure } from '../failures/toFailure';
import { messagesHeaders } from '../formats/messages';
import { ExchangeError, ReportedError } from '../http/exchangeError';
import { type Exchange, guardedFetch } from '../http/guardedFetch';
import { withRequestIds } from '../http/requestIds';
import { TimeLimit } from '../http/timeLimit';
import { isObject, objectAt, parseOrRepair, textAt } from '../json';
import { joinModels, readModelList } from './modelList';

/** All pages together may take this long. */
const timeoutSeconds = 30;
const maxPages = 50;
const maxPageBytes = 16 * 1024 * 1024;

interface ListPage {
  readonly models: readonly ModelRecord[];
  readonly next: URL | undefined;
}

export class GatewayModelLister implements ModelLister {
  constructor(
    private readonly resolve: ResolveConnection,
    private readonly options: GatewayOptions,
  ) {}

  async refresh(signal?: AbortSignal): Promise<RefreshedModelList> {
    const resolved = await this.resolve();
    if (isFailure(resolved)) {
      return { ok: false, failure: resolved };
    }
    const { options } = this;
    const attempts = withRenewedKey<never, ModelListResult & { readonly ok: true }>(
      withRequestIds(resolved),
      // oxlint-disable-next-line require-yield -- a list comes as one result, without parts
      async function* (connection) {
        return new ListRequest(connection, options).send(signal);
      },
      signal,
    );
    const { value } = await attempts.next();
    const { baseUrl, keyLabel } = resolved;
    return { ...value, gateway: omitUndefined({ baseUrl, keyLabel }) };
  }
}

class ListRequest {
  readonly #closing = new AbortController();
  readonly #timeLimit: TimeLimit;

  constructor(
    private readonly connection: Connection,
    private readonly options: GatewayOptions,
  ) {
    this.#timeLimit = new TimeLimit(options.clock, () => this.#closing.abort());
  }

  /** Requests all pages. Call it once. Never throws; after a page that fails the list is partial. */
  async send(signal?: AbortSignal): Promise<ModelListResult> {
    const close = (): void => this.#closing.abort();
    signal?.addEventListener('abort', close, { once: true });
    if (signal?.aborted === true) {
      close();
    }
    this.#timeLimit.start('totalTimeout', timeoutSeconds);
    try {
      return await this.#requestPages();
    } finally {
      this.#timeLimit.dispose();
      signal?.removeEventListener('abort', close);
    }
  }

  async #requestPages(): Promise<ModelListResult> {
    const requested = new Set<string>();
    let models: readonly ModelRecord[] = [];
    let next: URL | undefined = new URL(`${this.connection.baseUrl}/models`);
    while (next !== undefined && !requested.has(next.href) && requested.size < maxPages) {
      requested.add(next.href);
      const page = await this.#requestPage(next);
      if (isFailure(page)) {
        // What came is better than nothing; the models of the missing pages are not gone.
        return models.length === 0
          ? { ok: false, failure: page }
          : { ok: true, list: { models, fetchedAt: this.options.clock.now(), isPartial: true } };
      }
      const previousCount: number = models.length;
      models = joinModels(models, page.models);
      // Some lists name a next page for ever; one that adds nothing is the last.
      next = models.length > previousCount ? page.next : undefined;
    }
    return { ok: true, list: { models, fetchedAt: this.options.clock.now() } };
  }

  async #requestPage(url: URL): Promise<ListPage | Failure> {
    const { clock } = this.options;
    const startedAt = clock.now();
    const exchange: Exchange = {
      path: url.pathname,
      // Anthropic's list requires them too.
      formatHeaders: this.connection.apiFormats?.includes('messages') ? messagesHeaders : undefined,
    };
    let failure: Failure | undefined;
    try {
      const fetch = guardedFetch(this.connection, this.options, exchange);
      const response = await fetch(url, { signal: this.#closing.signal });
      return this.#readPage(await readText(response), url);
    } catch (error) {
      const cause =
        this.#timeLimit.expired === undefined
          ? error
          : new ExchangeError({ kind: 'totalTimeout', timeoutSeconds, isFixedTimeout: true });
      failure = toFailure(cause, this.connection, { ...exchange, now: clock.now() });
      return failure;
    } finally {
      const isCanceled = this.#closing.signal.aborted && this.#timeLimit.expired === undefined;
      const logged = isCanceled ? undefined : failure;
      const request = { method: 'GET', durationMs: clock.now() - startedAt } as const;
      this.options.onRequest(toRequestRecord(request, exchange, logged, this.connection));
    }
  }

  #readPage(text: string, url: URL): ListPage {
    const body = parseOrRepair(text);
    const models = readModelList(body);
    if ((models === undefined || models.length === 0) && reportsError(body)) {
      throw new ReportedError(body);
    }
    if (models === undefined) {
      throw new ExchangeError(notApi(text, this.connection.baseUrl));
    }
    return { models, next: nextPage(body, url, this.connection.origin, models.at(-1)?.id) };
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    const bytes: Uint8Array = chunk;
    size += bytes.byteLength;
    if (size > maxPageBytes) {
      throw new ExchangeError({ kind: 'tooLarge' });
    }
    chunks.push(bytes);
  }
  return new TextDecoder().decode(Buffer.concat(chunks)).trim();
}

/** The URL of the next page; undefined if there is none, or if it is at another origin. */
function nextPage(
  body: unknown,
  current: URL,
  origin: string,
  lastModelId: string | undefined,
): URL | undefined {
  if (!isObject(body)) {
    return undefined;
  }
  const link = textAt(objectAt(body, 'links'), 'next') ?? textAt(body, 'next');
  if (link !== undefined) {
    const url = URL.parse(link, current.href);
    return url?.origin === origin && url.username === '' ? url : undefined;
  }
  const lastId = body['has_more'] === true ? (textAt(body, 'last_id') ?? lastModelId) : undefined;
  const token = textAt(body, 'nextPageToken');
  const url = new URL(current);
  if (lastId !== undefined) {
    // OpenAI's parameter and Anthropic's.
    url.searchParams.set('after', lastId);
    url.searchParams.set('after_id', lastId);
  } else if (token !== undefined) {
    url.searchParams.set('pageToken', token);
  } else {
    return undefined;
  }
  return url;
}
