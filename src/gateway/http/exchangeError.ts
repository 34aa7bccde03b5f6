// What an exchange with the gateway throws on purpose, so that the mapper need not guess.
import type { Failure } from '../../shared/conversation/failure';

/** Portico refused to send or to read on. Its texts may still hold secrets. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';

  constructor(readonly failure: Failure) {
    super(failure.kind);
  }
}

/** An answer whose status is not 2xx. */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  constructor(
    readonly status: number,
    readonly headers: Headers,
    /** At most 64 KB of it. */
    readonly body: string,
  ) {
    super(`HTTP ${status}`);
  }
}

/** An error that the gateway reported with status 200, in place of an answer or within one. */
export class ReportedError extends Error {
  override readonly name = 'ReportedError';

  constructor(
    /** As it came, read from JSON. */
    readonly body: unknown,
  ) {
    super('reported error');
  }
}
