import assert from 'node:assert/strict';
import type * as secretsPromptTextModule from '../../../../../src/features/secrets/host/secretsPromptText';
import type { SecretFinding } from '../../../../../src/features/secrets/node/secretScanner';
import { withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { secretsPrompt, secretsSentence } = withVsCodeTexts(
  () =>
    require('../../../../../src/features/secrets/host/secretsPromptText') as typeof secretsPromptTextModule,
);

function finding(digest: string, textIndex: number): SecretFinding {
  return { textIndex, start: 0, end: 9, line: 1, rule: 'GitHub token', masked: 'ghp_…', digest };
}

describe('secretsSentence', () => {
  it('counts a secret that is in several places once', () => {
    const one = 'The content to be sent may contain a secret.';
    assert.equal(secretsSentence([finding('a', 0), finding('a', 3)], false), one);
    assert.equal(
      secretsSentence([finding('a', 0), finding('b', 0), finding('a', 3)], false),
      'The content to be sent may contain 2 secrets.',
    );
  });

  it('says that the check was not complete', () => {
    const incomplete = "Portico couldn't check all of it.";
    assert.ok(secretsSentence([finding('a', 0)], true).endsWith(incomplete));
    assert.equal(secretsSentence([], true), "Portico couldn't finish checking for secrets.");
  });
});

describe('secretsPrompt', () => {
  it('lists each place of a secret', () => {
    const prompt = secretsPrompt({
      secrets: [
        { place: { in: 'question' }, finding: finding('a', 0) },
        { place: { in: 'attachment', name: 'conf.ts' }, finding: finding('a', 1) },
        { place: { in: 'history' }, finding: finding('a', 2) },
      ],
      isIncomplete: false,
      canMask: false,
      isQueued: false,
    });
    assert.deepEqual(
      prompt?.findings.map(({ place }) => place),
      ['Question, line 1', 'conf.ts, line 1 of the preview', 'Earlier message, line 1'],
    );
  });

  it('lists every secret, even if one of them is in very many places', () => {
    const inQuestion = (digest: string, line: number) => ({
      place: { in: 'question' } as const,
      finding: { ...finding(digest, 0), line },
    });
    const prompt = secretsPrompt({
      secrets: [
        ...Array.from({ length: 30 }, (_, index) => inQuestion('a', index + 1)),
        inQuestion('b', 31),
        inQuestion('b', 32),
        inQuestion('c', 33),
      ],
      isIncomplete: false,
      canMask: true,
      isQueued: false,
    });
    assert.equal(prompt?.sentence, 'The content to be sent may contain 3 secrets.');
    const lines = prompt?.findings.map(({ place }) => Number(/\d+/u.exec(place)?.[0]));
    const others = Array.from({ length: 17 }, (_, index) => index + 2);
    assert.deepEqual(lines, [1, 31, 33, ...others]);
  });
});
