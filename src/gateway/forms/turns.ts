// Forms that have a field of their own for the system prompt, or demand that the roles alternate.
import type { ChatMessage } from '../../chat/ports';

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

/** All that one side says before the other speaks. */
export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly texts: readonly [string, ...string[]];
}

/** Neighbours of one role as one turn, the first of which is the user's. */
export function turnsOf(messages: readonly SpokenMessage[]): readonly Turn[] {
  const turns: Turn[] = [];
  for (const { role, content } of messages) {
    const last = turns.at(-1);
    if (last?.role === role) {
      turns.splice(-1, 1, { role, texts: [...last.texts, content] });
    } else {
      turns.push({ role, texts: [content] });
    }
  }
  // A conversation whose beginning was left out may begin with an answer.
  return turns[0]?.role === 'assistant' ? [{ role: 'user', texts: ['…'] }, ...turns] : turns;
}
