// The body of a request in the chat completions format.
import type { OpenAI } from 'openai';
import type { CompletionRequest } from '../../../common/chatModel';
import type { QuestionImage } from '../../../common/messageParts';
import type { Quirk } from '../../../common/quirk';
import { parameterFields } from '../../../common/requestParameters';
import { isText, type JsonObject } from '../../json';
import { shortCallId } from '../../tools/callIds';
import { sentTools, type SentTools, type ToolDialect } from '../../tools/sentTools';
import { toolDialog } from '../../tools/toolDialog';
import { objectSchema } from '../../tools/toolSchema';
import { dataUrl, splitSystem, textOnly, turnsOf, type ContentBlock, type Turn } from './turns';

export const chatTools: ToolDialect = {
  names: { pattern: /^[a-zA-Z0-9_-]{1,64}$/, maxLength: 64 },
  reduceSchema: objectSchema,
  sentCallId: (id, { quirks = [] }) =>
    (quirks.includes('shortCallIds') && !/^[a-zA-Z0-9]{9}$/.test(id)) || id.length > maxCallId
      ? shortCallId(id)
      : id,
};

/** OpenAI: "string too long. Expected a string with maximum length 40". */
const maxCallId = 40;

export function chatRequestBody(request: CompletionRequest): JsonObject {
  return { ...typedChatBody(request), ...parameterFields(request, 'chat', request.quirks) };
}

/** The body in the SDK's types: it lacks the parameters, whose values gateways extend. */
export function typedChatBody(request: CompletionRequest): OpenAI.ChatCompletionCreateParams {
  const { model, stream, quirks = [] } = request;
  const role = quirks.includes('systemAsDeveloper') ? 'developer' : 'system';
  const { system, messages } = splitSystem(toolDialog(request));
  const asksForUsage = stream && !quirks.includes('noStreamOptions');
  const tools = sentTools(request, chatTools);
  return {
    model,
    messages: [
      ...(system === '' ? [] : [{ role, content: system } as const]),
      ...withReasoning(
        withAnsweredResults(
          turnsOf(messages).flatMap((turn) => messagesOf(turn, tools)),
          quirks,
        ),
        quirks,
      ),
    ],
    stream,
    // Streams report no usage unless it is asked for.
    ...(asksForUsage ? { stream_options: { include_usage: true } } : {}),
    ...(tools.tools.length === 0 ? {} : toolFields(tools)),
  };
}

/** Mistral's servers refuse an empty answer. */
const answerToResults = { role: 'assistant', content: 'OK.' } as const;

function withAnsweredResults(
  messages: readonly OpenAI.ChatCompletionMessageParam[],
  quirks: readonly Quirk[],
): readonly OpenAI.ChatCompletionMessageParam[] {
  return quirks.includes('noUserAfterResults')
    ? messages.flatMap((message, at) =>
        message.role === 'user' && messages[at - 1]?.role === 'tool'
          ? [answerToResults, message]
          : [message],
      )
    : messages;
}

/**
 * Answers of other models, and those from before a restart, have none. Kimi and DeepSeek's V4 Pro take an empty text for
 * none (theopenco/llmgateway#2093, NousResearch/hermes-agent#18263).
 */
const placeholder = { reasoning_content: ' ' };

function withReasoning(
  messages: readonly OpenAI.ChatCompletionMessageParam[],
  quirks: readonly Quirk[],
): readonly OpenAI.ChatCompletionMessageParam[] {
  return quirks.includes('reasonedAnswers')
    ? messages.map((message) =>
        message.role === 'assistant' ? { ...placeholder, ...message } : message,
      )
    : messages;
}

function toolFields({
  tools,
  isRequired,
}: SentTools): Pick<OpenAI.ChatCompletionCreateParams, 'tools' | 'tool_choice'> {
  return {
    tools: tools.map(({ name, description, schema }) => ({
      type: 'function',
      function: { name, description, parameters: schema },
    })),
    ...(isRequired ? { tool_choice: 'required' } : {}),
  };
}

function messagesOf(
  { role, content }: Turn,
  tools: SentTools,
): readonly OpenAI.ChatCompletionMessageParam[] {
  if (role === 'assistant') {
    return [assistantMessage(content, tools)];
  }
  const results = content.filter((block) => block.type === 'toolResult');
  const images = results.flatMap(({ result }) => result.images ?? []).map(imageBlock);
  const rest = content.filter((block) => block.type !== 'toolResult');
  const text = textOnly(rest);
  // A result holds text only; its images follow in a message of the user.
  const blocks = [...images, ...rest.flatMap(partOf)];
  return [
    ...results.map(({ result }) => ({
      role: 'tool' as const,
      tool_call_id: tools.callIdOf(result.callId),
      content: result.text,
    })),
    ...(results.length > 0 && blocks.length === 0
      ? []
      : [{ role, content: images.length === 0 && text !== undefined ? text : blocks }]),
  ];
}

function assistantMessage(
  content: readonly ContentBlock[],
  tools: SentTools,
): OpenAI.ChatCompletionAssistantMessageParam {
  const calls = content.filter((block) => block.type === 'toolCall');
  const blocks = content.flatMap((block) => (block.type === 'reasoning' ? [block.block] : []));
  const { content: taggedText, ...reasoning } = mergedBlocks(blocks);
  const text = textOnly(content.filter(({ type }) => type === 'text')) ?? '';
  if (calls.length === 0) {
    return { role: 'assistant', content: text };
  }
  return {
    role: 'assistant',
    // OpenAI accepts both; Bedrock behind it refuses an empty text (vercel/ai#13466, vercel/ai#14950).
    content:
      isText(taggedText) && endsWith(taggedText, text) ? taggedText : text === '' ? null : text,
    ...reasoning,
    tool_calls: calls.map((block) => toolCallOf(block, tools)),
  };
}

function mergedBlocks(blocks: readonly JsonObject[]): JsonObject {
  return Object.assign({}, ...blocks);
}

/** False if the caller changed the text after the reasoning, or joined it with another one. */
function endsWith(taggedText: string, text: string): boolean {
  return withoutTags(taggedText).endsWith(withoutTags(text));
}

function withoutTags(text: string): string {
  return text.replaceAll(/<\/?think>|\s+/g, '');
}

function toolCallOf(
  { call: { id, name, input }, extra }: Extract<ContentBlock, { readonly type: 'toolCall' }>,
  { nameOf, callIdOf }: SentTools,
): OpenAI.ChatCompletionMessageToolCall {
  const sent = { name: nameOf(name), arguments: JSON.stringify(input) };
  return { id: callIdOf(id), type: 'function', function: sent, ...extra };
}

function partOf(block: ContentBlock): readonly OpenAI.ChatCompletionContentPart[] {
  switch (block.type) {
    case 'text':
      return [block];
    case 'image':
      return [imageBlock(block.image)];
    case 'reasoning':
    case 'toolCall':
    case 'toolResult':
      return [];
  }
}

function imageBlock(image: QuestionImage): OpenAI.ChatCompletionContentPart {
  return { type: 'image_url', image_url: { url: dataUrl(image) } };
}
