// The list of the gateway's models, asked for through the same guards as an answer.
import type { Connection } from '../../chat/gatewayPort';
import type { ModelLister, ModelListResult } from '../../chat/ports';
import type { Failure } from '../../shared/conversation/failure';
import { isFailure, type GatewayOptions, type ResolveConnection } from '../connection';
import { ListExchange } from './listExchange';

export class GatewayModelLister implements ModelLister {
  constructor(
    private readonly resolve: ResolveConnection,
    private readonly options: GatewayOptions,
  ) {}

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
    const asked = await new ListExchange(connection, this.options).ask(signal);
    return asked.ok
      ? { ok: true, list: { models: asked.models, fetchedAt: this.options.clock.now() } }
      : asked;
  }
}
