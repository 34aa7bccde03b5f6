import assert from 'node:assert/strict';
import { failureKinds, type Failure } from '../../../../../src/gateway/common/failure';
import type * as failureHelpModule from '../../../../../src/platform/host/failureHelp';
import type * as failureActionsModule from '../../../../../src/platform/host/text/failureActions';
import type * as failureTextModule from '../../../../../src/platform/host/text/failureText';
import { withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { failureRows, noticeButton, provideFailureHelp, remediesFor, settingsQuery } =
  withVsCodeTexts(() => ({
    ...(require('../../../../../src/platform/host/failureHelp') as typeof failureHelpModule),
    ...(require('../../../../../src/platform/host/text/failureActions') as typeof failureActionsModule),
    ...(require('../../../../../src/platform/host/text/failureText') as typeof failureTextModule),
  }));

describe('buttons after a failure', () => {
  it('are those of its kind, each of which has something to open', () => {
    for (const kind of failureKinds) {
      const offered = failureRows[kind].actions.filter((action) => action !== 'operatorHelp');
      assert.deepEqual(remediesFor({ kind }), offered, kind);
    }
  });

  it('lead to the operator who names a help page, where key, credit or permission is lacking', () => {
    const page = { name: 'Work', url: 'https://help.example:8443/keys' };
    const pages = provideFailureHelp({
      operatorHelp: (host) => (host === 'gw.example' ? page : undefined),
      signInCommand: () => undefined,
    });
    try {
      const withHelp = failureKinds.filter((kind) =>
        remediesFor({ kind, host: 'gw.example' }).includes('operatorHelp'),
      );
      assert.deepEqual(withHelp, [
        'keyMissing',
        'keyLost',
        'keyCommandFailed',
        'keyRejected',
        'forbidden',
        'noCredit',
      ]);
      assert.deepEqual(noticeButton('operatorHelp', { kind: 'noCredit', host: 'gw.example' }), {
        action: 'operatorHelp',
        label: 'Help from Work',
        title: 'help.example:8443',
      });
      assert.ok(!remediesFor({ kind: 'noCredit', host: 'other.example' }).includes('operatorHelp'));
    } finally {
      pages.dispose();
    }
  });

  it('never ask for a key where a command provides it', () => {
    for (const kind of failureKinds) {
      const buttons = remediesFor({ kind, keyFromCommand: true });
      assert.ok(!buttons.includes('setApiKey'), kind);
    }
    assert.deepEqual(remediesFor({ kind: 'keyRejected', keyFromCommand: true }), ['openSettings']);
  });

  it('add what a gateway demands, at its place', () => {
    for (const [place, button] of [
      ['header', 'addHeader'],
      ['queryParameter', 'addQueryParameter'],
    ] as const) {
      const demand = { place, name: 'X', origin: 'https://gateway.example' };
      assert.deepEqual(remediesFor({ kind: 'badRequest', demand }), [button, 'openSettings']);
    }
  });

  it('open the settings first if a setting of the user is the cause', () => {
    const tooLarge: Failure = { kind: 'badRequest', maxOutputTokens: 4_096 };
    assert.deepEqual(remediesFor(tooLarge), ['openSettings', 'chooseModel']);
    assert.deepEqual(remediesFor({ kind: 'badRequest' }), ['chooseModel', 'openSettings']);
  });

  it('begin with the diagnosis where only the status of a refusal is known', () => {
    assert.deepEqual(remediesFor({ kind: 'forbidden', unexplained: true }), [
      'checkConnection',
      'chooseModel',
      'setApiKey',
    ]);
    assert.deepEqual(remediesFor({ kind: 'forbidden' }), ['chooseModel', 'setApiKey']);
    assert.deepEqual(remediesFor({ kind: 'keyRejected', unexplained: true }), ['setApiKey']);
  });

  it('offer the balance where credit is lacking', () => {
    assert.ok(remediesFor({ kind: 'noCredit' }).includes('showBalance'));
  });

  for (const [failure, query] of [
    [{ kind: 'badRequest', maxOutputTokens: 4_096 }, 'portico.maxTokens'],
    [{ kind: 'badRequest' }, 'portico'],
    [{ kind: 'firstTokenTimeout' }, 'portico.timeouts'],
    [{ kind: 'idleTimeout' }, 'portico.timeouts'],
    [{ kind: 'totalTimeout' }, 'portico.timeouts'],
    [{ kind: 'keyCommandFailed' }, 'portico.keyCommand'],
    [{ kind: 'keyRejected', keyFromCommand: true }, 'portico.keyCommand'],
    [{ kind: 'proxy' }, 'http.proxy'],
    [undefined, 'portico.maxTokens'],
  ] as const) {
    it(`open the settings at ${query} for ${JSON.stringify(failure ?? 'the output limit')}`, () => {
      assert.equal(settingsQuery(failure), query);
    });
  }
});
