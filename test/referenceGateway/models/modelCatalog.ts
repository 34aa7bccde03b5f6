// The models of the gateway, which of them are offline, and their records in the model list.
import type { ModelAnswer, Question } from '../answers/question';
import type { Reply } from '../answers/reply';
import type { JsonObject } from '../http/json';

/** Targets of redirects. */
export interface RedirectTargets {
  /** An origin other than the gateway's, for example `http://localhost:8787`. */
  readonly otherOrigin: string;
}

/** How a model answers: `answers` works in every API format, `serves` writes the response itself. */
export type ModelBehavior =
  | {
      readonly kind: 'answers';
      readonly answer: (question: Question) => ModelAnswer;
      /** Infinity: as fast as the client reads. */
      readonly tokensPerSecond: number;
      /** Sends only what a test releases through the gate. */
      readonly gated?: boolean;
    }
  | {
      readonly kind: 'serves';
      readonly serve: (reply: Reply, targets: RedirectTargets) => Promise<void>;
      /** Refuses the question before an answer starts, so a retry is not charged twice. */
      readonly refuses?: boolean | ((reply: Reply) => boolean);
    }
  | { readonly kind: 'noChat' };

export interface GatewayModel {
  readonly id: string;
  /** One sentence for people who try the model. */
  readonly description: string;
  readonly ownedBy?: string;
  /** The names of new-api: openai, openai-response, anthropic, gemini, embeddings, jina-rerank … */
  readonly endpointTypes?: readonly string[] | null;
  /** Further fields of the record in the model list, such as context_length. */
  readonly record?: JsonObject;
  /** Listed, but offline at start. */
  readonly offline?: boolean;
  readonly behavior: ModelBehavior;
}

/** The endpoint types of a model that declares none: all formats. */
const allEndpointTypes = ['openai', 'openai-response', 'anthropic', 'gemini'] as const;

/** new-api reports this date for every model, in seconds since 1970. */
const created = 1626777600;

export class ModelCatalog {
  readonly #models = new Map<string, GatewayModel>();
  readonly #offline = new Set<string>();

  constructor(models: readonly GatewayModel[]) {
    for (const model of models) {
      this.add(model);
    }
  }

  /** Adds a model, or replaces the one with the same ID. */
  add(model: GatewayModel): void {
    this.#models.set(model.id, model);
    if (model.offline) {
      this.#offline.add(model.id);
    } else {
      this.#offline.delete(model.id);
    }
  }

  remove(id: string): void {
    this.#models.delete(id);
    this.#offline.delete(id);
  }

  has(id: string): boolean {
    return this.#models.has(id);
  }

  takeOffline(id: string): void {
    this.#offline.add(id);
  }

  bringOnline(id: string): void {
    this.#offline.delete(id);
  }

  /** The model, if it is known and online. */
  findOnline(id: string): GatewayModel | undefined {
    return this.#offline.has(id) ? undefined : this.#models.get(id);
  }

  records(): readonly JsonObject[] {
    return [...this.#models.values()].map(recordOf);
  }

  record(id: string): JsonObject | undefined {
    const model = this.#models.get(id);
    return model && recordOf(model);
  }
}

function recordOf(model: GatewayModel): JsonObject {
  return {
    id: model.id,
    object: 'model',
    created,
    owned_by: model.ownedBy ?? 'custom',
    supported_endpoint_types:
      model.endpointTypes === undefined ? allEndpointTypes : model.endpointTypes,
    ...model.record,
  };
}
