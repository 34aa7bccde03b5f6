// Model lists of all shapes that gateways send. Each one has its own Base URL: /lists/<name>/v1.
import { envelopeShapes } from './envelopes';
import { failedLists } from './failures';
import { recordShapes } from './records';
import type { ListShape } from './listShape';

export const listShapes: readonly ListShape[] = [
  ...envelopeShapes,
  ...recordShapes,
  ...failedLists,
];
