// One seam for every form of the interface: what a form says differently, and nothing else.
import type { CompletionRequest, StreamPart } from '../../chat/ports';
import type { ReportedError } from '../http/exchangeError';

/** One form of the interface, for one request after another. */
export interface Wire {
  /** The request's whole URL. `baseUrl` is as used, without a trailing slash. */
  url(baseUrl: string, request: CompletionRequest): string;
  /** The request's body; what is absent from the request is not sent. */
  body(request: CompletionRequest): Record<string, unknown>;
  /** A reader for one answer. */
  answer(): WireAnswer;
}

/** What one event of a stream, or a whole reply, brought. */
export interface Taken {
  readonly parts: readonly StreamPart[];
  /** It brought some of the answer, even if that is held back for now. */
  readonly hasContent: boolean;
  readonly error: ReportedError | undefined;
}

/** Turns the events of one answer, or the one reply that is not streamed, into its parts. */
export interface WireAnswer {
  /** A reason why the answer ended has come. */
  readonly finished: boolean;
  /** False where something came and none of it was of this form. */
  readonly recognised: boolean;
  /** Takes the next event. Its parts count also where it reports an error. */
  push(value: unknown): Taken;
  /** What was held back; all that there still is of an answer that did not end well. */
  rest(): readonly StreamPart[];
  /** The last parts of an answer whose stream ended cleanly: tool calls, usage, finish. */
  end(): readonly StreamPart[];
}
