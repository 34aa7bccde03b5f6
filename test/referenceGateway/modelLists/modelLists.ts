// Model lists of all shapes that gateways send. Each one has its own Base URL: /lists/<name>/v1.
import { envelopeShapes } from './envelopes';
import { failedLists } from './failures';
import type { ListShape } from './listShape';
import { recordShapes } from './records';

export const listShapes: readonly ListShape[] = [
  ...envelopeShapes,
  ...recordShapes,
  ...failedLists,
];
