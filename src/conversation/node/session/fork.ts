// Forks a conversation: a new one continues from an answer, the original stays unchanged.
import { omitUndefined } from '../../../base/omitUndefined';
import type { Answer, Conversation } from '../../common/conversation';
import { pathTo } from '../../common/messageTree';

/** Copies the path up to `answer` into `fresh`, with the model, the settings, and the gateway that already has this history. */
export function forkedAt(
  conversation: Conversation,
  answer: Answer,
  fresh: Conversation,
): Conversation {
  const { omitted = [], model, gateway, settings } = conversation;
  const copied = pathTo(conversation, answer).map((message) => {
    if (message.kind === 'question') {
      return message;
    }
    // What was asked beside it is not copied.
    const { isAlsoAsked: _, ...alone } = message;
    return alone;
  });
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
