import assert from 'node:assert/strict';
import fc from 'fast-check';
import type {
  Answer,
  Conversation,
  Message,
  Question,
} from '../../../../src/shared/conversation/conversation';
import { newConversation } from '../../../../src/shared/conversation/conversation';
import {
  type ConversationEvent,
  reduce,
} from '../../../../src/shared/conversation/conversationEvent';
import { parentOf } from '../../../../src/shared/conversation/messageTree';
import { versionsOf, withoutOffPathContents } from '../../../../src/shared/conversation/versions';

const start = newConversation('c', 'm', 0);

function question(id: string, parent?: string, at = 0): Question {
  const place = parent === undefined ? {} : { parent };
  return { kind: 'question', id, text: `${id}?`, ...place, at };
}

function answer(id: string, questionId: string, startedAt = 0): Answer {
  const empty = { text: '', reasoning: '', state: 'waiting' } as const;
  return { kind: 'answer', id, questionId, model: 'm', ...empty, startedAt };
}

/** Asks q<id> and answers it by a<id>. */
function asked(id: number, parent?: string, more: { readonly elsewhere?: true } = {}) {
  return {
    type: 'asked' as const,
    question: question(`q${id}`, parent, id),
    answer: answer(`a${id}`, `q${id}`, id),
    ...more,
  };
}

function retried(replaced: string, id: number, more: { readonly elsewhere?: true } = {}) {
  return { type: 'retried' as const, replaced, answer: answer(`a${id}`, '?', id), ...more };
}

function chosen(messageId: string): ConversationEvent {
  return { type: 'versionChosen', messageId };
}

function told(...events: readonly ConversationEvent[]): Conversation {
  return events.reduce(reduce, start);
}

function path({ messages }: Conversation): string {
  return messages.map(({ id }) => id).join(' ');
}

function all({ messages, offPath }: Conversation): readonly Message[] {
  return [...messages, ...offPath];
}

const number = fc.nat(9);
/** Of questions and answers that may be there or not, and may be the wrong kind. */
const id = fc.tuple(fc.constantFrom('q', 'a'), number).map(([kind, n]) => `${kind}${n}`);
const parent = fc.oneof(fc.constant(undefined), fc.constant(''), id);
const elsewhere = fc.constantFrom<{ elsewhere?: true }>({}, {}, { elsewhere: true });
const outcome = { endedAt: 1 };

const event: fc.Arbitrary<ConversationEvent> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(number, parent, elsewhere).map((of) => asked(...of)) },
  { weight: 3, arbitrary: fc.tuple(id, number, elsewhere).map((of) => retried(...of)) },
  { weight: 3, arbitrary: id.map(chosen) },
  id.map((answerId) => ({ type: 'textAppended' as const, answerId, text: 'x', reasoning: '' })),
  id.map((answerId) => ({ type: 'ended' as const, answerId, state: 'stopped' as const, outcome })),
  id.map((answerId) => ({ type: 'continued' as const, answerId, at: 2 })),
);
const events = fc.array(event, { maxLength: 40 });

/** Each state from the first event on, with the one before it. */
function eachStep(
  sequence: readonly ConversationEvent[],
  look: (next: Conversation, before: Conversation, by: ConversationEvent) => void,
): void {
  let state = start;
  for (const next of sequence) {
    const before = state;
    state = reduce(state, next);
    look(state, before, next);
  }
}

describe('the tree of messages, whatever events come', () => {
  it('has every message in one place, and loses none', () => {
    fc.assert(
      fc.property(events, (sequence) => {
        eachStep(sequence, (next, before) => {
          const ids = all(next).map((message) => message.id);
          assert.equal(new Set(ids).size, ids.length);
          for (const old of all(before)) {
            const kept = all(next).find((message) => message.id === old.id);
            assert.equal(kept && parentOf(kept), parentOf(old));
            assert.ok(kept?.text.startsWith(old.text));
          }
        });
      }),
    );
  });

  it('shows a path on which each message follows the one before it, question by answer', () => {
    fc.assert(
      fc.property(events, (sequence) => {
        eachStep(sequence, ({ messages }) => {
          for (const [index, message] of messages.entries()) {
            assert.equal(message.kind, index % 2 === 0 ? 'question' : 'answer');
            assert.equal(parentOf(message), messages[index - 1]?.id ?? '');
          }
          assert.equal(messages.length % 2, 0, 'it ends with an answer');
        });
      }),
    );
  });

  it('has a place for everything that is aside', () => {
    fc.assert(
      fc.property(events, (sequence) => {
        const state = sequence.reduce(reduce, start);
        const kinds = new Map(all(state).map((message) => [message.id, message.kind]));
        for (const message of state.offPath) {
          const follows = kinds.get(parentOf(message));
          assert.ok(
            message.kind === 'answer'
              ? follows === 'question'
              : follows === 'answer' || parentOf(message) === '',
          );
        }
      }),
    );
  });

  it('numbers versions in an order that stays, and that has a way to each', () => {
    fc.assert(
      fc.property(events, (sequence) => {
        eachStep(sequence, (next, before) => {
          for (const message of next.messages) {
            const now = versionList(next, message.id);
            const then = versionList(before, message.id);
            assert.deepEqual(
              now.filter((version) => then.includes(version)),
              then,
            );
            const siblings = all(next).filter((other) => parentOf(other) === parentOf(message));
            assert.deepEqual(new Set(now), new Set(siblings.map((sibling) => sibling.id)));
          }
        });
      }),
    );
  });

  it('gets to any message by choosing it, and to where it was by choosing that again', () => {
    fc.assert(
      fc.property(events, fc.nat(), (sequence, place) => {
        const state = sequence.reduce(reduce, start);
        const target = state.offPath[place % state.offPath.length];
        if (target !== undefined) {
          const there = reduce(state, chosen(target.id));
          assert.ok(there.messages.includes(target));
          const end = there.messages.at(-1);
          assert.ok(there.offPath.every((message) => parentOf(message) !== end?.id));
          const back = reduce(there, chosen(state.messages.at(-1)?.id ?? ''));
          assert.equal(path(back), path(state));
        }
      }),
    );
  });

  it('moves nobody by what another window adds, unless it goes on from the end', () => {
    fc.assert(
      fc.property(events, (sequence) => {
        eachStep(sequence, (next, before, by) => {
          if ('elsewhere' in by) {
            assert.ok(path(next).startsWith(path(before)));
          }
        });
      }),
    );
  });

  it('is the same tree in both windows that add to it at once', () => {
    fc.assert(
      fc.property(events, fc.array(fc.boolean()), (sequence, mine) => {
        const base = sequence.reduce(reduce, start);
        const [own, others] = [0, 1].map((window) =>
          mine
            .map((isMine, n) => ({
              by: isMine ? 0 : 1,
              of: asked(100 + n, base.messages.at(-1)?.id ?? ''),
            }))
            .filter(({ by }) => by === window)
            .map(({ of }) => of),
        );
        const there = (list: readonly ConversationEvent[] = []): readonly ConversationEvent[] =>
          list.map((one) => ({ ...one, elsewhere: true }) as ConversationEvent);
        const here = [...(own ?? []), ...there(others)].reduce(reduce, base);
        const other = [...(others ?? []), ...there(own)].reduce(reduce, base);
        const tree = (state: Conversation) =>
          all(state)
            .map((message) => `${message.id} after ${parentOf(message)}`)
            .toSorted();
        assert.deepEqual(tree(here), tree(other));
      }),
    );
  });

  it('is the same whatever else was made of the state before', () => {
    fc.assert(
      fc.property(events, events, events, (first, second, third) => {
        const base = first.reduce(reduce, start);
        const once = second.reduce(reduce, base);
        third.reduce(reduce, base);
        assert.deepEqual(second.reduce(reduce, base), once);
      }),
    );
  });

  it('is known in the view by its places alone', () => {
    fc.assert(
      fc.property(events, (sequence) => {
        const state = sequence.reduce(reduce, start);
        const view = withoutOffPathContents(state);
        assert.deepEqual(versionsOf(view), versionsOf(state));
        assert.ok(view.offPath.every(({ text }) => text === ''));
        assert.deepEqual(withoutOffPathContents(view), view);
      }),
    );
  });
});

/** The versions of a message on the path, by way of the arrows. */
function versionList(conversation: Conversation, messageId: string): readonly string[] {
  const list: string[] = [];
  const step = (from: string, way: 'previous' | 'next'): string | undefined =>
    versionsOf(reduce(conversation, chosen(from))).get(from)?.[way];
  let first = messageId;
  if (!all(conversation).some((message) => message.id === messageId)) {
    return list;
  }
  for (let next = step(first, 'previous'); next !== undefined; next = step(next, 'previous')) {
    first = next;
  }
  for (let at: string | undefined = first; at !== undefined; at = step(at, 'next')) {
    list.push(at);
  }
  return list;
}

describe('versions', () => {
  const chat = told(asked(1), asked(2), asked(3));

  it('are one for each time that a question was edited, each with what followed it', () => {
    const edited = reduce(chat, asked(4, 'a1'));
    assert.equal(path(edited), 'q1 a1 q4 a4');
    assert.deepEqual(versionsOf(edited).get('q4'), {
      number: 2,
      count: 2,
      previous: 'q2',
      next: undefined,
    });
    assert.equal(versionsOf(edited).size, 1);
    const back = reduce(edited, chosen('q2'));
    assert.equal(path(back), 'q1 a1 q2 a2 q3 a3');
    assert.equal(versionsOf(back).get('q2')?.next, 'q4');
  });

  it('are there of the first question too', () => {
    const edited = reduce(chat, asked(4, ''));
    assert.equal(path(edited), 'q4 a4');
    assert.equal(versionsOf(edited).get('q4')?.previous, 'q1');
  });

  it('lead down to where the conversation went on last', () => {
    const went = [asked(4, 'a1'), chosen('q2'), asked(5, 'a3'), retried('a1', 6)] as const;
    const state = went.reduce<Conversation>(reduce, chat);
    assert.equal(path(state), 'q1 a6');
    assert.equal(path(reduce(state, chosen('a1'))), 'q1 a1 q2 a2 q3 a3 q5 a5');
  });

  it('take what still comes for one that is aside', () => {
    const aside = [retried('a3', 4, { elsewhere: true })].reduce(reduce, chat);
    assert.equal(path(aside), 'q1 a1 q2 a2 q3 a3');
    const delta = { type: 'textAppended', answerId: 'a4', text: 'Hm', reasoning: '' } as const;
    assert.equal(reduce(aside, delta).offPath.at(-1)?.text, 'Hm');
  });

  it('have a place for a question whose parent was lost: the end', () => {
    assert.equal(path(reduce(chat, asked(4, 'a77'))), 'q1 a1 q2 a2 q3 a3 q4 a4');
  });
});
