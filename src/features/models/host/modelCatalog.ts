// The gateways' model lists: fetched by this window, or from the cache of an earlier one.
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { omitUndefined } from '../../../base/omitUndefined';
import type { Failure } from '../../../gateway/common/failure';
import { failureTraits } from '../../../gateway/common/failureTraits';
import type { GatewayAccess } from '../../../gateway/common/gatewayAccess';
import type { ModelList, ModelListResult, ModelRecord } from '../../../gateway/common/modelRecord';
import { gatewayId } from '../../../gateway/node/namedGateways';
import type { CurrentConnection, GatewayCandidate } from '../../setup/host/currentConnection';
import type { Gateways } from '../../setup/host/gateways';
import { typedBaseUrl } from '../../setup/host/setupSettings';
import { joinListChanges, listChanges, type ListChanges } from '../node/listChanges';
import type { ModelListCache } from '../node/modelListFiles';

/** A fetched list differs from the one before. */
export interface ChangedList extends ListChanges {
  readonly before: readonly ModelRecord[];
  readonly after: readonly ModelRecord[];
  /** Its `gatewayId`. */
  readonly gateway: string;
}

export type ListFetchResult = ModelListResult & {
  /** The `gatewayId` of the gateway that was asked; undefined if the request was not possible. */
  readonly gateway: string | undefined;
  /** What changed since the user was last informed; undefined without an earlier list. Never rejects. */
  readonly changes: () => Promise<ListChanges | undefined>;
};

export interface ModelCatalogDeps {
  readonly gateway: GatewayAccess;
  readonly current: CurrentConnection;
  readonly gateways: Gateways;
  readonly cache: ModelListCache;
  readonly clock: Clock;
}

/** How long a question waits for a model list that determines the API format. */
const firstListTimeoutMs = 2_000;

export class ModelCatalog implements Disposable {
  readonly #deps: ModelCatalogDeps;
  readonly #didFetch = new Emitter<ModelList>();
  readonly #didChange = new Emitter<ChangedList>();
  /** The lists that this window has fetched. The keys are `gatewayId`s, since API keys see different models. */
  readonly #fetched = new Map<string, ModelList>();
  /** Changes of lists that were fetched for another reason than to show them, by `gatewayId`. */
  readonly #untold = new Map<string, ListChanges>();
  /** The `gatewayId`s of the gateways that were asked because a question needed the list. */
  readonly #askedForFirstList = new Set<string>();

  readonly onDidFetch = this.#didFetch.event;
  readonly onDidChange = this.#didChange.event;

  constructor(deps: ModelCatalogDeps) {
    this.#deps = deps;
  }

  /**
   * Requests the list of the current gateway, or of `candidate`. Never throws.
   * @param mayRunCommand False if the user did not ask for the list: a key command then does not run.
   */
  async fetch(
    candidate?: GatewayCandidate,
    signal?: AbortSignal,
    mayRunCommand = true,
  ): Promise<ListFetchResult> {
    const { gateway, gateways, current } = this.#deps;
    const { modelLister } = gateway.connect(() => current.resolve(candidate, mayRunCommand));
    const { gateway: asked, ...result } = await modelLister.refresh(signal);
    const id = asked && gatewayId(asked);
    if (!result.ok || asked === undefined || id === undefined) {
      return { ...result, gateway: id, changes: async () => undefined };
    }
    void gateways.remember(asked.baseUrl);
    const list = await this.#completed(id, result.list);
    const before = this.#fetched.get(id);
    this.#fetched.set(id, list);
    // The cached copy is only needed when the gateway is down, so nothing waits for it.
    const saved = this.#save(id, before, list).catch(() => undefined);
    this.#didFetch.fire(list);
    const changes = async (): Promise<ListChanges | undefined> => {
      await saved;
      const untold = this.#untold.get(id);
      this.#untold.delete(id);
      return untold;
    };
    return { ok: true, list, gateway: id, changes };
  }

  /**
   * Requests the price list of a gateway whose software has one beside its model list, and puts the prices into the list
   * that was fetched. Resolves to that; undefined if there is none. Call it only when the user asks for the list.
   */
  async addPrices(
    candidate?: GatewayCandidate,
    signal?: AbortSignal,
  ): Promise<ModelList | undefined> {
    const { gateway, gateways, current, cache } = this.#deps;
    const asked = await gateways.current(candidate?.typed);
    if (asked === undefined) {
      return undefined;
    }
    const id = gatewayId(asked);
    const list = this.#fetched.get(id);
    const hasOwnPrices = list?.models.some(({ price }) => price && price.source !== 'priceList');
    if (list?.software === undefined || hasOwnPrices === true) {
      return undefined;
    }
    const { modelLister } = gateway.connect(() =>
      current.resolve({ ...candidate, typed: asked.baseUrl }),
    );
    const prices = await modelLister.prices(list.software, signal);
    if (prices === undefined || this.#fetched.get(id) !== list) {
      return undefined;
    }
    const models = list.models.map((model) =>
      omitUndefined({ ...model, price: prices.get(model.id) }),
    );
    const priced = { ...list, models };
    this.#fetched.set(id, priced);
    void cache.save(id, priced).catch(() => undefined);
    this.#didFetch.fire(priced);
    return priced;
  }

  /** The last list that was fetched, also by an earlier window. Sends no request. */
  async lastList(candidate?: GatewayCandidate): Promise<ModelList | undefined> {
    const id = await this.#deps.gateways.currentId(candidate?.typed);
    return id === undefined ? undefined : this.#lastListOf(id);
  }

  /**
   * The last list, or a new one if the current gateway's was never fetched (the Base URL and model were typed into
   * the settings): only the list tells the API format that a question needs.
   * @param gateway the `gatewayId` that the question goes to; by default the current one
   */
  async lastOrFirstList(gateway?: string): Promise<ModelList | undefined> {
    const current = await this.#deps.gateways.currentId();
    const id = gateway ?? current;
    const last = id === undefined ? undefined : await this.#lastListOf(id);
    return last === undefined && id !== undefined && id === current
      ? this.#fetchFirstList(id)
      : last;
  }

  /**
   * A Base URL beside the typed one, if a list is found there and not at the typed one: for example with `/v1` appended,
   * for `https://host.example/proxy`. Sends one to three requests.
   */
  async workingBaseUrl(
    failure: Failure,
    candidate?: GatewayCandidate,
  ): Promise<string | undefined> {
    const { gateway, current } = this.#deps;
    const parsed = gateway.parseBaseUrl(candidate?.typed ?? typedBaseUrl());
    const isWrongPath = failure.kind === 'notApi' || failure.status === 404;
    if (!parsed.ok || !isWrongPath) {
      return undefined;
    }
    for (const proposed of gateway.neighboringBaseUrls(parsed.baseUrl)) {
      const { modelLister } = gateway.connect(() =>
        current.resolve({ ...candidate, typed: proposed }),
      );
      if ((await modelLister.refresh()).ok) {
        return proposed;
      }
    }
    return undefined;
  }

  dispose(): void {
    this.#didFetch.dispose();
    this.#didChange.dispose();
  }

  /** Adds what the last list knew: the models of pages that are missing now, and prices that are not in the list itself. */
  async #completed(id: string, { isPartial, ...list }: ModelList): Promise<ModelList> {
    const known = new Map((await this.#lastListOf(id))?.models.map((model) => [model.id, model]));
    const models = list.models.map((model) => {
      const price = known.get(model.id)?.price;
      known.delete(model.id);
      const isKept = price?.source === 'priceList' && list.software !== undefined;
      return isKept ? { price, ...model } : model;
    });
    return { ...list, models: isPartial === true ? [...models, ...known.values()] : models };
  }

  async #lastListOf(id: string): Promise<ModelList | undefined> {
    return this.#fetched.get(id) ?? this.#deps.cache.load(id);
  }

  /** Asks once per window and gateway. A list that arrives too late serves the next question. */
  async #fetchFirstList(id: string): Promise<ModelList | undefined> {
    if (this.#askedForFirstList.has(id)) {
      return undefined;
    }
    this.#askedForFirstList.add(id);
    return new Promise((resolve) => {
      const timer = this.#deps.clock.after(firstListTimeoutMs, () => resolve(undefined));
      void this.fetch(undefined, undefined, false).then((result) => {
        timer.dispose();
        if (!result.ok && failureTraits[result.failure.kind].stage === 'authorization') {
          // Another API key may be accepted.
          this.#askedForFirstList.delete(id);
        }
        resolve(result.ok ? result.list : undefined);
      });
    });
  }

  async #save(id: string, fetchedBefore: ModelList | undefined, list: ModelList): Promise<void> {
    const { cache } = this.#deps;
    const before = fetchedBefore ?? (await cache.load(id));
    const saved = cache.save(id, list);
    if (before === undefined) {
      await saved;
      return;
    }
    const changes = listChanges(before.models, list.models);
    if (Object.values(changes).some((ids) => ids.length > 0)) {
      this.#untold.set(id, joinListChanges(this.#untold.get(id), changes));
      const after = list.models;
      this.#didChange.fire({ gateway: id, before: before.models, after, ...changes });
    }
    await saved;
  }
}

export function findModel(list: ModelList | undefined, id: string): ModelRecord | undefined {
  return list?.models.find((model) => model.id === id);
}
