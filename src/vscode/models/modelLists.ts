// The model list of the current gateway, with what was last good where it cannot be had, and the models used lately.
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import { type Gateway, isFailure } from '../../chat/gatewayPort';
import { gatewayId } from '../../chat/gateways';
import { type ListChanges, listChanges } from '../../chat/models/listChanges';
import type { ModelList, ModelListCache, ModelListResult, ModelRecord } from '../../chat/ports';
import { apiFormatLookup } from '../../chat/models/apiFormatLookup';
import type { Price } from '../../shared/conversation/conversation';
import type { Failure, FailureKind } from '../../shared/conversation/failure';
import type { ApiFormat } from '../../shared/conversation/apiFormat';
import type { Candidate, CurrentConnection } from '../gateway/currentConnection';
import type { Gateways } from '../gateway/gateways';
import type { RecentModels } from './recentModels';
import { typedBaseUrl, apiFormatSetting } from '../settings';

/** A list that was fetched differs from the one before. */
export interface ChangedList extends ListChanges {
  /** Its `gatewayId`. */
  readonly gateway: string;
}

/** What a fetch gave, and whose it is. */
export type FetchedList = ModelListResult & {
  /** The `gatewayId` of who was asked; undefined where nobody could be. */
  readonly gateway: string | undefined;
  /** Against the list before; undefined where that is not known. Never rejects. */
  readonly changes: Promise<ListChanges | undefined>;
};

/** How long a question is held back for a list that says how to ask it. */
const questionWaitsMs = 2_000;

const keyFailures: ReadonlySet<FailureKind> = new Set([
  'keyMissing',
  'keyLost',
  'keyRejected',
  'forbidden',
]);

export class ModelLists implements Disposable {
  readonly #didFetch = new Emitter<ModelList>();
  readonly #changed = new Emitter<ChangedList>();

  readonly onDidChange: Event<ChangedList> = this.#changed.event;

  /** By `gatewayId`, since keys see different models: a list that was fetched since the start needs no look at the disk. */
  readonly #fetched = new Map<string, ModelList>();

  /** By `gatewayId`: who was asked for a list because a question needed it. */
  readonly #asked = new Set<string>();

  /** Fires when a gateway has given its list. */
  readonly onDidFetch = this.#didFetch.event;

  constructor(
    private readonly gateway: Gateway,
    private readonly current: CurrentConnection,
    private readonly gateways: Gateways,
    private readonly cache: ModelListCache,
    private readonly recentModels: RecentModels,
    private readonly clock: Clock,
  ) {}

  /** Asks the gateway of the settings, or of `candidate`. Never throws. */
  async fetch(candidate?: Candidate, signal?: AbortSignal): Promise<FetchedList> {
    let asked: string | undefined;
    const { modelLister } = this.gateway.connect(async () => {
      const connection = await this.current.resolve(candidate);
      asked = isFailure(connection) ? undefined : gatewayId(connection);
      return connection;
    });
    const result = await modelLister.refresh(signal);
    if (!result.ok || asked === undefined) {
      return { ...result, gateway: asked, changes: Promise.resolve(undefined) };
    }
    const known = this.#fetched.get(asked);
    this.#fetched.set(asked, result.list);
    // Keeping it serves the day when the gateway is down; nobody waits for that now.
    const changes = this.#keep(asked, known, result.list).catch(() => undefined);
    this.#didFetch.fire(result.list);
    return { ...result, gateway: asked, changes };
  }

  /** The last good list, without asking. */
  async lastGood(candidate?: Candidate): Promise<ModelList | undefined> {
    const here = await this.gateways.current(candidate?.typed);
    if (here === undefined) {
      return undefined;
    }
    const id = gatewayId(here);
    return this.#fetched.get(id) ?? this.cache.load(id);
  }

  /** What the last good list says of a model. */
  async record(model: string): Promise<ModelRecord | undefined> {
    const list = await this.lastGood();
    return list?.models.find(({ id }) => id === model);
  }

  /**
   * Through which form of the interface a model is asked. A gateway that never gave its list, since
   * Base URL and model were typed, is asked for it first: only the model's record can tell.
   */
  async apiFormatOf(model: string): Promise<ApiFormat> {
    const list = (await this.lastGood()) ?? (await this.#firstList());
    const record = list?.models.find(({ id }) => id === model);
    return apiFormatLookup(apiFormatSetting())(record ?? { id: model });
  }

  /** The context length that the last good list gives for a model, in tokens. */
  async contextLength(model: string): Promise<number | undefined> {
    return (await this.record(model))?.contextLength;
  }

  /**
   * The Base URL with `/v1` where that answers with a list and the one typed does not
   * (contract: `https://host.example/proxy`). Asks the gateway once more.
   */
  async workingBaseUrl(failure: Failure, candidate?: Candidate): Promise<string | undefined> {
    const baseUrl = this.#baseUrl(candidate);
    const elsewhere = failure.kind === 'notApi' || failure.status === 404;
    if (baseUrl === undefined || !elsewhere || /\/v\d[^/]*$/u.test(baseUrl)) {
      return undefined;
    }
    const proposed = `${baseUrl}/v1`;
    const { modelLister } = this.gateway.connect(() =>
      this.current.resolve({ ...candidate, typed: proposed }),
    );
    return (await modelLister.refresh()).ok ? proposed : undefined;
  }

  dispose(): void {
    this.#didFetch.dispose();
    this.#changed.dispose();
  }

  /** What the last good list asks for a model, without asking anybody. Never rejects. */
  async listedPrice(model: string): Promise<Price | undefined> {
    const record = await this.record(model).catch(() => undefined);
    return record?.price;
  }

  /** Model IDs of the gateway of the settings, or of `candidate`, the one used last first. */
  async recent(candidate?: Candidate): Promise<readonly string[]> {
    const here = await this.gateways.current(candidate?.typed);
    return here === undefined ? [] : this.recentModels.of(gatewayId(here));
  }

  /** Counts a model as the one used last on the gateway of the settings. */
  async remember(model: string): Promise<void> {
    const here = await this.gateways.current();
    if (here !== undefined) {
      await this.recentModels.remember(gatewayId(here), model);
    }
  }

  /** Asked for once in a window; what comes after a question can wait for it serves the next one. */
  async #firstList(): Promise<ModelList | undefined> {
    const here = await this.gateways.current();
    const id = here && gatewayId(here);
    if (id === undefined || this.#asked.has(id)) {
      return undefined;
    }
    this.#asked.add(id);
    return new Promise((resolve) => {
      const timer = this.clock.after(questionWaitsMs, () => resolve(undefined));
      void this.fetch().then((result) => {
        timer.dispose();
        if (!result.ok && keyFailures.has(result.failure.kind)) {
          // With another key it may be given.
          this.#asked.delete(id);
        }
        resolve(result.ok ? result.list : undefined);
      });
    });
  }

  async #keep(
    gateway: string,
    known: ModelList | undefined,
    list: ModelList,
  ): Promise<ListChanges | undefined> {
    const before = known ?? (await this.cache.load(gateway));
    const saved = this.cache.save(gateway, list);
    const changes = before === undefined ? undefined : listChanges(before.models, list.models);
    if (changes !== undefined && changes.added.length + changes.removed.length > 0) {
      this.#changed.fire({ gateway, ...changes });
    }
    await saved;
    return changes;
  }

  #baseUrl(candidate?: Candidate): string | undefined {
    const parsed = this.gateway.parseBaseUrl(candidate?.typed ?? typedBaseUrl());
    return parsed.ok ? parsed.baseUrl : undefined;
  }
}
