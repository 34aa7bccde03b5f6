import assert from 'node:assert/strict';
import { DisposableStore } from '../../../../../src/base/disposable';
import type { ChatCore } from '../../../../../src/chat/host/chat';
import { workspaceTools } from '../../../../../src/features/workspaceTools/common/workspaceTools';
import type * as chatPartModule from '../../../../../src/features/workspaceTools/host/workspaceToolsChatPart';
import { vscodeTexts, withVsCodeTexts } from '../../../../support/withVsCodeTexts';
import { chatFixture } from '../../../conversation/node/fakes';

const { workspaceToolsChatPart } = withVsCodeTexts(
  () =>
    require('../../../../../src/features/workspaceTools/host/workspaceToolsChatPart') as typeof chatPartModule,
);

describe('the access of a chat to the workspace', () => {
  const names = workspaceTools.map(({ name }) => name);
  const folder = { name: 'app', uri: { scheme: 'file', toString: () => 'file:///app' } };
  const { workspace } = vscodeTexts;
  let disposables: DisposableStore;

  beforeEach(() => {
    disposables = new DisposableStore();
    const never = () => ({ dispose: () => {} });
    vscodeTexts.workspace = {
      ...workspace,
      isTrusted: true,
      workspaceFolders: [folder],
      onDidChangeWorkspaceFolders: never,
      onDidGrantWorkspaceTrust: never,
    };
  });
  afterEach(() => {
    disposables.dispose();
    vscodeTexts.workspace = workspace;
  });

  async function createPart() {
    const { session } = chatFixture();
    const core = { session, disposables, send: () => {}, allowedModel: { gateway: 'one' } };
    const part = workspaceToolsChatPart(core as unknown as ChatCore, {
      secretScanner: { warmUp: () => {}, scan: () => Promise.reject(new Error('not asked')) },
      preview: { showText: () => Promise.reject(new Error('not asked')) },
      gateways: { currentId: () => Promise.resolve('one') } as never,
      lookup: { acceptsTools: () => Promise.resolve(true) },
    });
    await part.refresh();
    const { commands } = part as unknown as { commands: Record<string, (command: object) => void> };
    const choose = (isOn: boolean) => commands['switchWorkspaceAccess']?.({ isOn });
    const allow = () => commands['answerWorkspaceAccess']?.({ isAllowed: true });
    const offered = () =>
      part.toolsOf(session.conversation)?.tools.definitions.map(({ name }) => name);
    const access = () => part.view().workspaceAccess;
    return { session, choose, allow, offered, access };
  }

  it('asks before the switch turns on, naming the folder and what each tool does, and saves the tools', async () => {
    const { session, choose, allow, offered, access } = await createPart();
    assert.equal(offered(), undefined);
    choose(true);
    assert.equal(
      access()?.question,
      'In app, the model may do this: list files, search in files, read files, find where functions and classes are defined and used, see errors and warnings. Files that .gitignore excludes, files whose names suggest secrets and files elsewhere are never read, and secrets in the others are masked. What is read goes to the gateway, and is kept with this chat.',
    );
    assert.equal(offered(), undefined);
    allow();
    assert.deepEqual(session.conversation.access?.tools, names);
    assert.deepEqual(offered(), names);
    assert.equal(access()?.isOn, true);
  });

  it('stays as it was allowed when a later version has one more tool, which is offered once the switch was turned on again', async () => {
    const { session, choose, allow, offered, access } = await createPart();
    const [later, ...asked] = names;
    assert.ok(later);
    const allowed = { folders: ['file:///app'], gateway: 'one', tools: asked };
    session.add({ type: 'accessChosen', access: allowed });
    assert.equal(access()?.isOn, true);
    assert.deepEqual(offered(), asked);
    choose(false);
    assert.equal(offered(), undefined);
    choose(true);
    assert.match(access()?.question ?? '', /list files/u);
    allow();
    assert.deepEqual(offered(), names);
  });
});
