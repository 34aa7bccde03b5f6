// Prompt progress as llama.cpp sends it for `return_progress` (ggml-org/llama.cpp#15827).
import { isObject, numberAt } from '../json';
import type { PromptProgress } from './answerEvent';

/** Returns undefined for anything but token counts. `processed` includes what the cache served. */
export function readPromptProgress(progress: unknown): PromptProgress | undefined {
  if (!isObject(progress)) {
    return undefined;
  }
  const processed = numberAt(progress, 'processed');
  const total = numberAt(progress, 'total');
  return processed === undefined ||
    total === undefined ||
    processed < 0 ||
    total < processed ||
    total === 0
    ? undefined
    : { processed, total };
}
