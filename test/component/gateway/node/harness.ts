// Sends requests through Portico's client and folds the parts of an answer as the chat does.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AnsweredFormat } from '../../../../src/gateway/common/answeredFormat';
import type { AnswerFile } from '../../../../src/gateway/common/answerFile';
import type { ApiFormat } from '../../../../src/gateway/common/apiFormat';
import type { CompletionRequest, StreamPart } from '../../../../src/gateway/common/chatModel';
import type { Connection } from '../../../../src/gateway/common/connection';
import { endStateOf, type EndState } from '../../../../src/gateway/common/endState';
import type { Failure } from '../../../../src/gateway/common/failure';
import type { GatewayClient, RequestRecord } from '../../../../src/gateway/common/gatewayAccess';
import type { Source } from '../../../../src/gateway/common/source';
import type { Usage } from '../../../../src/gateway/common/usage';
import { parseBaseUrl } from '../../../../src/gateway/node/baseUrl';
import { createGateway } from '../../../../src/gateway/node/gateway';
import { systemClock } from '../../../../src/platform/node/systemClock';

export const canaryKey = 'sk-canary/7Q+xZ=0123456789-A1b2';

export function connectionTo(baseUrl: string, overrides: Partial<Connection> = {}): Connection {
  const parsed = parseBaseUrl(baseUrl);
  if (!parsed.ok) {
    throw new Error(`no Base URL: ${baseUrl}`);
  }
  return {
    baseUrl: parsed.baseUrl,
    origin: parsed.origin,
    isLoopback: parsed.isLoopback,
    key: canaryKey,
    headers: {},
    timeouts: { firstTokenSeconds: 60, idleSeconds: 60, totalSeconds: 60 },
    ...overrides,
  };
}

export interface TestClient extends GatewayClient {
  readonly records: readonly RequestRecord[];
}

export function clientOf(connection: Connection | Failure, clock = systemClock): TestClient {
  const records: RequestRecord[] = [];
  const gateway = createGateway({
    clock,
    version: '0.1.0-test',
    onRequest: (record) => records.push(record),
  });
  return { ...gateway.connect(() => Promise.resolve(connection)), records };
}

/** Serves `answer` while `use` runs. */
export async function withServer<T>(
  answer: RequestListener,
  use: (origin: string) => Promise<T>,
): Promise<T> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port }: AddressInfo = Object(server.address());
  try {
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

export function question(
  model: string,
  stream = true,
  apiFormat: ApiFormat = 'chat',
): CompletionRequest {
  const messages = [{ role: 'user', content: 'Hello?' }] as const;
  return { purpose: 'chat', apiFormat, model, stream, messages };
}

export interface Folded {
  readonly state: EndState;
  readonly failureKind: Failure['kind'] | undefined;
  readonly failure: Failure | undefined;
  readonly text: string;
  readonly reasoning: string;
  readonly refusal: string;
  readonly usage: Usage | undefined;
  readonly servedModel: string | undefined;
  readonly finishReason: string | undefined;
  /** A part of the answer may be missing. */
  readonly hasGap: boolean;
  /** The API format of the answer, where that is not the request's. */
  readonly otherFormat: AnsweredFormat | undefined;
  readonly unknownParts: readonly string[];
  readonly sources: readonly Source[];
  readonly files: readonly AnswerFile[];
  readonly calls: readonly { readonly name: string; readonly arguments: string }[];
}

/** The answer that the parts so far make up. */
export function fold(parts: readonly StreamPart[], stopped = false): Folded {
  const texts = { text: '', reasoning: '', refusal: '' };
  let calls: Folded['calls'] = [];
  let sources: Folded['sources'] = [];
  const files: AnswerFile[] = [];
  let otherFormat: Folded['otherFormat'];
  let unknownParts: Folded['unknownParts'] = [];
  let failure: Failure | undefined;
  let usage: Usage | undefined;
  let servedModel: string | undefined;
  let finishReason: string | undefined;
  for (const part of parts) {
    switch (part.type) {
      case 'text':
      case 'reasoning':
      case 'refusal':
        texts[part.type] += part.text;
        break;
      case 'textReclassified':
        texts.reasoning += texts.text;
        texts.text = '';
        break;
      case 'reasoningRetracted':
        texts.reasoning = texts.reasoning.slice(0, texts.reasoning.length - part.length);
        break;
      case 'answerRestarted':
        Object.assign(texts, { text: '', reasoning: '', refusal: '' });
        break;
      case 'otherFormat':
        otherFormat = part.format;
        break;
      case 'unknownParts':
        unknownParts = part.names;
        break;
      case 'toolCalls':
        calls = part.calls.map(({ name, arguments: input }) => ({ name, arguments: input }));
        break;
      case 'file':
        files.push(part.file);
        break;
      case 'sources':
        ({ sources } = part);
        break;
      case 'usage':
        usage = part.usage;
        break;
      case 'servedModel':
        servedModel = part.model;
        break;
      case 'finish':
        finishReason = part.reason;
        break;
      case 'sent':
      case 'gap':
      case 'promptProgress':
        break;
      case 'failure':
        failure = part.failure;
        break;
      case 'retryScheduled':
      case 'requestAdjusted':
        break;
    }
  }
  const { state, emptyReply } = endStateOf({
    stopped,
    failure,
    finishReason,
    refused: parts
      .slice(parts.findLastIndex(({ type }) => type === 'answerRestarted') + 1)
      .some(({ type }) => type === 'refusal'),
    hasContent: texts.text + texts.reasoning + texts.refusal !== '' || calls.length > 0,
  });
  return {
    ...texts,
    state,
    failure,
    failureKind: failure?.kind ?? (emptyReply ? 'emptyReply' : undefined),
    usage,
    servedModel,
    finishReason,
    hasGap: parts.some(({ type }) => type === 'gap'),
    otherFormat,
    unknownParts,
    sources,
    files,
    calls,
  };
}

/** Collects the parts of one answer, also into `parts` as they arrive. */
export async function collect(
  client: GatewayClient,
  request: CompletionRequest,
  signal: AbortSignal = new AbortController().signal,
  parts: StreamPart[] = [],
): Promise<readonly StreamPart[]> {
  for await (const part of client.chatModel.complete(request, signal)) {
    parts.push(part);
  }
  return parts;
}
