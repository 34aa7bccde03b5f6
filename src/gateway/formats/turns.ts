// Turns: the messages of a request with neighbors of one role joined, and the system prompts apart. API formats
// have a field for the system prompt, and servers require alternating roles.
import type { ChatMessage } from '../../chat/ports';
import type { QuestionImage } from '../../shared/conversation/conversation';

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
  | { readonly type: 'image'; readonly image: QuestionImage };

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
  for (const message of messages) {
    const { role } = message;
    const last = turns.at(-1);
    if (last?.role === role) {
      turns.splice(-1, 1, { role, content: [...last.content, ...contentBlocks(message)] });
    } else {
      turns.push({ role, content: contentBlocks(message) });
    }
  }
  return turns;
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

/** Puts images before the text about them. No API format accepts an empty text beside an image. */
function contentBlocks({ content, images = [] }: ChatMessage): readonly ContentBlock[] {
  const imageBlocks = images.map((image) => ({ type: 'image' as const, image }));
  const textBlock = { type: 'text' as const, text: content };
  return content === '' && images.length > 0 ? imageBlocks : [...imageBlocks, textBlock];
}

export function dataUrl({ mediaType, data }: QuestionImage): string {
  return `data:${mediaType};base64,${data}`;
}
