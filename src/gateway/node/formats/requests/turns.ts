// Turns: the messages of a request with neighbors of one role joined, and the system prompts apart. API formats
// have a field for the system prompt, and servers require alternating roles.
import type { JsonRecord } from '../../../../base/mergeObjects';
import type { ChatMessage } from '../../../common/chatModel';
import type { QuestionImage } from '../../../common/messageParts';
import type { SentToolCall, ToolResult } from '../../../common/tools';
import { unpackReasoning } from '../../tools/reasoningBlocks';

type DialogMessage = ChatMessage & { readonly role: 'user' | 'assistant' };

/** Joins the system prompts (`''` for none) and returns them apart from the other messages. */
export function splitSystem(messages: readonly ChatMessage[]): {
  readonly system: string;
  readonly messages: readonly DialogMessage[];
} {
  const isDialog = (message: ChatMessage): message is DialogMessage => message.role !== 'system';
  const system = messages.filter((message) => !isDialog(message)).map(({ content }) => content);
  return { system: system.join('\n\n'), messages: messages.filter(isDialog) };
}

export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly image: QuestionImage }
  | ToolBlock;

/** Calls and the reasoning before them, in assistant turns, and results, in user turns. */
type ToolBlock =
  | { readonly type: 'reasoning'; readonly block: JsonRecord }
  | { readonly type: 'toolCall'; readonly call: SentToolCall; readonly extra?: JsonRecord }
  | { readonly type: 'toolResult'; readonly result: ToolResult; readonly name: string };

/** Consecutive messages of one role. */
export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: readonly ContentBlock[];
}

/**
 * Joins consecutive messages of one role, such as a question without an answer and the next one: chat
 * templates and servers reject them ("Conversation roles must alternate user/assistant",
 * vllm-project/vllm#6862).
 */
export function turnsOf(messages: readonly DialogMessage[]): readonly Turn[] {
  const turns: Turn[] = [];
  const names = new Map<string, string>();
  for (const message of messages) {
    message.toolCalls?.forEach(({ id, name }) => names.set(id, name));
    const { role } = message;
    const last = turns.at(-1);
    if (last?.role === role) {
      const content = [...last.content, ...contentBlocks(message, names)];
      turns.splice(-1, 1, { role, content: inOrder(content) });
    } else {
      turns.push({ role, content: inOrder(contentBlocks(message, names)) });
    }
  }
  return turns;
}

/** Results first, and calls last with the reasoning between them; the reasoning before the first call comes first. */
function inOrder(blocks: readonly ContentBlock[]): readonly ContentBlock[] {
  const firstCall = blocks.findIndex(({ type }) => type === 'toolCall');
  const isFirst = ({ type }: ContentBlock, at: number): boolean =>
    type === 'toolResult' || (type === 'reasoning' && at < firstCall);
  const isLast = (block: ContentBlock, at: number): boolean =>
    block.type === 'toolCall' || (block.type === 'reasoning' && !isFirst(block, at));
  const first = blocks.filter(isFirst);
  const last = blocks.filter(isLast);
  return first.length + last.length === 0
    ? blocks
    : [
        ...first,
        ...blocks.filter((block) => !first.includes(block) && !last.includes(block)),
        ...last,
      ];
}

/** The same for API formats in which the first turn must be the user's: an imported chat may start with an answer. */
export function turnsFromUser(messages: readonly DialogMessage[]): readonly Turn[] {
  const turns = turnsOf(messages);
  return turns[0]?.role === 'assistant'
    ? [{ role: 'user', content: [{ type: 'text', text: '…' }] }, ...turns]
    : turns;
}

/** The text of a turn without images, as paragraphs: not every gateway reads content blocks. */
export function textOnly(blocks: readonly ContentBlock[]): string | undefined {
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return texts.length === blocks.length ? texts.join('\n\n') : undefined;
}

/**
 * Puts images before the text about them. No API format accepts an empty text next to other blocks.
 * @param names Of the tools, by the IDs of the calls so far.
 */
function contentBlocks(
  { content, images = [], toolCalls = [], toolResults = [], reasoning }: ChatMessage,
  names: ReadonlyMap<string, string>,
): readonly ContentBlock[] {
  const imageBlocks = images.map((image) => ({ type: 'image' as const, image }));
  const textBlock = { type: 'text' as const, text: content };
  const others = [...toolResults.map((result) => resultBlock(result, names)), ...imageBlocks];
  const isEmpty = content === '' && others.length + toolCalls.length > 0;
  const shown = isEmpty ? others : [...others, textBlock];
  return toolCalls.length === 0 ? shown : [...shown, ...callBlocks(toolCalls, reasoning)];
}

function resultBlock(result: ToolResult, names: ReadonlyMap<string, string>): ToolBlock {
  return { type: 'toolResult', result, name: names.get(result.callId) ?? '' };
}

function callBlocks(
  calls: readonly SentToolCall[],
  reasoning: ChatMessage['reasoning'],
): readonly ToolBlock[] {
  const ofCalls = unpackReasoning(reasoning, calls);
  return calls.flatMap((call): readonly ToolBlock[] => {
    const { blocks = [], extra } = ofCalls.get(call.id) ?? {};
    return [
      ...blocks.map((block) => ({ type: 'reasoning' as const, block })),
      { type: 'toolCall', call, ...(extra === undefined ? {} : { extra }) },
    ];
  });
}

export function dataUrl({ mediaType, data }: QuestionImage): string {
  return `data:${mediaType};base64,${data}`;
}
