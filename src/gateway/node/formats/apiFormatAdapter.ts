// What differs between API formats on the wire; gatewayModel.ts lists the adapters. What stands elsewhere is listed
// under “An API format” in CONTRIBUTING.md.
import type { OpenAI } from 'openai';
import type { CompletionRequest } from '../../common/chatModel';
import type { Quirk } from '../../common/quirk';
import type { JsonObject } from '../json';
import type { ToolDialect } from '../tools/sentTools';
import type { EventReader } from './answerEvent';

export interface ApiFormatAdapter {
  /** Sent with each request unless the user's headers set them. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly tools: ToolDialect;
  /** The JSON body of a request. Fields that are absent from the request are not sent. */
  requestBody(request: CompletionRequest): JsonObject;
  /** Sends the request through the SDK and resolves with the raw response. */
  send(client: OpenAI, attempt: AttemptedCompletion, signal: AbortSignal): Promise<Response>;
  /** Creates a reader for one answer. */
  createEventReader(): EventReader;
}

export interface AttemptedCompletion {
  /** Its quirks are applied. */
  readonly request: CompletionRequest;
  /** What the adapter made of the request. */
  readonly body: JsonObject;
  /** The request's quirks that make a difference. */
  readonly appliedQuirks: readonly Quirk[];
  /** Whether one more quirk would change what is sent. */
  readonly isChangedBy: (quirk: Quirk) => boolean;
}
