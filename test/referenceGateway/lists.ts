// Model lists in every shape that was seen, each under a Base URL of its own: /lists/<name>/v1.
import { envelopeShapes } from './lists/envelopes';
import { failedLists } from './lists/failures';
import { recordShapes } from './lists/records';
import type { ListShape } from './lists/shape';

export const listShapes: readonly ListShape[] = [
  ...envelopeShapes,
  ...recordShapes,
  ...failedLists,
];
