// The last good list of each gateway outlives a list that fails.
import type { Clock } from '../base/clock';
import { Emitter, type Event } from '../base/emitter';
import type { ModelCatalog, ModelList, ModelListResult } from '../chat/ports';
import type { GatewayOptions } from './connection';

export class GatewayModelCatalog implements ModelCatalog {
  readonly #lists = new Map<string, ModelList>();
  readonly #refreshed = new Emitter<ModelList>();

  /** Fires with each list that a gateway gave. */
  readonly onDidRefresh: Event<ModelList> = this.#refreshed.event;

  constructor(private readonly options: GatewayOptions & { readonly clock: Clock }) {}

  known(): ModelList | undefined {
    const baseUrl = this.options.baseUrl();
    return baseUrl === undefined ? undefined : this.#lists.get(baseUrl);
  }

  refresh(signal?: AbortSignal): Promise<ModelListResult> {
    void signal;
    return Promise.resolve({ ok: false, failure: { kind: 'unexpected' } });
  }
}
