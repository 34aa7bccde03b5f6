// The body of a request in Anthropic's Messages format.
import { omitUndefined } from '../../../../base/omitUndefined';
import type { CompletionRequest } from '../../../common/chatModel';
import { requiredMaxTokens } from '../../../common/maxTokens';
import type { QuestionImage } from '../../../common/messageParts';
import { parameterFields } from '../../../common/requestParameters';
import type { ToolResult } from '../../../common/tools';
import type { JsonObject } from '../../json';
import { shortCallId } from '../../tools/callIds';
import { sentTools, type SentTools, type ToolDialect } from '../../tools/sentTools';
import { toolDialog } from '../../tools/toolDialog';
import { anthropicSchema } from '../../tools/toolSchema';
import { splitSystem, textOnly, turnsFromUser, type ContentBlock } from './turns';

export const messagesTools: ToolDialect = {
  names: { pattern: /^[a-zA-Z0-9_-]{1,128}$/, maxLength: 128 },
  reduceSchema: anthropicSchema,
  // "tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'" (HKUDS/nanobot#4356).
  sentCallId: (id) => (/^[a-zA-Z0-9_-]+$/.test(id) ? id : shortCallId(id)),
};

export function messagesRequestBody(request: CompletionRequest): JsonObject {
  const { model, stream } = request;
  const { system, messages } = splitSystem(toolDialog(request));
  const tools = sentTools(request, messagesTools);
  return omitUndefined({
    model,
    system: system === '' ? undefined : system,
    messages: turnsFromUser(messages).map(({ role, content }) => ({
      role,
      content:
        (content.length === 1 ? textOnly(content) : undefined) ??
        content.map((block) => blockOf(block, tools)),
    })),
    stream,
    max_tokens: request.requiredMaxTokens ?? requiredMaxTokens({}),
    ...parameterFields(request, 'messages'),
    ...(tools.tools.length === 0 ? {} : toolFields(tools)),
  });
}

function toolFields({ tools, isRequired }: SentTools): JsonObject {
  return {
    tools: tools.map(({ name, description, schema }) => ({
      name,
      description,
      input_schema: schema,
    })),
    ...(isRequired ? { tool_choice: { type: 'any' } } : {}),
  };
}

function blockOf(block: ContentBlock, { nameOf, callIdOf }: SentTools): object {
  switch (block.type) {
    case 'text':
      return block;
    case 'image':
      return imageBlock(block.image);
    case 'reasoning':
      return block.block;
    case 'toolCall': {
      const { id, name, input } = block.call;
      return { type: 'tool_use', id: callIdOf(id), name: nameOf(name), input };
    }
    case 'toolResult':
      return {
        type: 'tool_result',
        tool_use_id: callIdOf(block.result.callId),
        content: resultContent(block.result),
      };
  }
}

function resultContent({ text, images = [] }: ToolResult): string | readonly object[] {
  return images.length === 0
    ? text
    : [...(text === '' ? [] : [{ type: 'text', text }]), ...images.map(imageBlock)];
}

function imageBlock({ mediaType, data }: QuestionImage): object {
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
}
