// Forks a conversation: a new one continues from an answer, the original stays unchanged.
import { omitUndefined } from '../../../base/omitUndefined';
import type { Answer, Conversation } from '../../common/conversation';

/** Copies the path up to `answer` into `fresh`, with the model, the settings, and the gateway that already has this history. */
export function forkedAt(
  { messages, omitted = [], model, gateway, settings }: Conversation,
  answer: Answer,
  fresh: Conversation,
): Conversation {
  const copied = messages.slice(0, messages.indexOf(answer) + 1);
  const ids = new Set(copied.map((message) => message.id));
  const omittedTurns = omitted.filter(({ lastQuestionId }) => ids.has(lastQuestionId));
  return {
    ...fresh,
    model,
    messages: copied,
    ...(omittedTurns.length === 0 ? {} : { omitted: omittedTurns }),
    ...omitUndefined({ gateway, settings }),
  };
}
