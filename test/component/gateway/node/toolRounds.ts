// The rounds of a question with tools: the calls of an answer, and the request with their results.
import assert from 'node:assert/strict';
import { inputOf, roundMessages } from '../../../../src/conversation/common/toolRound';
import type { CompletionRequest, StreamPart } from '../../../../src/gateway/common/chatModel';
import type { GatewayClient } from '../../../../src/gateway/common/gatewayAccess';
import type { ReceivedToolCall } from '../../../../src/gateway/common/tools';
import { collect } from './harness';

type ToolCallsPart = Extract<StreamPart, { readonly type: 'toolCalls' }>;

/** Asks, and returns the part with the calls. Fails without one. */
export async function toolCallsOf(
  client: GatewayClient,
  request: CompletionRequest,
): Promise<ToolCallsPart> {
  const parts = await collect(client, request);
  const found = parts.find((part) => part.type === 'toolCalls');
  assert.ok(found !== undefined, JSON.stringify(parts));
  return found;
}

export async function callsOf(
  client: GatewayClient,
  request: CompletionRequest,
): Promise<readonly ReceivedToolCall[]> {
  return (await toolCallsOf(client, request)).calls;
}

/** The next request. @param prefix Each result is this and all texts of the call's input. */
export function withResults(
  request: CompletionRequest,
  calls: readonly ReceivedToolCall[],
  prefix: string,
  { reasoning }: Pick<ToolCallsPart, 'reasoning'> = {},
): CompletionRequest {
  const runs = calls.map((call) => {
    const text = prefix + Object.values(inputOf(call) ?? {}).join(', ');
    return { ...call, result: { text, name: '' } };
  });
  const round = roundMessages({ runs, ...(reasoning === undefined ? {} : { reasoning }) }, '');
  return { ...request, messages: [...request.messages, ...round] };
}
