import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  newConversation,
  type Answer,
  type Conversation,
  type Message,
  type Question,
} from '../../../../src/conversation/common/conversation';
import {
  reduce,
  type ConversationEvent,
} from '../../../../src/conversation/common/conversationEvent';
import { parentIdOf } from '../../../../src/conversation/common/messageTree';
import { versionsOf, withoutHiddenContents } from '../../../../src/conversation/common/versions';

const start = newConversation('c', 'm', 0);

interface Origin {
  readonly fromOtherWindow?: true;
}

const fromOtherWindow: Origin = { fromOtherWindow: true };

function question(id: string, parentId?: string, askedAt = 0): Question {
  const parent = parentId === undefined ? {} : { parentId };
  return { kind: 'question', id, text: `${id}?`, ...parent, askedAt };
}

function answer(id: string, questionId: string, startedAt = 0): Answer {
  const empty = { text: '', reasoning: '', state: 'waiting' } as const;
  return { kind: 'answer', id, questionId, model: 'm', ...empty, startedAt };
}

/** Asks q<id>, answered by a<id>. */
function asked(id: number, parentId?: string, origin: Origin = {}) {
  return {
    type: 'asked' as const,
    question: question(`q${id}`, parentId, id),
    answer: answer(`a${id}`, `q${id}`, id),
    ...origin,
  };
}

/** Retries the question of an answer, answered by a<id>. */
function retried(replacedAnswerId: string, id: number, origin: Origin = {}) {
  return {
    type: 'retried' as const,
    replacedAnswerId,
    answer: answer(`a${id}`, '?', id),
    ...origin,
  };
}

function chosen(messageId: string): ConversationEvent {
  return { type: 'versionChosen', messageId };
}

function conversationAfter(...events: readonly ConversationEvent[]): Conversation {
  return events.reduce(reduce, start);
}

function path({ messages }: Conversation): string {
  return messages.map(({ id }) => id).join(' ');
}

function all({ messages, offPath }: Conversation): readonly Message[] {
  return [...messages, ...offPath];
}

const number = fc.nat(9);
/** IDs of questions and answers, known or unknown, also of the wrong kind. */
const id = fc.tuple(fc.constantFrom('q', 'a'), number).map(([kind, n]) => `${kind}${n}`);
const parent = fc.oneof(fc.constant(undefined), fc.constant(''), id);
const origin = fc.constantFrom<Origin>({}, {}, fromOtherWindow);
const outcome = { endedAt: 1 };

const event: fc.Arbitrary<ConversationEvent> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(number, parent, origin).map((input) => asked(...input)) },
  { weight: 3, arbitrary: fc.tuple(id, number, origin).map((input) => retried(...input)) },
  { weight: 3, arbitrary: id.map(chosen) },
  id.map((answerId) => ({ type: 'textAppended' as const, answerId, text: 'x', reasoning: '' })),
  id.map((answerId) => ({ type: 'ended' as const, answerId, state: 'stopped' as const, outcome })),
  id.map((answerId) => ({ type: 'continued' as const, answerId, continuedAt: 2 })),
);
const events = fc.array(event, { maxLength: 40 });

/** Calls `check` for every event with the states after and before it. */
function eachStep(
  sequence: readonly ConversationEvent[],
  check: (after: Conversation, before: Conversation, applied: ConversationEvent) => void,
): void {
  let state = start;
  for (const applied of sequence) {
    const before = state;
    state = reduce(state, applied);
    check(state, before, applied);
  }
}

describe('message tree after any sequence of events', () => {
  it('contains every message exactly once and loses none', () => {
    fc.assert(
      fc.property(events, (sequence) => {
        eachStep(sequence, (after, before) => {
          const ids = all(after).map((message) => message.id);
          assert.equal(new Set(ids).size, ids.length);
          for (const old of all(before)) {
            const same = all(after).find((message) => message.id === old.id);
            assert.equal(same && parentIdOf(same), parentIdOf(old));
            assert.ok(same?.text.startsWith(old.text));
          }
        });
      }),
    );
  });

  it('shows a path that alternates questions and answers, each following the one before it', () => {
    fc.assert(
      fc.property(events, (sequence) => {
        eachStep(sequence, ({ messages }) => {
          for (const [index, message] of messages.entries()) {
            assert.equal(message.kind, index % 2 === 0 ? 'question' : 'answer');
            assert.equal(parentIdOf(message), messages[index - 1]?.id ?? '');
          }
          assert.equal(messages.length % 2, 0, 'the path ends with an answer');
        });
      }),
    );
  });

  it('attaches every message off the path to a message of the other kind', () => {
    fc.assert(
      fc.property(events, (sequence) => {
        const state = sequence.reduce(reduce, start);
        const kinds = new Map(all(state).map((message) => [message.id, message.kind]));
        for (const message of state.offPath) {
          const parentKind = kinds.get(parentIdOf(message));
          assert.ok(
            message.kind === 'answer'
              ? parentKind === 'question'
              : parentKind === 'answer' || parentIdOf(message) === '',
          );
        }
      }),
    );
  });

  it('numbers versions in a stable order in which the arrows reach all of them', () => {
    fc.assert(
      fc.property(events, (sequence) => {
        eachStep(sequence, (after, before) => {
          for (const message of after.messages) {
            const versions = versionList(after, message.id);
            const earlier = versionList(before, message.id);
            assert.deepEqual(
              versions.filter((version) => earlier.includes(version)),
              earlier,
            );
            const siblings = all(after).filter(
              (other) => parentIdOf(other) === parentIdOf(message),
            );
            assert.deepEqual(new Set(versions), new Set(siblings.map((sibling) => sibling.id)));
          }
        });
      }),
    );
  });

  it('shows any message once it is chosen, and restores the path when its end is chosen', () => {
    fc.assert(
      fc.property(events, fc.nat(), (sequence, index) => {
        const state = sequence.reduce(reduce, start);
        const target = state.offPath[index % state.offPath.length];
        if (target !== undefined) {
          const shown = reduce(state, chosen(target.id));
          assert.ok(shown.messages.includes(target));
          const end = shown.messages.at(-1);
          assert.ok(shown.offPath.every((message) => parentIdOf(message) !== end?.id));
          const restored = reduce(shown, chosen(state.messages.at(-1)?.id ?? ''));
          assert.equal(path(restored), path(state));
        }
      }),
    );
  });

  it('extends but never switches the shown path when another window adds messages', () => {
    fc.assert(
      fc.property(events, (sequence) => {
        eachStep(sequence, (after, before, applied) => {
          if ('fromOtherWindow' in applied) {
            assert.ok(path(after).startsWith(path(before)));
          }
        });
      }),
    );
  });

  it('is the same in two windows that add messages at the same time', () => {
    fc.assert(
      fc.property(events, fc.array(fc.boolean()), (sequence, isFirstWindow) => {
        const base = sequence.reduce(reduce, start);
        const end = base.messages.at(-1)?.id ?? '';
        const added = isFirstWindow.map((isFirst, n) => ({ isFirst, event: asked(100 + n, end) }));
        const first = added.filter(({ isFirst }) => isFirst).map((entry) => entry.event);
        const second = added.filter(({ isFirst }) => !isFirst).map((entry) => entry.event);
        const treeIn = (
          own: readonly ConversationEvent[],
          others: readonly ConversationEvent[],
        ): readonly string[] => {
          const received = others.map((other) => ({ ...other, ...fromOtherWindow }));
          return all([...own, ...received].reduce(reduce, base))
            .map((message) => `${message.id} after ${parentIdOf(message)}`)
            .toSorted();
        };
        assert.deepEqual(treeIn(first, second), treeIn(second, first));
      }),
    );
  });

  it('never changes an earlier state', () => {
    fc.assert(
      fc.property(events, events, events, (first, second, third) => {
        const base = first.reduce(reduce, start);
        const expected = second.reduce(reduce, base);
        third.reduce(reduce, base);
        assert.deepEqual(second.reduce(reduce, base), expected);
      }),
    );
  });

  it('gives the webview all versions without the content of messages off the path', () => {
    fc.assert(
      fc.property(events, (sequence) => {
        const state = sequence.reduce(reduce, start);
        const view = withoutHiddenContents(state);
        assert.deepEqual(versionsOf(view), versionsOf(state));
        assert.ok(view.offPath.every(({ text }) => text === ''));
        assert.deepEqual(withoutHiddenContents(view), view);
      }),
    );
  });
});

/** IDs of all versions of a message, oldest first, found by following the arrows. */
function versionList(conversation: Conversation, messageId: string): readonly string[] {
  const list: string[] = [];
  const step = (from: string, direction: 'previous' | 'next'): string | undefined =>
    versionsOf(reduce(conversation, chosen(from))).get(from)?.[direction];
  let first = messageId;
  if (!all(conversation).some((message) => message.id === messageId)) {
    return list;
  }
  for (let next = step(first, 'previous'); next !== undefined; next = step(next, 'previous')) {
    first = next;
  }
  for (let next: string | undefined = first; next !== undefined; next = step(next, 'next')) {
    list.push(next);
  }
  return list;
}

describe('versions', () => {
  const chat = conversationAfter(asked(1), asked(2), asked(3));

  it('of an edited question each keep the messages that follow them', () => {
    const edited = reduce(chat, asked(4, 'a1'));
    assert.equal(path(edited), 'q1 a1 q4 a4');
    assert.deepEqual(versionsOf(edited).get('q4'), {
      number: 2,
      count: 2,
      previous: 'q2',
      next: undefined,
    });
    assert.equal(versionsOf(edited).size, 1);
    const original = reduce(edited, chosen('q2'));
    assert.equal(path(original), 'q1 a1 q2 a2 q3 a3');
    assert.equal(versionsOf(original).get('q2')?.next, 'q4');
  });

  it('include those of the first question', () => {
    const edited = reduce(chat, asked(4, ''));
    assert.equal(path(edited), 'q4 a4');
    assert.equal(versionsOf(edited).get('q4')?.previous, 'q1');
  });

  it('lead to the newest message below them', () => {
    const steps = [asked(4, 'a1'), chosen('q2'), asked(5, 'a3'), retried('a1', 6)] as const;
    const state = steps.reduce<Conversation>(reduce, chat);
    assert.equal(path(state), 'q1 a6');
    assert.equal(path(reduce(state, chosen('a1'))), 'q1 a1 q2 a2 q3 a3 q5 a5');
  });

  it('off the path still receive text', () => {
    const offPath = reduce(chat, retried('a3', 4, fromOtherWindow));
    assert.equal(path(offPath), 'q1 a1 q2 a2 q3 a3');
    const delta = { type: 'textAppended', answerId: 'a4', text: 'Hm', reasoning: '' } as const;
    assert.equal(reduce(offPath, delta).offPath.at(-1)?.text, 'Hm');
  });

  it('puts a question whose parent is unknown at the end of the path', () => {
    assert.equal(path(reduce(chat, asked(4, 'a77'))), 'q1 a1 q2 a2 q3 a3 q4 a4');
  });
});
