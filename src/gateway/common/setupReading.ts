// What a pasted text says about gateways.
import type { ApiFormat } from './apiFormat';
import type { BaseUrlProblem } from './failure';

/** One gateway. */
export interface FoundSetup {
  /** Normalized. */
  readonly baseUrl: string;
  /** What followed it. */
  readonly queryParameters?: Readonly<Record<string, string>>;
  /** Normalized. */
  readonly key?: string;
  readonly name?: string;
  readonly model?: string;
  readonly apiFormat?: ApiFormat;
}

/** @property hasSecret whether the text holds a key, or may hold one: it is then hidden at once */
export type SetupReading = { readonly hasSecret: boolean } & (
  | { readonly type: 'found'; readonly setups: readonly FoundSetup[] }
  /** A key, and nothing says where it belongs. */
  | { readonly type: 'key'; readonly key: string }
  | { readonly type: 'problem'; readonly problem: BaseUrlProblem | 'tooLong' }
);
