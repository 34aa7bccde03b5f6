// The requests that the samples of error bodies answer, and the quirk recognized in a sample.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiFormat } from '../../../../../src/gateway/common/apiFormat';
import type { CompletionRequest } from '../../../../../src/gateway/common/chatModel';
import { quirks, type Quirk } from '../../../../../src/gateway/common/quirk';
import type { OfferedTools } from '../../../../../src/gateway/common/tools';
import { failureOfError } from '../../../../../src/gateway/node/failures/httpFailure';
import type { ApiFormatAdapter } from '../../../../../src/gateway/node/formats/apiFormatAdapter';
import { chat } from '../../../../../src/gateway/node/formats/chatCompletions';
import { generateContent } from '../../../../../src/gateway/node/formats/generateContent';
import { messages } from '../../../../../src/gateway/node/formats/messages';
import { responses } from '../../../../../src/gateway/node/formats/responses';
import { HttpError } from '../../../../../src/gateway/node/http/exchangeError';
import { adaptRequest } from '../../../../../src/gateway/node/quirks/adaptRequest';
import type { RefusalSignature } from '../../../../../src/gateway/node/quirks/quirkSignature';
import { lookAlikes as lookAlikeRows } from '../../../../../src/gateway/node/quirks/signatures/lookAlikes';
import { quirkSignatures } from '../../../../../src/gateway/node/quirks/signatures/quirks';
import { refusalWords } from '../../../../../src/gateway/node/quirks/signatures/refusals';
import { connectionTo } from '../../../../component/gateway/node/harness';
import { parseSample } from '../sampleResponse';

export interface Sample {
  readonly body: unknown;
  readonly request: Partial<CompletionRequest>;
  readonly status: number;
}

const image = { mediaType: 'image/png', data: 'iVBORw0KGgo=' };

/** Has everything that a quirk can change. */
export const fullRequest: CompletionRequest = {
  purpose: 'chat',
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

const tools: OfferedTools = {
  definitions: [
    {
      name: 'look_up',
      description: 'Looks up a word.',
      inputSchema: { type: 'object', properties: { word: { type: 'string' } } },
    },
  ],
  mode: 'auto',
};
const results: CompletionRequest['messages'] = [
  { role: 'user', content: 'Look it up.' },
  {
    role: 'assistant',
    content: '',
    toolCalls: [{ id: 'call_12345678', name: 'look_up', input: { word: 'a' } }],
  },
  { role: 'user', content: '', toolResults: [{ callId: 'call_12345678', text: 'A letter.' }] },
];
const reasoning = {
  apiFormat: 'chat',
  model: 'm',
  blocks: [{ callId: 'call_12345678', block: { reasoning_content: 'Hm.' } }],
} as const;
const questionAfterResults = [...results, { role: 'user', content: 'Stop that.' } as const];

/** What the words in `asked` of a row stand for. */
const parts: Readonly<Record<string, Partial<CompletionRequest>>> = {
  images: { messages: [{ role: 'user', content: 'What is it?', images: [image] }] },
  unstreamed: { stream: false },
  prefill: {
    messages: [
      { role: 'user', content: 'A story?' },
      { role: 'assistant', content: 'There was a king, and' },
    ],
  },
  tools: { tools },
  requiredTool: { tools: { ...tools, mode: 'required' } },
  results: { messages: results },
  reasoning: {
    messages: results.map((message) =>
      message.role === 'assistant' ? Object.assign({ reasoning }, message) : message,
    ),
  },
  questionAfterResults: { messages: questionAfterResults },
  system: {
    messages: [{ role: 'system', content: 'Be brief.' }, ...questionAfterResults],
  },
};

/** The request of a sample, for example `tools generateContent model=m` (see `RefusalSignature`). */
function requestOf(asked = ''): Partial<CompletionRequest> {
  const [, words = '', question] = /^((?:(?!question=).)*)(?:question=(.*))?$/s.exec(asked) ?? [];
  const request: Partial<CompletionRequest> =
    question === undefined ? {} : { messages: [{ role: 'user', content: question }] };
  const named = words.split(' ').filter((word) => word !== '');
  return Object.assign(request, ...named.map(partOf));
}

function partOf(word: string): Partial<CompletionRequest> {
  const [name = '', value] = word.split('=');
  if (value !== undefined) {
    return name === 'model' ? { model: value } : { quirks: [value as Quirk] };
  }
  if (name === 'noTemperature') {
    return { temperature: undefined } as unknown as Partial<CompletionRequest>;
  }
  const part = parts[name] ?? (name in adapters ? { apiFormat: name as ApiFormat } : undefined);
  assert.ok(part, name);
  return part;
}

/** A line of a file of samples. */
interface CapturedRow extends Pick<RefusalSignature, 'asked' | 'sample'> {
  readonly quirk: Quirk;
  /** What a look-alike is about. */
  readonly why: string;
}

function readRows(file: string): readonly CapturedRow[] {
  const lines = readFileSync(join(__dirname, file), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as CapturedRow);
}

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
  return failureOfError(new HttpError(status, new Headers(), text), connection, {
    now: 0,
    attempt: adaptRequest(asked, adapters[asked.apiFormat]),
  }).quirk;
}

/** The rows of the tables. `systemAsDeveloper` has those of `systemInUser`. */
export const tableRows: readonly (RefusalSignature & { readonly quirk: Quirk })[] = [
  ...quirks
    .filter((quirk) => quirk !== 'systemAsDeveloper')
    .flatMap((quirk) => quirkSignatures[quirk].rows.map((row) => Object.assign({ quirk }, row))),
  ...refusalWords,
];
/** The rows of the tables, and refusals in other shapes and words. */
export const rejections = [...tableRows, ...readRows('rejections.jsonl')].map(
  ({ quirk, asked, sample }) =>
    Object.assign(parseSample(sample), {
      quirk,
      title: sample.slice(0, 120),
      request: requestOf(asked),
    }),
);

/** Errors that look like the refusal of a parameter and are none: nothing may be omitted or learned. */
export const lookAlikes = [
  ...lookAlikeRows.map((row) => Object.assign({ why: row.sample.slice(0, 120) }, row)),
  ...readRows('lookAlikes.jsonl'),
].map(({ why, asked, sample }) =>
  Object.assign(parseSample(sample), { why, request: requestOf(asked) }),
);
