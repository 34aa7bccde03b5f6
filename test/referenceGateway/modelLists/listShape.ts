// One row per shape of model list: what is sent, and what a client must make of it.
import type { FailureKind } from '../../../src/shared/conversation/failure';
import type { Places } from '../models/modelCatalog';
import type { Exchange } from '../http/exchange';
import type { Json, JsonObject } from '../http/json';

/** What a client must have made of the list: its IDs in the order listed, or a kind of failure. */
export interface ExpectedList {
  readonly ids?: readonly string[];
  readonly failureKind?: FailureKind;
  /** In tokens, by model ID. */
  readonly contextLengths?: Readonly<Record<string, number>>;
  /** Per million tokens, by model ID. */
  readonly prices?: Readonly<Record<string, { readonly input: number; readonly output: number }>>;
  /** The IDs of models that say they are not for chat. */
  readonly notForChat?: readonly string[];
}

export interface ListShape {
  /** The Base URL is `${origin}/lists/${name}/v1`. */
  readonly name: string;
  /** One sentence for the person who tries it. */
  readonly about: string;
  readonly expected: ExpectedList;
  /** The connection stays open until the client leaves: give it small time-outs. */
  readonly stalls?: true;
  readonly serve: (exchange: Exchange, places: Places) => Promise<void>;
}

export const ids = ['alpha', 'beta', 'org/gamma:free'] as const;
export const three: ExpectedList = { ids };

export function list(models: readonly Json[]): JsonObject {
  return { object: 'list', data: models };
}

export function record(id: string, more: JsonObject = {}): JsonObject {
  return { id, object: 'model', created: 1626777600, owned_by: 'somebody', ...more };
}

/** A list that is one JSON body. */
export function shape(
  name: string,
  about: string,
  body: Json | (() => Json),
  expected: ExpectedList = three,
): ListShape {
  const serve = (exchange: Exchange): Promise<void> =>
    exchange.json(200, typeof body === 'function' ? body() : body);
  return { name, about, expected, serve };
}
