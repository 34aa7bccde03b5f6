// Requests GET /v1/models, page by page, through the same guarded fetch as an answer.
import { omitUndefined } from '../../../base/omitUndefined';
import type { Connection } from '../../common/connection';
import { isFailure, type Failure } from '../../common/failure';
import type { ModelLister, RefreshedModelList } from '../../common/gatewayAccess';
import type { GatewaySoftware, ModelListResult, ModelRecord } from '../../common/modelRecord';
import type { Price } from '../../common/usage';
import { resultWithRenewedKey } from '../commandKey';
import { reportsError } from '../failures/errorEvidence';
import { notApi } from '../failures/httpFailure';
import type { GatewayOptions, ResolveConnection } from '../gatewayOptions';
import { ExchangeError, ReportedError } from '../http/exchangeError';
import { withRequestIds } from '../http/requestIds';
import { TaskRequests } from '../http/taskRequests';
import { isObject, objectAt, parseOrRepair, textAt } from '../json';
import { joinModels, readModelList } from './modelList';
import { priceListOf } from './priceLists';

/** All pages together may take this long. */
const timeoutSeconds = 30;
const maxPages = 50;

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
    const result = await resultWithRenewedKey<ModelListResult & { readonly ok: true }>(
      withRequestIds(resolved),
      (connection) => new ListRequest(connection, this.options).send(signal),
      signal,
    );
    const { baseUrl, keyLabel } = resolved;
    return { ...result, gateway: omitUndefined({ baseUrl, keyLabel }) };
  }

  async prices(
    software: GatewaySoftware,
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, Price> | undefined> {
    const connection = await this.resolve();
    const priceList = isFailure(connection) ? undefined : priceListOf(software, connection.baseUrl);
    if (isFailure(connection) || priceList === undefined) {
      return undefined;
    }
    const requests = new TaskRequests(withRequestIds(connection), this.options, timeoutSeconds);
    const bodies = await requests.run(
      () => Promise.all(priceList.urls.map((url) => requests.json(url))),
      signal,
    );
    return bodies.includes(undefined) ? undefined : priceList.read(bodies);
  }
}

class ListRequest {
  readonly #requests: TaskRequests;
  #software: GatewaySoftware | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly options: GatewayOptions,
  ) {
    this.#requests = new TaskRequests(connection, options, timeoutSeconds);
  }

  /** Requests all pages. Call it once. Never throws; after a page that fails the list is partial. */
  send(signal?: AbortSignal): Promise<ModelListResult> {
    return this.#requests.run(() => this.#requestPages(), signal);
  }

  async #requestPages(): Promise<ModelListResult> {
    const requested = new Set<string>();
    let models: readonly ModelRecord[] = [];
    let isPartial: true | undefined;
    let next: URL | undefined = new URL(`${this.connection.baseUrl}/models`);
    while (next !== undefined && !requested.has(next.href) && requested.size < maxPages) {
      requested.add(next.href);
      const page = await this.#requestPage(next);
      if (isFailure(page)) {
        if (models.length === 0) {
          return { ok: false, failure: page };
        }
        // What came is better than nothing; the models of the missing pages are not gone.
        isPartial = true;
        break;
      }
      const previousCount: number = models.length;
      models = joinModels(models, page.models);
      // Some lists name a next page for ever; one that adds nothing is the last.
      next = models.length > previousCount ? page.next : undefined;
    }
    const software = this.#software;
    const fetchedAt = this.options.clock.now();
    return { ok: true, list: omitUndefined({ models, fetchedAt, software, isPartial }) };
  }

  #requestPage(url: URL): Promise<ListPage | Failure> {
    return this.#requests.get(url, (text, { software }) => {
      this.#software ??= software;
      return this.#readPage(text, url);
    });
  }

  #readPage(text: string, url: URL): ListPage {
    const body = parseOrRepair(text);
    const models = readModelList(body, url.hostname);
    if ((models === undefined || models.length === 0) && reportsError(body)) {
      throw new ReportedError(body);
    }
    if (models === undefined) {
      throw new ExchangeError(notApi(text, this.connection.baseUrl));
    }
    return { models, next: nextPage(body, url, this.connection.origin, models.at(-1)?.id) };
  }
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
