// What every handler of the running gateway may look at.
import type { Catalog } from './models/modelCatalog';
import type { Gate } from './answers/answerGate';
import type { RequestRecorder } from './http/requestRecorder';

export interface GatewayContext {
  readonly catalogue: Catalog;
  readonly recorder: RequestRecorder;
  /** The one key that is accepted; null when no key is asked for. */
  key: string | null;
  /** Where the redirects to another origin lead, e.g. `http://localhost:8787`. */
  elsewhere: string;
  /** The model list is answered once this settles. */
  listHeld: Promise<void>;
  /** Overrides every demo model's own rate. */
  readonly tokensPerSecond: number | undefined;
  /** How many questions reached a model that began to answer them. */
  startedAnswers: number;
  /** The gate of a model, made on first use. */
  gate(modelId: string): Gate;
  isGated(modelId: string): boolean;
}
