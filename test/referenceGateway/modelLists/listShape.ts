// What a model list is: the response of the gateway, and what a client must make of it.
import type { FailureKind } from '../../../src/gateway/common/failure';
import type { Exchange } from '../http/exchange';
import type { Json, JsonObject } from '../http/json';
import type { RedirectTargets } from '../models/modelCatalog';

/** What a client must make of the list: its IDs in order, or a failure. */
export interface ExpectedList {
  readonly ids?: readonly string[];
  readonly failureKind?: FailureKind;
  /** Words of the gateway that the failure must show. */
  readonly detail?: string;
  /** The keys are model IDs, the unit is tokens. */
  readonly contextLengths?: Readonly<Record<string, number>>;
  /** The keys are model IDs; the prices are for a million tokens. */
  readonly prices?: Readonly<Record<string, { readonly input: number; readonly output: number }>>;
  /** IDs of models that declare that they cannot chat. */
  readonly notForChat?: readonly string[];
}

export interface ListShape {
  /** The Base URL is `${origin}/lists/${name}/v1`. */
  readonly name: string;
  /** One sentence for people who try the list. */
  readonly description: string;
  readonly expected: ExpectedList;
  /** The connection stays open until the client disconnects: tests need short time-outs. */
  readonly stalls?: true;
  readonly serve: (exchange: Exchange, targets: RedirectTargets) => Promise<void>;
}

export const ids = ['alpha', 'beta', 'org/gamma:free'] as const;
export const expectAll: ExpectedList = { ids };

export function listBody(models: readonly Json[]): JsonObject {
  return { object: 'list', data: models };
}

export function modelRecord(id: string, more: JsonObject = {}): JsonObject {
  return { id, object: 'model', created: 1626777600, owned_by: 'somebody', ...more };
}

/** A list that is a JSON body. */
export function jsonList(
  name: string,
  description: string,
  body: Json | (() => Json),
  expected: ExpectedList = expectAll,
): ListShape {
  const serve = (exchange: Exchange): Promise<void> =>
    exchange.sendJson(200, typeof body === 'function' ? body() : body);
  return { name, description, expected, serve };
}
