// The models that this gateway offers, and which of them are offline at the moment.
import type { JsonObject } from '../http/json';
import type { Question, Spoken } from '../answers/question';
import type { Reply } from '../answers/reply';

/** Where a redirect can lead. */
export interface Places {
  /** An origin that is not this gateway's, e.g. `http://localhost:8787`. */
  readonly elsewhere: string;
}

/** How a model answers. `speaks` is told in every wire form; `serves` writes the wire itself. */
export type Behaviour =
  | {
      readonly kind: 'speaks';
      readonly speak: (question: Question) => Spoken;
      /** Infinity: as fast as the client reads. */
      readonly tokensPerSecond: number;
      /** Says nothing until the test's gate lets it. */
      readonly gated?: boolean;
    }
  | {
      readonly kind: 'serves';
      readonly serve: (reply: Reply, places: Places) => Promise<void>;
      /** It says no before it starts an answer: what is asked again is not paid twice. */
      readonly refuses?: boolean;
    }
  | { readonly kind: 'noChat' };

export interface GatewayModel {
  readonly id: string;
  /** One sentence for the person who tries it. */
  readonly about: string;
  readonly ownedBy?: string;
  /** As new-api names them: openai, openai-response, anthropic, gemini, embeddings, jina-rerank … */
  readonly endpointTypes?: readonly string[] | null;
  /** What else its record in the list shows, e.g. context_length. */
  readonly record?: JsonObject;
  /** Offline at start, though listed. */
  readonly offline?: boolean;
  readonly behaviour: Behaviour;
}

/** What a model speaks that names no types: every form. */
const everyForm = ['openai', 'openai-response', 'anthropic', 'gemini'] as const;

/** new-api gives every model this date. */
const created = 1626777600;

export class Catalog {
  readonly #models = new Map<string, GatewayModel>();
  readonly #offline = new Set<string>();

  constructor(models: readonly GatewayModel[]) {
    for (const model of models) {
      this.add(model);
    }
  }

  /** Adds a model, or takes the place of the one with the same ID. */
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

  bringBack(id: string): void {
    this.#offline.delete(id);
  }

  /** The model when it is known and online. */
  online(id: string): GatewayModel | undefined {
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
    supported_endpoint_types: model.endpointTypes === undefined ? everyForm : model.endpointTypes,
    ...model.record,
  };
}
