// The messages of a caller of a language model, as VS Code passes them on, and the messages of the request for them.
import type { JsonRecord } from '../../../base/mergeObjects';
import { sizeText } from '../../../gateway/common/answerFile';
import type { ChatMessage } from '../../../gateway/common/chatModel';
import type { QuestionImage } from '../../../gateway/common/messageParts';
import {
  estimateTokens,
  imageTokens,
  messageOverheadTokens,
} from '../../../gateway/common/tokenEstimate';
import type { ReceivedReasoning, SentToolCall, ToolResult } from '../../../gateway/common/tools';

export type CallerPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly image: QuestionImage }
  | {
      readonly type: 'toolCall';
      readonly id: string;
      readonly name: string;
      readonly input: JsonRecord;
    }
  | {
      readonly type: 'toolResult';
      readonly callId: string;
      readonly parts: readonly ContentPart[];
    };

/** What a message, or the result of a tool, may have. */
export type ContentPart = CallerPart & { readonly type: 'text' | 'image' };

export interface CallerMessage {
  readonly role: ChatMessage['role'];
  readonly parts: readonly CallerPart[];
}

/** @param reasoningBefore Finds the reasoning that preceded the calls of an assistant's message. */
export function requestMessages(
  messages: readonly CallerMessage[],
  reasoningBefore: (calls: readonly SentToolCall[]) => ReceivedReasoning | undefined,
): readonly ChatMessage[] {
  return messages.flatMap((message) => {
    const toolCalls = callsOf(message);
    const toolResults = resultsOf(message);
    const images = imagesOf(message.parts);
    const content = textOf(message.parts, message.role);
    if (content === '' && toolCalls.length + toolResults.length + images.length === 0) {
      return [];
    }
    const reasoning = toolCalls.length === 0 ? undefined : reasoningBefore(toolCalls);
    return [
      {
        role: message.role,
        content,
        ...(images.length === 0 || message.role !== 'user' ? {} : { images }),
        ...(toolCalls.length === 0 ? {} : { toolCalls }),
        ...(toolResults.length === 0 ? {} : { toolResults }),
        ...(reasoning === undefined ? {} : { reasoning }),
      },
    ];
  });
}

/** No API format takes images of the model or of the system. */
function textOf(parts: readonly CallerPart[], role: CallerMessage['role']): string {
  return parts
    .map((part) =>
      part.type === 'text'
        ? part.text
        : part.type === 'image' && role !== 'user'
          ? unsentLine(part.image.mediaType, (part.image.data.length * 3) / 4)
          : '',
    )
    .join('');
}

/** Stands in for content that no model can be sent. */
export function unsentLine(type: string, bytes: number): string {
  return `[${type}, ${sizeText(Math.floor(bytes))}: this content can't be sent]`;
}

function imagesOf(parts: readonly CallerPart[]): readonly QuestionImage[] {
  return parts.flatMap((part) => (part.type === 'image' ? [part.image] : []));
}

function callsOf({ role, parts }: CallerMessage): readonly SentToolCall[] {
  return role !== 'assistant'
    ? []
    : parts.flatMap((part) =>
        part.type === 'toolCall' ? [{ id: part.id, name: part.name, input: part.input }] : [],
      );
}

function resultsOf({ role, parts }: CallerMessage): readonly ToolResult[] {
  return role !== 'user'
    ? []
    : parts.flatMap((part) => {
        if (part.type !== 'toolResult') {
          return [];
        }
        const images = imagesOf(part.parts);
        const result = { callId: part.callId, text: textOf(part.parts, role) };
        return [images.length === 0 ? result : { ...result, images }];
      });
}

export function estimateMessageTokens({ parts }: CallerMessage): number {
  return parts.reduce((sum, part) => sum + estimatePart(part), messageOverheadTokens);
}

function estimatePart(part: CallerPart): number {
  switch (part.type) {
    case 'text':
      return estimateTokens(part.text);
    case 'image':
      return imageTokens;
    case 'toolCall':
      return estimateTokens(part.name) + estimateTokens(JSON.stringify(part.input));
    case 'toolResult':
      return part.parts.reduce((sum, one) => sum + estimatePart(one), messageOverheadTokens);
  }
}
