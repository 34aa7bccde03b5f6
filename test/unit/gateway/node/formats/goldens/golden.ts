// A sample answer of a provider's documentation and the result that a client must read from it.
import type { ApiFormat } from '../../../../../../src/gateway/common/apiFormat';
import type { Folded } from '../../../../../component/gateway/node/harness';

export interface Golden {
  readonly name: string;
  readonly format: Exclude<ApiFormat, 'chat'>;
  /** The events of the stream, in order. */
  readonly events: readonly object[];
  /** The same answer as one reply, if the format has such a reply for it. */
  readonly complete?: object;
  /** The stream ends with an error. */
  readonly reported?: boolean;
  readonly expected: Partial<Folded>;
}
