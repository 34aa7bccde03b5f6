// Forms that have a field of their own for the system prompt, or demand that the roles alternate.
import type { ChatMessage } from '../../chat/ports';
import type { QuestionImage } from '../../shared/conversation/conversation';

type SpokenMessage = ChatMessage & { readonly role: 'user' | 'assistant' };

/** The system prompts as one text, `''` for none, and the messages without them. */
export function splitSystem(messages: readonly ChatMessage[]): {
  readonly system: string;
  readonly messages: readonly SpokenMessage[];
} {
  const isSpoken = (message: ChatMessage): message is SpokenMessage => message.role !== 'system';
  return {
    system: messages
      .filter((message) => !isSpoken(message))
      .map(({ content }) => content)
      .join('\n\n'),
    messages: messages.filter(isSpoken),
  };
}

/** What a turn is made of, in the order in which it is shown. */
export type Piece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'picture'; readonly picture: QuestionImage };

/** All that one side says before the other speaks. */
export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly pieces: readonly Piece[];
}

/** Neighbours of one role as one turn, the first of which is the user's. */
export function turnsOf(messages: readonly SpokenMessage[]): readonly Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    const { role } = message;
    const last = turns.at(-1);
    if (last?.role === role) {
      turns.splice(-1, 1, { role, pieces: [...last.pieces, ...piecesOf(message)] });
    } else {
      turns.push({ role, pieces: piecesOf(message) });
    }
  }
  // A conversation whose beginning was left out may begin with an answer.
  return turns[0]?.role === 'assistant'
    ? [{ role: 'user', pieces: [{ type: 'text', text: '…' }] }, ...turns]
    : turns;
}

/** Pictures come before the text that asks about them; no form takes an empty text beside one. */
export function piecesOf({ content, images = [] }: ChatMessage): readonly Piece[] {
  const shown = images.map((picture) => ({ type: 'picture' as const, picture }));
  const text = { type: 'text' as const, text: content };
  return content === '' && shown.length > 0 ? shown : [...shown, text];
}

/** A picture as the one address that holds it. */
export function dataUrl({ mediaType, data }: QuestionImage): string {
  return `data:${mediaType};base64,${data}`;
}
