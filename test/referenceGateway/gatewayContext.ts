// The state of a running gateway, which all its handlers share.
import type { AnswerGate } from './answers/answerGate';
import type { Json } from './http/json';
import type { RequestRecorder } from './http/requestRecorder';
import type { ModelCatalog } from './models/modelCatalog';

export interface GatewayContext {
  readonly catalog: ModelCatalog;
  readonly recorder: RequestRecorder;
  /** The only key that is accepted; null if no key is required. */
  apiKey: string | null;
  /** The target of redirects to another origin, for example `http://localhost:8787`. */
  otherOrigin: string;
  /** The model list is sent once this promise settles. */
  listReleased: Promise<void>;
  /** JSON bodies of addresses beside the API, such as `/api/status`, by path. They want the key. */
  readonly otherAnswers: Map<string, Json>;
  /** Overrides the token rate of all demo models. */
  readonly tokensPerSecond: number | undefined;
  /** Number of questions that a model started to answer. */
  startedAnswers: number;
  /** The gate of a model, created on first use. */
  gate(modelId: string): AnswerGate;
  isGated(modelId: string): boolean;
}
