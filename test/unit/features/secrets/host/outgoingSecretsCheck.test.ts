import assert from 'node:assert/strict';
import type { Failure } from '../../../../../src/gateway/common/failure';
import type { SecretFinding } from '../../../../../src/features/secrets/node/secretScanner';
import type * as checkModule from '../../../../../src/features/secrets/host/outgoingSecretsCheck';
import { vscodeTexts, withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { outgoingSecretsCheck } = withVsCodeTexts(
  () =>
    require('../../../../../src/features/secrets/host/outgoingSecretsCheck') as typeof checkModule,
);

function found(digest: string, line: number): SecretFinding {
  return { textIndex: 0, start: 0, end: 9, line, rule: 'Token', masked: `${digest}…`, digest };
}

describe('outgoingSecretsCheck', () => {
  after(() => delete vscodeTexts.window['showWarningMessage']);

  it('lists every secret, even if one of them is in very many places', async () => {
    const findings = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((line) => found('a', line));
    const scanner = {
      warmUp: () => undefined,
      scan: () => Promise.resolve({ findings: [...findings, found('b', 10)], isIncomplete: false }),
    };
    const details: string[] = [];
    vscodeTexts.window['showWarningMessage'] = (_text: string, options: { detail: string }) => {
      details.push(options.detail);
      return Promise.resolve(undefined);
    };
    const failure: Failure = { kind: 'forbidden' };
    const check = outgoingSecretsCheck(scanner, () => Promise.resolve(failure));
    const decision = await check('changes', new AbortController().signal);
    assert.deepEqual(decision, { type: 'cancel' });
    assert.deepEqual(details[0]?.split('\n\n'), [
      'Token: a… (line 1)',
      'Token: b… (line 10)',
      ...[2, 3, 4, 5, 6, 7].map((line) => `Token: a… (line ${line})`),
    ]);
  });
});
