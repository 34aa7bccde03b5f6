// A model that reports how much of the prompt it has processed, in streams of chat completions: as llama.cpp does for
// the parameter `return_progress` (ggml-org/llama.cpp#15827), and as proposed for vLLM (vllm-project/vllm#40371).
import type { Reply } from '../answers/reply';
import { goodBody, goodText, stopPart, textParts } from '../faults/fault';
import { chunkIdentity, chunkWithChoices, dataEvent } from '../formats/chat';
import { isRecord } from '../http/json';

/** Numbers of tokens. The first report counts what the cache served. */
export const promptProgress = { total: 4_096, cache: 512, processed: [512, 1_024, 2_560, 4_096] };

export async function servePromptProgress(reply: Reply): Promise<void> {
  const { exchange, question } = reply;
  if (!question.stream) {
    await exchange.sendJson(200, goodBody(reply));
    return;
  }
  await reply.start();
  await exchange.write(progressEvents(reply));
  await reply.sendEvents(reply.eventsFor([...textParts(goodText), stopPart]));
  await reply.end();
}

function progressEvents({ format, exchange, question }: Reply): string {
  const { json } = exchange.request;
  if (format.name !== 'chat' || !isRecord(json) || json['return_progress'] !== true) {
    return '';
  }
  const identity = chunkIdentity(exchange, question);
  const { total, cache, processed } = promptProgress;
  return processed
    .map((tokens, index) => ({ total, cache, processed: tokens, time_ms: index * 340 }))
    .map((progress) => dataEvent(chunkWithChoices(identity, [], { prompt_progress: progress })))
    .join('');
}
