// What VS Code's chat needs to know about a model, from the user's settings, learned facts and the gateway's list.
import {
  isAbout,
  limitsIn,
  quirksIn,
  type ModelFact,
} from '../../../conversation/node/retry/modelFacts';
import { apiFormatOf } from '../../../gateway/common/apiFormatLookup';
import { requiredMaxTokens } from '../../../gateway/common/maxTokens';
import type { ModelRecord } from '../../../gateway/common/modelRecord';
import { acceptsImages } from '../../models/node/acceptsImages';
import { acceptsTools } from '../../models/node/acceptsTools';
import type { ModelsSetting } from '../../models/node/modelSettings';

export interface ModelTraits {
  readonly maxInputTokens: number;
  readonly maxOutputTokens: number;
  readonly toolCalling: boolean;
  readonly imageInput: boolean;
}

/**
 * The tokens that most hosted models have at least, for models whose length no source gives. VS Code cuts its
 * prompt to this length. A shorter one would cut it for all models; a longer prompt than the model accepts is
 * rejected, and the length is learned from that.
 */
export const fallbackContextLength = 128_000;

/** @param facts About any models of any gateways. */
export function modelTraits(
  record: ModelRecord,
  gateway: string,
  settings: ModelsSetting,
  facts: readonly ModelFact[],
): ModelTraits {
  const own = settings.of(record.id);
  const apiFormat = apiFormatOf(record, own.apiFormat);
  const known = facts.filter((fact) => isAbout(fact, { gateway, model: record.id, apiFormat }));
  const limits = limitsIn(known);
  const quirks = quirksIn(known);
  const contextLength =
    own.contextLength ?? limits.contextLength ?? record.contextLength ?? fallbackContextLength;
  // Prompt and answer share the context window.
  const maxOutputTokens = requiredMaxTokens({
    maxOutputTokens: own.maxOutputTokens ?? limits.maxOutputTokens ?? record.maxOutputTokens,
    contextLength,
  });
  return {
    maxInputTokens: Math.max(1, contextLength - maxOutputTokens),
    maxOutputTokens,
    // VS Code lists a model that accepts no tools neither for its agent nor for inline chat.
    toolCalling: acceptsTools(record, settings, quirks),
    imageInput: acceptsImages(record, settings, quirks) ?? false,
  };
}
