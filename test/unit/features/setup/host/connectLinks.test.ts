import assert from 'node:assert/strict';
import type * as connectLinksModule from '../../../../../src/features/setup/host/connectLinks';
import { createGateway } from '../../../../../src/gateway/node/gateway';
import { ManualClock } from '../../../../support/manualClock';
import { vscodeTexts, withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { ConnectLinks } = withVsCodeTexts(
  () => require('../../../../../src/features/setup/host/connectLinks') as typeof connectLinksModule,
);

type Deps = ConstructorParameters<typeof ConnectLinks>[0];

describe('the dialog of a link', () => {
  const stored = 'sk-stored-0123456789';
  let details: string;
  let isReturning: boolean;
  let hasKeyCommand: boolean;

  before(() => {
    vscodeTexts.window['showWarningMessage'] = async (
      _text: string,
      options: { detail: string },
    ) => {
      details = options.detail;
      assert.ok(isReturning, 'the focus is not returned to the chat');
    };
  });
  beforeEach(() => (hasKeyCommand = false));
  after(() => delete vscodeTexts.window['showWarningMessage']);

  async function open(fields: Readonly<Record<string, unknown>>, key = ''): Promise<void> {
    isReturning = false;
    const deps = {
      clock: new ManualClock(),
      gateway: createGateway({} as Parameters<typeof createGateway>[0]),
      signIns: { handle: () => false },
      gateways: { current: async () => undefined },
      vault: { labels: async () => [''], get: async () => stored },
      keyCommands: { isSet: () => hasKeyCommand },
      reportError: (error: unknown) => assert.fail(String(error)),
      withFocusReturn: async (run: () => Promise<void>) => {
        isReturning = true;
        await run();
      },
    };
    const preset = Buffer.from(JSON.stringify(fields)).toString('base64url');
    const uri = { path: '/connect', query: `preset=${preset}&key=${key}`, fragment: '' };
    await new ConnectLinks(deps as unknown as Deps).handleUri(
      uri as Parameters<InstanceType<typeof ConnectLinks>['handleUri']>[0],
    );
  }

  it('shows no command that will not run beside the one that stays', async () => {
    hasKeyCommand = true;
    await open({ baseUrl: 'https://gw.example', keyCommand: ['op', 'read', 'x'] });
    assert.match(details, /Your own key command for gw\.example stays\.$/u);
  });

  it('says that a command takes precedence over the key that is stored', async () => {
    await open({ baseUrl: 'https://gw.example', keyCommand: ['op', 'read', 'x'] });
    assert.match(
      details,
      /takes precedence over a stored key for gw\.example\.\n\n.*:\n\n"op" "read" "x"$/u,
    );
  });

  it('says that a key is stored already, as for who opens a link twice', async () => {
    await open({ baseUrl: 'https://gw.example' }, stored);
    assert.match(details, /The link brings the key that is stored for gw\.example\.$/u);
    await open({ baseUrl: 'https://gw.example' }, 'sk-another-0123456789');
    assert.match(
      details,
      /A key for gw\.example is stored\. The key of the link is added beside it\.$/u,
    );
  });
});
