import assert from 'node:assert/strict';
import { longAnswers } from '../support/continuation/corpus';
import {
  isJoinedWithoutDouble,
  knownLosses,
  lossAt,
  repetitionStart,
} from '../support/continuation/cuts';

describe('a continued answer', () => {
  it('is the original after at least 99.99 % of all cuts, and in code blocks after every cut', () => {
    let cuts = 0;
    const losses = longAnswers().flatMap((answer) => {
      cuts += answer.text.length - 1;
      return Array.from(
        { length: answer.text.length - 1 },
        (_, index) => lossAt(answer, index + 1) ?? [],
      ).flat();
    });
    assert.ok(cuts >= 200_000, `${cuts} cuts`);
    assert.deepEqual(
      losses.filter(({ inFence }) => inFence),
      [],
    );
    assert.deepEqual(
      losses.map(({ place }) => place),
      knownLosses,
    );
    assert.ok(losses.length <= cuts * 0.0001, `${losses.length} of ${cuts}`);
  });

  for (const unit of ['line', 'words'] as const) {
    it(`has no double in at least 95 % of cases where the model repeats its last ${unit}`, () => {
      let cases = 0;
      let joins = 0;
      for (const answer of longAnswers()) {
        for (let cut = 1; cut < answer.text.length; cut += 3) {
          const start = repetitionStart(answer, cut, unit);
          if (start !== undefined) {
            cases += 1;
            joins += isJoinedWithoutDouble(answer, cut, start) ? 1 : 0;
          }
        }
      }
      assert.ok(cases >= 10_000, `${cases}`);
      assert.ok(joins >= cases * 0.95, `${joins} of ${cases}`);
    });
  }
});
