// Model lists in every shape that was seen, each under a Base URL of its own: /lists/<name>/v1.
import { envelopeShapes } from './envelopes';
import { failedLists } from './failures';
import { recordShapes } from './records';
import type { ListShape } from './listShape';

export const listShapes: readonly ListShape[] = [
  ...envelopeShapes,
  ...recordShapes,
  ...failedLists,
];
