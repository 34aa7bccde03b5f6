// Makes a valid conversation of a file's messages: a tree in which every question has an answer.
import type {
  Answer,
  Conversation,
  Message,
  Question,
} from '../../../../conversation/common/conversation';
import {
  childrenByParent,
  compareByAge,
  parentIdOf,
} from '../../../../conversation/common/messageTree';
import { AnswerFiles } from '../../../../gateway/node/formats/answerFiles';
import {
  safeChatId,
  type ImportedChat,
  type ImportOptions,
  type LossCounter,
  type SkipReason,
} from './importedChat';

export interface ChatOfProgram {
  /** Precedes the chat's ID, which may be another program's, too. */
  readonly program: string;
  readonly id: string | undefined;
  readonly title: string | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly messages: readonly Message[];
  /** The path leads through this message. */
  readonly shownId?: string | undefined;
}

/** The titles of chats that have none yet. */
const placeholderTitle = /^(?:New (?:Chat|Session))?$/u;

/** Makes the result of importing a chat of another program. */
export function chatOfProgram(
  { program, createdAt, messages, shownId, ...chat }: ChatOfProgram,
  losses: LossCounter,
  { digest, model }: ImportOptions,
): ImportedChat | SkipReason {
  const tree = normalizeTree(messages.map(withFiles), shownId, losses);
  if (tree.messages.length === 0) {
    return 'empty';
  }
  const title = (chat.title ?? '').trim();
  const id = chat.id ?? `${title} ${createdAt}`;
  return {
    ...(placeholderTitle.test(title) ? {} : { title }),
    conversation: {
      id: safeChatId(`${program}-${id.toLowerCase()}`, digest),
      createdAt,
      model,
      ...tree,
    },
    losses: losses.counts,
  };
}

/** Takes pictures and files out of an answer's text, as they are taken out of one that arrives. */
function withFiles(message: Message): Message {
  if (message.kind === 'question' || !/data:/iu.test(message.text)) {
    return message;
  }
  const reader = new AnswerFiles();
  const parts = [...reader.read([{ type: 'text', text: message.text }]), ...reader.end()];
  const files = parts.flatMap((part) => (part.type === 'file' ? [part.file] : []));
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return files.length === 0 ? message : { ...message, text, files };
}

/**
 * Takes the messages in any order; counts those that cannot be reached from a first question as losses.
 * The path leads through the message `shownId` to the newest message below it; without it, to the newest
 * of all. A question without an answer gets a failed one, so that the user can retry it.
 */
export function normalizeTree(
  messages: readonly Message[],
  shownId: string | undefined,
  losses: LossCounter,
): Pick<Conversation, 'messages' | 'offPath'> {
  const byId = new Map<string, Message>();
  for (const message of messages) {
    if (message.id === '' || byId.has(message.id)) {
      losses.add('unreadableMessage');
    } else {
      byId.set(message.id, message);
    }
  }
  const children = childrenByParent([...byId.values()]);
  const reached: Message[] = [];
  const pending = (children.get('') ?? []).filter((child) => child.kind === 'question');
  for (let question = pending.pop(); question !== undefined; question = pending.pop()) {
    reached.push(question);
    const answers = (children.get(question.id) ?? []).filter((child) => child.kind === 'answer');
    if (answers.length === 0 && !byId.has(missingAnswerId(question.id))) {
      answers.push(missingAnswer(question));
    }
    for (const answer of answers) {
      reached.push(answer);
      const followUps = children.get(answer.id) ?? [];
      pending.push(...followUps.filter((child) => child.kind === 'question'));
    }
  }
  const reachedIds = new Set(reached.map(({ id }) => id));
  losses.add('orphanMessage', [...byId.keys()].filter((id) => !reachedIds.has(id)).length);
  const path = pathThrough(reached, shownId);
  return {
    messages: [...path].toReversed(),
    offPath: reached.filter((message) => !path.has(message)).toSorted(compareByAge),
  };
}

/** The ID of the failed answer that a question without an answer gets. */
export function missingAnswerId(questionId: string): string {
  return `${questionId}-unanswered`;
}

function missingAnswer({ id, askedAt }: Question): Answer {
  return {
    kind: 'answer',
    id: missingAnswerId(id),
    questionId: id,
    model: '',
    state: 'failed',
    text: '',
    reasoning: '',
    startedAt: askedAt,
    outcome: { endedAt: askedAt, failure: { kind: 'emptyReply' } },
  };
}

/** The set starts with the last message of the path. */
function pathThrough(messages: readonly Message[], id: string | undefined): ReadonlySet<Message> {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const children = childrenByParent(messages);
  const start = id === undefined ? undefined : byId.get(id);
  const pending = start === undefined ? [...(children.get('') ?? [])] : [start];
  let last: Message | undefined;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const followers = children.get(next.id) ?? [];
    pending.push(...followers);
    if (followers.length === 0 && (last === undefined || compareByAge(last, next) < 0)) {
      last = next;
    }
  }
  const path = new Set<Message>();
  for (; last !== undefined; last = byId.get(parentIdOf(last))) {
    path.add(last);
  }
  return path;
}
