// A reader of one answer, without a network. It numbers tool calls that have no ID of their own.
import type { CompletionRequest } from '../../../src/gateway/common/chatModel';
import { answerContext } from '../../../src/gateway/node/formats/answerContext';
import { AnswerReader } from '../../../src/gateway/node/formats/answerReader';
import type { ApiFormatAdapter } from '../../../src/gateway/node/formats/apiFormatAdapter';
import { emptyRequest } from '../scriptedModel';

export function readerOf(
  format: ApiFormatAdapter,
  request: Partial<CompletionRequest> = {},
): AnswerReader {
  let count = 0;
  const complete = { ...emptyRequest, ...request };
  const newId = (): string => `call${(++count).toString().padStart(5, '0')}`;
  return new AnswerReader(() => format.createEventReader(), answerContext(complete, format, newId));
}
