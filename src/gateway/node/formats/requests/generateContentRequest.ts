// The body of a request in Gemini's generateContent format.
import { omitUndefined } from '../../../../base/omitUndefined';
import type { CompletionRequest } from '../../../common/chatModel';
import type { QuestionImage } from '../../../common/messageParts';
import type { Quirk } from '../../../common/quirk';
import { parameterFields } from '../../../common/requestParameters';
import { isObject, type JsonObject } from '../../json';
import { openApiSchema } from '../../tools/openApiSchema';
import { sentTools, type SentTools, type ToolDialect } from '../../tools/sentTools';
import { toolDialog } from '../../tools/toolDialog';
import { splitSystem, turnsFromUser, type ContentBlock, type Turn } from './turns';

export const generateContentTools: ToolDialect = {
  // "Must start with a letter or an underscore. Must be alphanumeric, underscores, dots, dashes, colons, 64 at most."
  names: { pattern: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/, maxLength: 64 },
  reduceSchema: openApiSchema,
};

export function generateContentRequestBody(request: CompletionRequest): JsonObject {
  const { quirks = [] } = request;
  const { system, messages } = splitSystem(toolDialog(request));
  const tools = sentTools(request, generateContentTools);
  return omitUndefined({
    systemInstruction: system === '' ? undefined : { parts: [{ text: system }] },
    contents: turnsFromUser(messages).map((turn) => ({
      role: turn.role === 'user' ? 'user' : 'model',
      parts: partsOf(turn, quirks, tools),
    })),
    ...(tools.tools.length === 0 ? {} : toolFields(tools)),
    ...parameterFields(request, 'generateContent', quirks),
  });
}

function toolFields({ tools, isRequired }: SentTools): JsonObject {
  return {
    tools: [
      {
        functionDeclarations: tools.map(({ name, description, schema }) =>
          omitUndefined({
            name,
            description,
            // "properties: should be non-empty for OBJECT type" (agno-agi/agno#2112).
            parameters: isObject(schema['properties']) ? schema : undefined,
          }),
        ),
      },
    ],
    ...(isRequired ? { toolConfig: { functionCallingConfig: { mode: 'ANY' } } } : {}),
  };
}

function partsOf({ content }: Turn, quirks: readonly Quirk[], tools: SentTools): readonly object[] {
  const firstCall = content.find(({ type }) => type === 'toolCall');
  const parts = content.map((block) => {
    const isUnsigned =
      block === firstCall && block.type === 'toolCall' && block.extra === undefined;
    const part = partOf(block, tools);
    return isUnsigned && quirks.includes('signedCalls') ? { ...part, ...placeholder } : part;
  });
  const images = content.flatMap((block) =>
    block.type === 'toolResult' ? (block.result.images ?? []) : [],
  );
  const results = content.filter(({ type }) => type === 'toolResult').length;
  return [...parts.slice(0, results), ...images.map(imagePart), ...parts.slice(results)];
}

/**
 * Gemini 3 requires a signature on the first call of a turn. Google documents this value for calls of other models
 * (jeremychone/rust-genai#115): they come from another model, or from before a restart.
 */
const placeholder = { thoughtSignature: 'skip_thought_signature_validator' };

/** The ID of a call is left out: Vertex refused it, "Unknown name "id" at …" (looplj/axonhub#874). Results have the order of their calls. */
function partOf(block: ContentBlock, { nameOf }: SentTools): object {
  switch (block.type) {
    case 'text':
      return { text: block.text };
    case 'image':
      return imagePart(block.image);
    case 'reasoning':
      return block.block;
    case 'toolCall':
      return {
        functionCall: { name: nameOf(block.call.name), args: block.call.input },
        ...block.extra,
      };
    case 'toolResult':
      return {
        functionResponse: { name: nameOf(block.name), response: { result: block.result.text } },
      };
  }
}

function imagePart({ mediaType, data }: QuestionImage): object {
  return { inlineData: { mimeType: mediaType, data } };
}
