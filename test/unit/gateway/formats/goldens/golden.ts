// An answer as a provider's documentation shows it, and what a client must make of it.
import type { ApiFormat } from '../../../../../src/shared/conversation/apiFormat';
import type { Folded } from '../../../../component/gateway/harness';

export interface Golden {
  readonly name: string;
  readonly form: Exclude<ApiFormat, 'chat'>;
  /** The events of the stream, in their order. */
  readonly events: readonly object[];
  /** The same answer in one reply, where the form can give it so. */
  readonly whole?: object;
  /** The answer ends with an error that the gateway reports. */
  readonly reported?: true;
  readonly expected: Partial<Folded>;
}
