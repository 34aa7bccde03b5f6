import assert from 'node:assert/strict';
import type * as connectStartModule from '../../../../../src/features/setup/host/connectStart';
import { createGateway } from '../../../../../src/gateway/node/gateway';
import { FakePicker } from '../../../../support/fakePicker';
import { until } from '../../../../support/until';
import { vscodeTexts, withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { chooseGateway } = withVsCodeTexts(
  () => require('../../../../../src/features/setup/host/connectStart') as typeof connectStartModule,
);

type Deps = Parameters<typeof chooseGateway>[0];

/** VS Code cuts the end of what a row has, in a window of 600 px after some 48 characters. */
const narrow = 45;

describe('the first step of Connect', () => {
  after(() => delete vscodeTexts.window['createQuickPick']);

  let searching: AbortSignal | undefined;

  function open(servers: Awaited<ReturnType<Deps['findLocalServers']>> = []) {
    const picker = new FakePicker();
    vscodeTexts.window['createQuickPick'] = () => picker;
    const deps: Pick<Deps, 'findLocalServers'> & { readonly gateway: unknown } = {
      gateway: createGateway({} as Parameters<typeof createGateway>[0]),
      findLocalServers: async (signal) => {
        searching = signal;
        return servers;
      },
    };
    void chooseGateway(deps as Deps, { current: '', offered: undefined, steps: 4 });
    return picker;
  }

  function rowsFor(text: string) {
    const picker = open();
    picker.type(text);
    return picker.items.map(({ label, description = '', detail = '' }) => ({
      label: label.replace(/^\$\(\w+\) /u, ''),
      description,
      detail,
    }));
  }

  it('has the host alone as the label, and below it what else was read', () => {
    const [row] = rowsFor('https://gw.example/api/v1 sk-abcdefgh12345678 model=gpt-5.2');
    assert.deepEqual(row, {
      label: 'gw.example',
      description: 'https://gw.example/api/v1',
      detail: 'key ending in …5678, model gpt-5.2',
    });
  });

  it('shows the end of a host that is too long for a narrow window: that is who gets the questions', () => {
    const [row] = rowsFor(
      'https://api.openai.com.a-long-name.that-goes-on.and-on.evil.example:8443/v1',
    );
    assert.match(row?.label ?? '', /^….*\.evil\.example:8443$/u);
    assert.ok((row?.label.length ?? 0) <= narrow);
    assert.match(row?.detail ?? '', /^This isn't openai\.com/u);
  });

  it('says in the first words of a row what is wrong, and in another line what to do', () => {
    const texts = [
      'sk-abcdefgh12345678',
      'vscode://portico.portico/connect?baseUrl=https%3A%2F%2Fgw.example&headers=x',
    ];
    for (const text of texts) {
      const [row] = rowsFor(text);
      assert.ok(row !== undefined && row.label.length <= narrow, row?.label);
      assert.notEqual(row.detail, '');
    }
  });

  it('looks for servers on this computer only while it is open', () => {
    const picker = open();
    assert.equal(searching?.aborted, false);
    picker.type('gw.example');
    picker.accept();
    assert.equal(searching.aborted, true);
  });

  it('says of a server on this computer how many models it has before where it is', async () => {
    const picker = open([{ name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', modelCount: 7 }]);
    await until(() => picker.items.some(({ label }) => label.endsWith('Ollama')));
    const row = picker.items.find(({ label }) => label.endsWith('Ollama'));
    assert.match(row?.description ?? '', /^7 models · on this computer · /u);
  });
});
