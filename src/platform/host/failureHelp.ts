// What the settings of gateways know that helps after a failure. What reads these settings is a feature, which nothing here
// may import, so it is provided.
import type { Disposable } from '../../base/disposable';

export interface OperatorHelp {
  /** The user's name for the gateway. */
  readonly name: string;
  /** An https address. */
  readonly url: string;
}

/** `host`: `host[:port]` of a request. */
interface FailureHelp {
  /** Undefined where the operator names no page. */
  readonly operatorHelp: (host: string) => OperatorHelp | undefined;
  /** What to run in a terminal where the key command prints no key; undefined where that is not known. */
  readonly signInCommand: (host: string) => string | undefined;
}

const none: FailureHelp = { operatorHelp: () => undefined, signInCommand: () => undefined };
let provided = none;

export function provideFailureHelp(help: FailureHelp): Disposable {
  provided = help;
  return { dispose: () => (provided = none) };
}

export function failureHelp(): FailureHelp {
  return provided;
}
