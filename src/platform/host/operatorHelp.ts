// The help pages that operators of gateways name, for the buttons of failures. What reads them from the settings is a feature,
// which nothing here may import, so it is provided.
import type { Disposable } from '../../base/disposable';

export interface OperatorHelp {
  /** The user's name for the gateway. */
  readonly name: string;
  /** An https address. */
  readonly url: string;
}

/** @param host `host[:port]` of a request */
type FindHelp = (host: string) => OperatorHelp | undefined;

let findHelp: FindHelp | undefined;

export function provideOperatorHelp(find: FindHelp): Disposable {
  findHelp = find;
  return { dispose: () => (findHelp = undefined) };
}

/** Undefined where the operator names no page. */
export function operatorHelp(host: string | undefined): OperatorHelp | undefined {
  return host === undefined ? undefined : findHelp?.(host);
}
