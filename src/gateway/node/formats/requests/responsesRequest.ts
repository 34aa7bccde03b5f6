// The body of a request in the Responses format.
import type { OpenAI } from 'openai';
import type { CompletionRequest } from '../../../common/chatModel';
import type { QuestionImage } from '../../../common/messageParts';
import { parameterFields } from '../../../common/requestParameters';
import type { JsonObject } from '../../json';
import { shortCallId } from '../../tools/callIds';
import { sentTools, type SentTools, type ToolDialect } from '../../tools/sentTools';
import { toolDialog } from '../../tools/toolDialog';
import { objectSchema } from '../../tools/toolSchema';
import { dataUrl, splitSystem, textOnly, turnsOf, type ContentBlock, type Turn } from './turns';

export const responsesTools: ToolDialect = {
  names: { pattern: /^[a-zA-Z0-9_-]{1,64}$/, maxLength: 64 },
  reduceSchema: objectSchema,
  sentCallId: (id) => (id.length > maxCallId ? shortCallId(id) : id),
};

/** OpenAI: "Invalid 'input[2].call_id': string too long. Expected a string with maximum length 64". */
const maxCallId = 64;

export function responsesRequestBody(request: CompletionRequest): JsonObject {
  return { ...typedResponsesBody(request), ...parameterFields(request, 'responses') };
}

/** The body in the SDK's types: it lacks the parameters, whose values gateways extend. */
export function typedResponsesBody(
  request: CompletionRequest,
): OpenAI.Responses.ResponseCreateParams {
  const { model, stream, quirks = [] } = request;
  const { system, messages } = splitSystem(toolDialog(request));
  const isStored = quirks.includes('noStore');
  const tools = sentTools(request, responsesTools);
  return {
    model,
    ...(system === '' ? {} : { instructions: system }),
    input: turnsOf(messages).flatMap((turn) => itemsOf(turn, tools)),
    stream,
    ...(isStored ? {} : { store: false }),
    ...(tools.tools.length === 0 ? {} : toolFields(tools)),
    // What is not stored comes back encrypted, for the next request.
    ...(tools.tools.length === 0 || isStored || quirks.includes('noEncryptedReasoning')
      ? {}
      : { include: ['reasoning.encrypted_content'] }),
  };
}

function toolFields({
  tools,
  isRequired,
}: SentTools): Pick<OpenAI.Responses.ResponseCreateParams, 'tools' | 'tool_choice'> {
  return {
    tools: tools.map(({ name, description, schema }) => ({
      type: 'function',
      name,
      description,
      parameters: schema,
      // Otherwise the schema must be one of OpenAI's structured outputs.
      strict: false,
    })),
    ...(isRequired ? { tool_choice: 'required' } : {}),
  };
}

function itemsOf(
  { role, content }: Turn,
  tools: SentTools,
): readonly OpenAI.Responses.ResponseInputItem[] {
  const results = content.filter((block) => block.type === 'toolResult');
  const images = results.flatMap(({ result }) => result.images ?? []).map(imageBlock);
  const own = content.filter(({ type }) => type === 'text' || type === 'image');
  const text = images.length === 0 ? textOnly(own) : undefined;
  // llama.cpp takes an answer without `type` for no message (`server_chat_convert_responses_to_chatcmpl` in its server-chat.cpp).
  const kind = role === 'assistant' ? ({ type: 'message' } as const) : {};
  const message =
    own.length + images.length === 0
      ? []
      : [{ ...kind, role, content: text ?? [...images, ...own.flatMap(partOf)] }];
  const firstCall = content.findIndex(({ type }) => type === 'toolCall');
  const before = content.filter(({ type }, at) => type === 'reasoning' && at < firstCall);
  const after = content.filter((block) => !own.includes(block) && !before.includes(block));
  return [
    ...before.flatMap((block) => toolItem(block, tools)),
    ...(role === 'assistant' ? message : []),
    ...after.flatMap((block) => toolItem(block, tools)),
    ...(role === 'user' ? message : []),
  ];
}

function toolItem(
  block: ContentBlock,
  { nameOf, callIdOf }: SentTools,
): readonly OpenAI.Responses.ResponseInputItem[] {
  switch (block.type) {
    case 'reasoning':
      return [reasoningItem(block.block)];
    case 'toolCall': {
      const { id, name, input } = block.call;
      return [
        {
          type: 'function_call',
          call_id: callIdOf(id),
          name: nameOf(name),
          arguments: JSON.stringify(input),
        },
      ];
    }
    case 'toolResult': {
      const { callId, text } = block.result;
      return [{ type: 'function_call_output', call_id: callIdOf(callId), output: text }];
    }
    case 'text':
    case 'image':
      return [];
  }
}

/** The item as it was received, with the members that its type requires. */
function reasoningItem(block: JsonObject): OpenAI.Responses.ResponseReasoningItem {
  return { id: '', summary: [], ...block, type: 'reasoning' };
}

function partOf(block: ContentBlock): readonly OpenAI.Responses.ResponseInputContent[] {
  switch (block.type) {
    case 'text':
      return [{ type: 'input_text', text: block.text }];
    case 'image':
      return [imageBlock(block.image)];
    case 'reasoning':
    case 'toolCall':
    case 'toolResult':
      return [];
  }
}

/** `detail` is required by the types of OpenAI's SDKs, which vLLM validates requests with. */
function imageBlock(image: QuestionImage): OpenAI.Responses.ResponseInputImage {
  return { type: 'input_image', image_url: dataUrl(image), detail: 'auto' };
}
