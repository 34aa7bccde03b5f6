import assert from 'node:assert/strict';
import { Emitter } from '../../../../../src/base/emitter';
import type * as builtInChatModule from '../../../../../src/features/vscodeChat/host/builtInChat';
import type { VscodeChatFollowerDeps } from '../../../../../src/features/vscodeChat/host/builtInChat';
import { MemoryMemento } from '../../../../support/memoryStorage';
import { until } from '../../../../support/until';
import { vscodeTexts, withVsCodeTexts } from '../../../../support/withVsCodeTexts';

Object.assign(vscodeTexts, { version: '' });

const { followVscodeChat, vscodeChatCommands } = withVsCodeTexts(
  () =>
    require('../../../../../src/features/vscodeChat/host/builtInChat') as typeof builtInChatModule,
);

const byok = 'chat.agentHost.byokModels.enabled';

describe("the hint about VS Code's chat", () => {
  const { getConfiguration } = vscodeTexts.workspace;
  after(() => {
    Object.assign(vscodeTexts.workspace, { getConfiguration });
    delete vscodeTexts.workspace['onDidChangeConfiguration'];
  });

  /** What is shown at each change, with these settings of VS Code and a list that is fetched once `fetched` fires. */
  async function start(version: string, settings: Readonly<Record<string, boolean>>) {
    Object.assign(vscodeTexts, {
      version,
      commands: { getCommands: async () => ['workbench.action.chat.open'] },
    });
    Object.assign(vscodeTexts.workspace, {
      getConfiguration: () => ({
        get: (id: string) => settings[id],
        inspect: (id: string) => (id in settings ? { defaultValue: false } : undefined),
      }),
      onDidChangeConfiguration: () => ({ dispose: () => {} }),
    });
    const shown: unknown[] = [];
    const fetched = new Emitter<void>();
    let models: readonly unknown[] | undefined;
    const deps = {
      globalState: new MemoryMemento(),
      windowState: { update: (event: object) => shown.push(Reflect.get(event, 'vscodeChatHint')) },
      catalog: { lastList: async () => models && { models } },
      reportError: assert.fail,
    } as unknown as VscodeChatFollowerDeps;
    followVscodeChat(deps, fetched.event);
    await until(() => shown.length > 0);
    const fetch = async (): Promise<unknown> => {
      models = [{ id: 'm', chat: true }];
      const { length } = shown;
      fetched.fire();
      await until(() => shown.length > length);
      return shown.at(-1);
    };
    return { shown, fetch, commands: vscodeChatCommands(deps) };
  }

  it('is not there before a list is, nor after it was dismissed', async () => {
    const { shown, fetch, commands } = await start('1.139.1', {});
    assert.deepEqual(shown, ['none']);
    assert.equal(await fetch(), 'listed');
    await commands.dismissVscodeChatHint(
      { type: 'dismissVscodeChatHint' },
      {} as never,
      {} as never,
    );
    assert.equal(await fetch(), 'none');
  });

  it('names the setting without which VS Code lists no models, from 1.140 on', async () => {
    // 1.139 has the setting, but lists the models without it.
    assert.equal(await (await start('1.139.1', { [byok]: false })).fetch(), 'listed');
    assert.equal(await (await start('1.140.0', { [byok]: false })).fetch(), 'needsSetting');
    assert.equal(await (await start('1.140.0', { [byok]: true })).fetch(), 'listed');
    assert.equal(await (await start('1.140.0', {})).fetch(), 'listed');
  });
});
