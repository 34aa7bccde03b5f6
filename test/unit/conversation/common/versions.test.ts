import assert from 'node:assert/strict';
import type { Answer, Conversation } from '../../../../src/conversation/common/conversation';
import {
  isRefusedAttempt,
  versionsOf,
  withoutHiddenContents,
} from '../../../../src/conversation/common/versions';
import { mayBeCharged } from '../../../../src/conversation/node/retry/retryPolicy';
import { failureKinds, type Failure } from '../../../../src/gateway/common/failure';

function answer(id: string, failure?: Failure, text = ''): Answer {
  return {
    kind: 'answer',
    id,
    questionId: 'q',
    model: 'echo',
    state: failure === undefined ? 'complete' : 'failed',
    text: failure === undefined ? 'Hi' : text,
    reasoning: '',
    startedAt: Number(id.slice(1)),
    outcome: { endedAt: 9, ...(failure === undefined ? {} : { failure }) },
  };
}

function conversation(shown: Answer, ...others: readonly Answer[]): Conversation {
  return {
    id: 'c',
    createdAt: 0,
    model: 'echo',
    messages: [{ kind: 'question', id: 'q', parentId: '', text: 'Who?', askedAt: 0 }, shown],
    offPath: others,
  };
}

const rejected: Failure = { kind: 'keyRejected', status: 401 };

describe('versions of an answer', () => {
  it('do not count attempts that were refused before anything was charged', () => {
    for (const failure of [
      rejected,
      { kind: 'keyMissing' },
      { kind: 'keyCommandFailed' },
      { kind: 'rateLimited', status: 429 },
      { kind: 'unreachable', nothingSent: true },
    ] satisfies readonly Failure[]) {
      const refused = conversation(answer('a2'), answer('a1', failure));
      assert.equal(versionsOf(refused).size, 0, failure.kind);
      assert.equal(versionsOf(withoutHiddenContents(refused)).size, 0, failure.kind);
    }
  });

  it('count every other attempt', () => {
    for (const other of [
      answer('a1'),
      answer('a1', { kind: 'serverError', status: 500 }),
      answer('a1', { kind: 'keyRejected', status: 200 }),
      answer('a1', rejected, 'Some text'),
      { ...answer('a1', rejected), earlierOutcomes: [{ endedAt: 1 }] },
    ]) {
      assert.equal(versionsOf(conversation(answer('a2'), other)).get('a2')?.count, 2);
    }
  });

  it('are none where several models were asked, even if the further one was refused', () => {
    const refused = { ...answer('a3', rejected), isAlsoAsked: true } as const;
    assert.equal(versionsOf(conversation(answer('a2'), answer('a1'), refused)).size, 0);
  });

  it('lead from a refused attempt to the answer before it', () => {
    const version = versionsOf(conversation(answer('a2', rejected), answer('a1'))).get('a2');
    assert.deepEqual(version, { number: 2, count: 2, previous: 'a1', next: undefined });
  });

  it('count whatever may have been charged', () => {
    for (const kind of failureKinds) {
      for (const status of [undefined, 200, 400, 401, 403, 404, 429, 500, 502, 503, 504, 529]) {
        for (const nothingSent of [true, undefined] as const) {
          const failure: Failure = {
            kind,
            ...(status === undefined ? {} : { status }),
            ...(nothingSent === undefined ? {} : { nothingSent }),
          };
          const isRefused = isRefusedAttempt(answer('a1', failure));
          assert.ok(!isRefused || !mayBeCharged(failure), JSON.stringify(failure));
        }
      }
    }
  });
});
