import assert from 'node:assert/strict';
import type * as questions from '../../../../../src/features/prompts/host/codeQuestions';
import { withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { codeQuestionIds, codeQuestions } = withVsCodeTexts(
  () => require('../../../../../src/features/prompts/host/codeQuestions') as typeof questions,
);

describe('the table of questions about code', () => {
  it('has one row for each command, with a title that names Portico and a question', () => {
    const rows = codeQuestions();
    assert.deepEqual(
      rows.map(({ id }) => id),
      codeQuestionIds,
    );
    for (const { title, text, context } of rows) {
      assert.match(title, / with Portico$/u);
      assert.match(text, /^[A-Z].*code.*\.$/u);
      assert.equal(context[0], 'code');
    }
  });

  it('offers Explain and Fix on a problem', () => {
    const onProblems = codeQuestions().filter(({ problemText }) => problemText !== undefined);
    assert.deepEqual(
      onProblems.map(({ id }) => id),
      ['explain', 'fix'],
    );
  });
});
