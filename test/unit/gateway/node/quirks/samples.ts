// The request that the samples of error bodies answer, and the quirk recognized in a sample.
import type { CompletionRequest } from '../../../../../src/gateway/common/ports';
import { failureOfStatus } from '../../../../../src/gateway/node/failures/httpFailure';
import type { ApiFormatAdapter } from '../../../../../src/gateway/node/formats/apiFormatAdapter';
import { chat } from '../../../../../src/gateway/node/formats/chatCompletions';
import { generateContent } from '../../../../../src/gateway/node/formats/generateContent';
import { messages } from '../../../../../src/gateway/node/formats/messages';
import { responses } from '../../../../../src/gateway/node/formats/responses';
import { HttpError } from '../../../../../src/gateway/node/http/exchangeError';
import { adaptRequest } from '../../../../../src/gateway/node/quirks/adaptRequest';
import type { ApiFormat } from '../../../../../src/gateway/common/apiFormat';
import type { Quirk } from '../../../../../src/gateway/common/quirk';
import { connectionTo } from '../../../../component/gateway/node/harness';

export interface Sample {
  readonly body: unknown;
  readonly request: Partial<CompletionRequest>;
  readonly status: number;
}

export const image = { mediaType: 'image/png', data: 'iVBORw0KGgo=' };

/** A request that continues an answer, in a format that can. */
export const prefilled: Partial<CompletionRequest> = {
  apiFormat: 'messages',
  messages: [
    { role: 'user', content: 'A story?' },
    { role: 'assistant', content: 'There was a king, and' },
  ],
};

/** With everything that a quirk can change. */
export const fullRequest: CompletionRequest = {
  apiFormat: 'chat',
  model: 'm',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'What does the oven do?' },
  ],
  stream: true,
  temperature: 0.2,
  maxTokens: 100,
  reasoningEffort: 'low',
};

const adapters: Readonly<Record<ApiFormat, ApiFormatAdapter>> = {
  chat,
  responses,
  messages,
  generateContent,
};
const connection = connectionTo('https://gateway.example/v1');

export function openAi(
  message: string,
  param: string | null = null,
  code: string | null = null,
): unknown {
  return { error: { message, type: 'invalid_request_error', param, code } };
}

export function quirkOf({ body, request, status }: Sample): Quirk | undefined {
  const asked = { ...fullRequest, ...request };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return failureOfStatus(new HttpError(status, new Headers(), text), connection, {
    now: 0,
    attempt: adaptRequest(asked, adapters[asked.apiFormat]),
  }).quirk;
}
