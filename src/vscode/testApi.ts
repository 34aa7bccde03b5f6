// What integration tests need of the inside; nothing of it exists for anybody else.
import type { ChatSession } from '../chat/chatSession';
import type { Conversation } from '../shared/conversation';

export interface TestApi {
  conversation(): Conversation;
  ask(text: string): boolean;
  retry(answerId: string): boolean;
}

/** Empty unless the environment says that this is a test run. It never gives the key away. */
export function testApi(parts: { readonly session: ChatSession }): Partial<TestApi> {
  if (process.env['PORTICO_TEST'] !== '1') {
    return {};
  }
  const { session } = parts;
  return {
    conversation: () => session.conversation,
    ask: (text) => session.ask(text),
    retry: (answerId) => session.retry(answerId),
  };
}
