// Versions: messages with the same parent, such as the original and the edited question, or an answer and its retries.
import { assertNever } from '../../base/assertNever';
import { omitUndefined } from '../../base/omitUndefined';
import type { Failure } from '../../gateway/common/failure';
import { failureTraits } from '../../gateway/common/failureTraits';
import { answerGroups, shownAnswers } from './answerGroups';
import type { Conversation, Message } from './conversation';
import { childrenByParent, compareByAge, parentIdOf } from './messageTree';

export interface Version {
  /** The oldest is 1. */
  readonly number: number;
  readonly count: number;
  /** Message IDs. */
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** Whether a message is an attempt to answer that failed before anything was charged: it doesn't count as a version. */
export function isRefusedAttempt(message: Message): boolean {
  if (message.kind === 'question' || message.state !== 'failed') {
    return false;
  }
  const { failure, toolCalls } = message.outcome ?? {};
  const hasContent = `${message.text}${message.reasoning}`.trim() !== '' || toolCalls !== undefined;
  if (failure === undefined || hasContent || message.earlierOutcomes !== undefined) {
    return false;
  }
  return wasRefused(failure);
}

/** Whether nothing was sent, or the gateway answered with an error before it began. */
function wasRefused({ kind, status, nothingSent }: Failure): boolean {
  const { progress } = failureTraits[kind];
  switch (progress) {
    case 'notSent':
    case 'rejected':
      // An error with status 200 may have come after the answer began.
      return status !== 200;
    case 'connecting':
      return nothingSent === true;
    case 'busy':
      return status === 429;
    case 'serverError':
    case 'started':
    case 'cutOff':
    case 'unknown':
      return false;
    default:
      return assertNever(progress);
  }
}

/**
 * Maps the ID of each message on the path that has other versions to its version. The answers of several models to one
 * question are none: all of them are shown.
 */
export function versionsOf(conversation: Conversation): ReadonlyMap<string, Version> {
  const { messages, offPath } = conversation;
  const versions = new Map<string, Version>();
  const groups = answerGroups(conversation);
  const others = childrenByParent(offPath.filter((message) => !isRefusedAttempt(message)));
  for (const message of messages) {
    const siblings = others.get(parentIdOf(message));
    if (siblings !== undefined && !groups.has(parentIdOf(message))) {
      const all = [...siblings, message].toSorted(compareByAge);
      const at = all.indexOf(message);
      versions.set(message.id, {
        number: at + 1,
        count: all.length,
        previous: all[at - 1]?.id,
        next: all[at + 1]?.id,
      });
    }
  }
  return versions;
}

/** Drops the content of messages that are not shown. The webview needs only their positions in the tree. */
export function withoutHiddenContents(conversation: Conversation): Conversation {
  const shown = new Set<Message>(shownAnswers(conversation));
  const { offPath } = conversation;
  return {
    ...conversation,
    offPath: offPath.map((message) => (shown.has(message) ? message : withoutContent(message))),
  };
}

function withoutContent(message: Message): Message {
  if (message.kind === 'question') {
    const { kind, id, askedAt: at } = message;
    return { kind, id, text: '', parentId: parentIdOf(message), askedAt: at };
  }
  const { kind, id, questionId, model, state, startedAt, isAlsoAsked } = message;
  const outcome = isRefusedAttempt(message) ? message.outcome : undefined;
  const bare = { kind, id, questionId, model, state, text: '', reasoning: '', startedAt };
  return omitUndefined({ ...bare, isAlsoAsked, outcome });
}
