// The errors that src/gateway throws itself; toFailure maps them and everything else.
import type { Failure } from '../../common/failure';

/** Portico did not send a request, or did not read the rest of a response. Its texts are not redacted yet. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';

  constructor(readonly failure: Failure) {
    super(failure.kind);
  }
}

/** A response whose status is not 2xx. */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  constructor(
    readonly status: number,
    readonly headers: Headers,
    /** The beginning; `guardedFetch` stops after 64 kB. */
    readonly body: string,
  ) {
    super(`HTTP ${status}`);
  }
}

/** An error that the gateway reported with status 200, instead of an answer or in its stream. */
export class ReportedError extends Error {
  override readonly name = 'ReportedError';

  constructor(
    /** Parsed JSON. */
    readonly body: unknown,
  ) {
    super('reported error');
  }
}
