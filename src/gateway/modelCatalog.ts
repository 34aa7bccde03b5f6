// The last good list of each gateway outlives a list that fails.
import type { Connection, ModelCatalog, ModelList, ModelListResult } from '../chat/ports';
import type { Failure } from '../shared/failure';
import { isFailure, type GatewayOptions, type ResolveConnection } from './connection';
import { ListExchange } from './listExchange';

export class GatewayModelCatalog implements ModelCatalog {
  readonly #lists = new Map<string, ModelList>();
  #baseUrl: string | undefined;

  constructor(
    private readonly resolve: ResolveConnection,
    private readonly options: GatewayOptions,
  ) {}

  /** The last good list of the gateway that was asked last. */
  known(): ModelList | undefined {
    return this.#baseUrl === undefined ? undefined : this.#lists.get(this.#baseUrl);
  }

  async refresh(signal?: AbortSignal): Promise<ModelListResult> {
    let connection: Connection | Failure;
    try {
      connection = await this.resolve();
    } catch {
      return { ok: false, failure: { kind: 'unexpected' } };
    }
    if (isFailure(connection)) {
      return { ok: false, failure: connection };
    }
    const { baseUrl } = connection;
    this.#baseUrl = baseUrl;
    const asked = await new ListExchange(connection, this.options).ask(signal);
    if (!asked.ok) {
      const stale = this.#lists.get(baseUrl);
      return stale === undefined ? asked : { ...asked, stale };
    }
    const list = { models: asked.models, fetchedAt: this.options.clock.now() };
    this.#lists.set(baseUrl, list);
    return { ok: true, list };
  }
}
