// The message tree: a question's parent is an answer, an answer's parent is its question. One path is shown, and
// only these functions change it.
import {
  isAlsoAsked,
  type Answer,
  type Conversation,
  type Message,
  type Question,
} from './conversation';
import { carryOverIds, hasMessageId } from './messageIds';

/** ID of the message before this one in the tree; `''` for a first question. */
export function parentIdOf(message: Message): string {
  return message.kind === 'answer' ? message.questionId : (message.parentId ?? '');
}

/** Orders by start time, then by ID, so that every window numbers versions alike. */
export function compareByAge(a: Message, b: Message): number {
  return startTime(a) - startTime(b) || (a.id < b.id ? -1 : 1);
}

/** Finds a message on or off the path. */
export function findMessage({ messages, offPath }: Conversation, id: string): Message | undefined {
  const hasId = (message: Message): boolean => message.id === id;
  return messages.findLast(hasId) ?? offPath.find(hasId);
}

/**
 * Adds a question and its first answer below the question's parent, or at the end of the path if the parent
 * is unknown. Messages whose IDs are already in the conversation are not added again.
 */
export function addTurn(
  conversation: Conversation,
  question: Question,
  answer: Answer,
  fromOtherWindow: boolean,
): Conversation {
  if (question.id === answer.id || hasMessage(conversation, answer.id)) {
    return conversation;
  }
  if (hasMessage(conversation, question.id)) {
    // Two windows asked the same queued question: one took over the queue of the other, which only seemed to be gone.
    return addAnswer(conversation, question.id, answer, fromOtherWindow);
  }
  const { parentId: given } = question;
  const isKnown =
    given === '' || (given !== undefined && findMessage(conversation, given)?.kind === 'answer');
  const parentId = isKnown ? given : lastMessageId(conversation);
  const added = [
    parentId === given ? question : { ...question, parentId },
    answerTo(answer, question.id),
  ];
  return extend(conversation, parentId, added, fromOtherWindow);
}

/** Adds another answer to a question; changes nothing if the question is unknown. */
export function addAnswer(
  conversation: Conversation,
  questionId: string,
  answer: Answer,
  keepsPath: boolean,
): Conversation {
  return findMessage(conversation, questionId)?.kind !== 'question' ||
    hasMessage(conversation, answer.id)
    ? conversation
    : extend(conversation, questionId, [answerTo(answer, questionId)], keepsPath);
}

/** The messages that an answer on the path or beside it follows, and the answer. */
export function pathTo({ messages }: Conversation, answer: Answer): readonly Message[] {
  const end = messages.findIndex(({ id }) => id === answer.questionId) + 1;
  return [...messages.slice(0, end), answer];
}

/** Selects the path through a message off the path, down to the newest leaf below it. */
export function selectPathThrough(conversation: Conversation, id: string): Conversation {
  const chosen = conversation.offPath.find((message) => message.id === id);
  return chosen === undefined
    ? conversation
    : selectPathTo(conversation, newestLeafBelow(chosen, conversation).id);
}

/** Adds messages below `parentId` and selects the path to them, unless that would switch it and `keepsPath` is set. */
function extend(
  conversation: Conversation,
  parentId: string,
  added: readonly Message[],
  keepsPath: boolean,
): Conversation {
  if (keepsPath && parentId !== lastMessageId(conversation)) {
    return { ...conversation, offPath: [...conversation.offPath, ...added] };
  }
  const before = selectPathTo(conversation, parentId);
  const messages = [...before.messages, ...added];
  // Keeps the index of IDs; changes no message.
  carryOverIds(before.messages, messages, added);
  return { ...before, messages };
}

/** Selects the path that ends with a message; `''` selects the empty path. All other messages move off it. */
function selectPathTo(conversation: Conversation, endId: string): Conversation {
  const { messages, offPath } = conversation;
  const index = endId === '' ? -1 : messages.findLastIndex(({ id }) => id === endId);
  if (index >= 0 || endId === '') {
    const after = messages.slice(index + 1);
    return after.length === 0
      ? conversation
      : {
          ...conversation,
          messages: messages.slice(0, index + 1),
          offPath: [...offPath, ...after],
        };
  }
  const byId = new Map([...messages, ...offPath].map((message) => [message.id, message]));
  const path = new Set<Message>();
  for (let next = byId.get(endId); next !== undefined; next = byId.get(parentIdOf(next))) {
    path.add(next);
  }
  return {
    ...conversation,
    messages: [...path].toReversed(),
    offPath: [...offPath, ...messages].filter((message) => !path.has(message)),
  };
}

/**
 * The newest message without children at or below `top`, which is off the path. Of several answers to a question, the one
 * that the user has not asked for beside it.
 */
function newestLeafBelow(top: Message, { offPath }: Conversation): Message {
  const childrenById = childrenByParent(offPath);
  const leaves: Message[] = [];
  const pending = [top];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const children = childrenById.get(next.id);
    if (children !== undefined) {
      pending.push(...children);
    } else {
      leaves.push(next);
    }
  }
  const usual = leaves.filter((leaf) => !isAlsoAsked(leaf));
  return (usual.length > 0 ? usual : leaves).toSorted(compareByAge).at(-1) ?? top;
}

/** Maps the ID of each message to its children; `''` to the first questions. */
export function childrenByParent(
  messages: readonly Message[],
): ReadonlyMap<string, readonly Message[]> {
  return Map.groupBy(messages, parentIdOf);
}

function lastMessageId({ messages }: Conversation): string {
  return messages.at(-1)?.id ?? '';
}

function hasMessage(conversation: Conversation, id: string): boolean {
  return hasMessageId(conversation.messages, id) || hasMessageId(conversation.offPath, id);
}

function answerTo(answer: Answer, questionId: string): Answer {
  return answer.questionId === questionId ? answer : { ...answer, questionId };
}

/** When a question was asked or an answer started, in ms since 1970. */
export function startTime(message: Message): number {
  return message.kind === 'question' ? message.askedAt : message.startedAt;
}
