// A conversation's messages are a tree of which one path is shown: every move between paths goes through here.
import type { Answer, Conversation, Message, Question } from './conversation';
import { carryOverIds, hasMessageId } from './messageIds';

/** The ID of the message that one follows; `''` where it begins the conversation. */
export function parentOf(message: Message): string {
  return message.kind === 'answer' ? message.questionId : (message.parent ?? '');
}

/** By when they were begun, then by ID: the same in every window, whichever heard of which first. */
export function byAge(a: Message, b: Message): number {
  return begunAt(a) - begunAt(b) || (a.id < b.id ? -1 : 1);
}

/** On the path or aside. */
export function findMessage({ messages, offPath }: Conversation, id: string): Message | undefined {
  const isIt = (message: Message): boolean => message.id === id;
  return messages.findLast(isIt) ?? offPath.find(isIt);
}

/**
 * A question with its first answer, behind the answer that is its parent. Without one, or where that was
 * lost, it follows the end of the path. What is known by its ID already is not taken twice.
 */
export function withTurn(
  conversation: Conversation,
  question: Question,
  answer: Answer,
  elsewhere: boolean,
): Conversation {
  if (question.id === answer.id || holds(conversation, answer.id)) {
    return conversation;
  }
  if (holds(conversation, question.id)) {
    // Two windows that show one queue have asked the same of it at once.
    return withAnswer(conversation, question.id, answer, elsewhere);
  }
  const { parent: told } = question;
  const isKnown =
    told === '' || (told !== undefined && findMessage(conversation, told)?.kind === 'answer');
  const parent = isKnown ? told : endOf(conversation);
  const placed = parent === told ? question : { ...question, parent };
  return grown(conversation, parent, [placed, answering(answer, question.id)], elsewhere);
}

/** One more answer to a question; where that is not known there is no place for it. */
export function withAnswer(
  conversation: Conversation,
  questionId: string,
  answer: Answer,
  elsewhere: boolean,
): Conversation {
  return findMessage(conversation, questionId)?.kind !== 'question' ||
    holds(conversation, answer.id)
    ? conversation
    : grown(conversation, questionId, [answering(answer, questionId)], elsewhere);
}

/** The path through a message that is aside, down to the newest below it. */
export function selectPathThrough(conversation: Conversation, id: string): Conversation {
  const chosen = conversation.offPath.find((message) => message.id === id);
  return chosen === undefined
    ? conversation
    : pathTo(conversation, newestBelow(chosen, conversation).id);
}

/** What was added `elsewhere` moves the path only where it goes on from its end. */
function grown(
  conversation: Conversation,
  parent: string,
  added: readonly Message[],
  elsewhere: boolean,
): Conversation {
  if (elsewhere && parent !== endOf(conversation)) {
    return { ...conversation, offPath: [...conversation.offPath, ...added] };
  }
  const before = pathTo(conversation, parent);
  const messages = [...before.messages, ...added];
  carryOverIds(before.messages, messages, added);
  return { ...before, messages };
}

/** The path that ends with a message; everything else is aside. */
function pathTo(conversation: Conversation, end: string): Conversation {
  const { messages, offPath } = conversation;
  const at = end === '' ? -1 : messages.findLastIndex(({ id }) => id === end);
  if (at >= 0 || end === '') {
    const left = messages.slice(at + 1);
    return left.length === 0
      ? conversation
      : { ...conversation, messages: messages.slice(0, at + 1), offPath: [...offPath, ...left] };
  }
  const all = [...messages, ...offPath];
  const byId = new Map(all.map((message) => [message.id, message]));
  const path = new Set<Message>();
  for (let next = byId.get(end); next !== undefined; next = byId.get(parentOf(next))) {
    path.add(next);
  }
  return {
    ...conversation,
    messages: [...path].toReversed(),
    offPath: [...offPath, ...messages].filter((message) => !path.has(message)),
  };
}

/** The newest message that nothing follows, among those below one that is aside. */
function newestBelow(top: Message, { offPath }: Conversation): Message {
  const children = byParent(offPath);
  let newest: Message | undefined;
  const waiting = [top];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const below = children.get(next.id);
    if (below !== undefined) {
      waiting.push(...below);
    } else if (newest === undefined || byAge(newest, next) < 0) {
      newest = next;
    }
  }
  return newest ?? top;
}

/** What follows each message, by its ID. */
export function byParent(messages: readonly Message[]): ReadonlyMap<string, readonly Message[]> {
  const children = new Map<string, Message[]>();
  for (const message of messages) {
    const parent = parentOf(message);
    const siblings = children.get(parent);
    if (siblings === undefined) {
      children.set(parent, [message]);
    } else {
      siblings.push(message);
    }
  }
  return children;
}

function endOf({ messages }: Conversation): string {
  return messages.at(-1)?.id ?? '';
}

function holds(conversation: Conversation, id: string): boolean {
  return hasMessageId(conversation.messages, id) || hasMessageId(conversation.offPath, id);
}

function answering(answer: Answer, questionId: string): Answer {
  return answer.questionId === questionId ? answer : { ...answer, questionId };
}

function begunAt(message: Message): number {
  return message.kind === 'question' ? message.at : message.startedAt;
}
