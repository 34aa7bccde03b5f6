import assert from 'node:assert/strict';
import type * as checkModule from '../../../../../src/features/commitMessage/host/outgoingSecretsCheck';
import type { SecretFinding } from '../../../../../src/features/secrets/node/secretScanner';
import { vscodeTexts, withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { outgoingSecretsCheck } = withVsCodeTexts(
  () =>
    require('../../../../../src/features/commitMessage/host/outgoingSecretsCheck') as typeof checkModule,
);

const signal = new AbortController().signal;

function found(digest: string, line: number, start = 0): SecretFinding {
  return {
    textIndex: 0,
    start,
    end: start + 5,
    line,
    rule: 'Token',
    masked: `${digest}…`,
    digest,
  };
}

describe('outgoingSecretsCheck', () => {
  const details: (readonly string[])[] = [];
  let answer: string | undefined;
  before(() => {
    vscodeTexts.window['showWarningMessage'] = (_text: string, options: { detail: string }) => {
      details.push(options.detail.split('\n\n'));
      return Promise.resolve(answer);
    };
  });
  beforeEach(() => (answer = undefined));
  after(() => delete vscodeTexts.window['showWarningMessage']);

  function checkWith(findings: readonly SecretFinding[]) {
    const scanner = {
      warmUp: () => undefined,
      scan: () => Promise.resolve({ findings, isIncomplete: false }),
    };
    return outgoingSecretsCheck(scanner, undefined);
  }

  it('lists every secret, even if one of them is in very many places', async () => {
    const findings = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((line) => found('a', line));
    const decision = await checkWith([...findings, found('b', 10)])('changes', signal);
    assert.equal(decision, undefined, 'nothing is sent');
    assert.deepEqual(details.at(-1), [
      'Token: a… (line 1)',
      'Token: b… (line 10)',
      ...[2, 3, 4, 5, 6, 7].map((line) => `Token: a… (line ${line})`),
    ]);
  });

  it('names the file of a request with several, not a line that resembles its heading, and masks', async () => {
    const text = '# abcde\n\n## Added: a.ts\n+## fghij\n## Changed: b.ts\n+klmno';
    const secrets = ['abcde', 'fghij', 'klmno'].map((each) => found(each, 1, text.indexOf(each)));
    answer = 'Mask and Send';
    assert.equal(
      await checkWith(secrets)(text, signal),
      text.replaceAll(/abcde|fghij|klmno/g, '[Token removed]'),
    );
    assert.deepEqual(details.at(-1), [
      'Token: abcde… (line 1)',
      'Token: fghij… (Added: a.ts)',
      'Token: klmno… (Changed: b.ts)',
    ]);
  });
});
