// A file may tell anything of which message follows which; a conversation is a tree, each question with an answer.
import type { Answer, Message, Question } from '../../../shared/conversation/conversation';
import { compareByAge, childrenByParent, parentIdOf } from '../../../shared/conversation/messageTree';
import type { Counter } from './importedChat';

export interface NormalizedTree {
  readonly messages: readonly Message[];
  readonly offPath: readonly Message[];
}

/**
 * The messages that have a place in the tree, in any order given; the others are counted. The path goes
 * through `shown`, and down to the newest below it; without it, to the newest of all. A question that
 * has no answer gets one that failed, so that it can be asked again.
 */
export function normalizeTree(
  given: readonly Message[],
  shown: string | undefined,
  lost: Counter,
): NormalizedTree {
  const known = new Map<string, Message>();
  for (const message of given) {
    if (message.id === '' || known.has(message.id)) {
      lost.add('unreadableMessage');
    } else {
      known.set(message.id, message);
    }
  }
  const children = childrenByParent([...known.values()]);
  const placed: Message[] = [];
  const waiting = (children.get('') ?? []).filter(isQuestion);
  for (let question = waiting.pop(); question !== undefined; question = waiting.pop()) {
    placed.push(question);
    const answers = (children.get(question.id) ?? []).filter(isAnswer);
    if (answers.length === 0 && !known.has(unansweredId(question.id))) {
      answers.push(unanswered(question));
    }
    for (const answer of answers) {
      placed.push(answer);
      waiting.push(...(children.get(answer.id) ?? []).filter(isQuestion));
    }
  }
  const ids = new Set(placed.map(({ id }) => id));
  lost.add('looseMessage', [...known.keys()].filter((id) => !ids.has(id)).length);
  const path = pathThrough(placed, shown);
  return {
    messages: [...path].toReversed(),
    offPath: placed.filter((message) => !path.has(message)).toSorted(compareByAge),
  };
}

/** The ID of the answer that a question without one gets. */
export function unansweredId(questionId: string): string {
  return `${questionId}-unanswered`;
}

function unanswered({ id, askedAt: at }: Question): Answer {
  return {
    kind: 'answer',
    id: unansweredId(id),
    questionId: id,
    model: '',
    state: 'failed',
    text: '',
    reasoning: '',
    startedAt: at,
    outcome: { endedAt: at, failure: { kind: 'emptyReply' } },
  };
}

/** From its end to its beginning. */
function pathThrough(placed: readonly Message[], shown: string | undefined): ReadonlySet<Message> {
  const byId = new Map(placed.map((message) => [message.id, message]));
  const children = childrenByParent(placed);
  const through = shown === undefined ? undefined : byId.get(shown);
  const waiting = through === undefined ? [...(children.get('') ?? [])] : [through];
  let end: Message | undefined;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const below = children.get(next.id) ?? [];
    waiting.push(...below);
    if (below.length === 0 && (end === undefined || compareByAge(end, next) < 0)) {
      end = next;
    }
  }
  const path = new Set<Message>();
  for (; end !== undefined; end = byId.get(parentIdOf(end))) {
    path.add(end);
  }
  return path;
}

function isQuestion(message: Message): message is Question {
  return message.kind === 'question';
}

function isAnswer(message: Message): message is Answer {
  return message.kind === 'answer';
}
