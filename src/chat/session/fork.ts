// A conversation that goes on from the middle of another one, which stays as it is.
import type { Answer, Conversation } from '../../shared/conversation/conversation';

/**
 * `fresh` as one that begins with all that is shown up to an answer. It asks the same model, and stays with
 * the gateway that has read what it begins with.
 */
export function forkedAt(
  { messages, omitted = [], model, gateway }: Conversation,
  answer: Answer,
  fresh: Conversation,
): Conversation {
  const kept = messages.slice(0, messages.indexOf(answer) + 1);
  const ids = new Set(kept.map((message) => message.id));
  const marks = omitted.filter(({ lastQuestionId: upTo }) => ids.has(upTo));
  return {
    ...fresh,
    model,
    messages: kept,
    ...(marks.length === 0 ? {} : { omitted: marks }),
    ...(gateway === undefined ? {} : { gateway }),
  };
}
