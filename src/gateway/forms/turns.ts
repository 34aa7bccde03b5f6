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
