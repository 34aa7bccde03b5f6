// The name of a file, as a model writes it, leads to the file.
import assert from 'node:assert/strict';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { FileNames } from '../../../src/features/apply/host/fileNames';
import { findTargets, newFilePath } from '../../../src/features/apply/host/targets';
import { systemClock } from '../../../src/platform/node/systemClock';
import { WorkspaceFileList } from '../../../src/workspace/host/workspaceFileList';
import { workspaceFolder, writeWorkspaceFile } from '../attachments/support/attachments';
import { lastAnswer, until } from '../support/portico';
import { portico } from '../support/withGateway';
import {
  apply,
  askFor,
  attachFile,
  block,
  clickButton,
  notifications,
  runOnBlocks,
  uriOf,
  withApply,
} from './support/applySteps';

describe('the name of a file in an answer', () => {
  withApply();

  const own = (): string => basename(workspaceFolder());
  const list = new WorkspaceFileList({ clock: systemClock, reportError: assert.ifError });

  before(async () => {
    await writeWorkspaceFile('applied/lib/util.zz', 'a\n');
    await writeWorkspaceFile('applied/one/index.zz', 'a\n');
    await writeWorkspaceFile('applied/two/index.zz', 'a\n');
  });
  after(() => list.dispose());

  const attached = { uri: uriOf('one/index.zz'), name: 'applied/one/index.zz' };
  const util = ['lib/util.zz'];

  /** What is written, whether its lines are quoted, and the files that it means. */
  const rows = (): readonly (readonly [string, boolean, readonly string[]])[] => [
    ['applied/lib/util.zz', false, util],
    ['applied\\lib\\util.zz:12', false, util],
    ['lib/util.zz#L3-L9', false, util],
    ['util.zz', false, util],
    [`${own()}/applied/lib/util.zz`, false, util],
    [`/home/me/${own()}/applied/lib/util.zz`, false, util],
    [`c:\\${own()}\\applied\\lib\\util.zz`, false, util],
    [`file:///home/${own()}/applied/lib/util.zz`, false, util],
    ['/srv/lib/util.zz', false, util],
    ['a/applied/lib/util.zz', true, util],
    ['/abs/util.zz', true, util],
    // The attached file is likelier than another of the same name.
    ['/abs/index.zz', false, ['one/index.zz']],
    ['two/index.zz', false, ['two/index.zz']],
    // It may be a new file.
    ['other/util.zz', false, []],
    ['other/lib/util.zz', false, []],
    ['/abs/util.zz', false, []],
    ['../applied/lib/util.zz', true, []],
  ];

  it('means the file with the longest end of it, where that can do no harm', async () => {
    const fileNames = new FileNames(list);
    for (const [written, isQuoted, found] of rows()) {
      const targets = await findTargets(written, [attached], fileNames, isQuoted);
      const expected = found.map((name) => uriOf(name).toString());
      assert.deepEqual(
        targets.map((uri) => uri.toString()),
        expected,
        written,
      );
    }
    assert.equal((await findTargets('index.zz', [], fileNames, false)).length, 2);
  });

  it('is that of a new file in the folder, also with the name of the folder before it', async () => {
    assert.equal(await newFilePath(`${own()}/applied/new.ts`), 'applied/new.ts');
    assert.equal(await newFilePath(`/home/${own()}/applied/new.ts`), 'applied/new.ts');
    assert.equal(await newFilePath('/elsewhere/new.ts'), undefined);
    await mkdir(join(workspaceFolder(), own()));
    assert.equal(await newFilePath(`${own()}/new.ts`), `${own()}/new.ts`);
    await rm(join(workspaceFolder(), own()), { recursive: true });
  });

  it('stands in the header of a new file completely, unless a sentence names only a member', async () => {
    const blocks = [
      '`applied/deep/new.ts`:',
      'Rename `temp_file.name`:',
      '`applied/new.prisma9`:',
      '`Dockerfile`:',
    ];
    await askFor(blocks.map((line) => `${line}\n\n${block('', 'a();')}`).join('\n\n'));
    await runOnBlocks([0, 1, 2, 3]);
    const { blocks: headers = [] } = portico.viewState().placements?.[lastAnswer(portico).id] ?? {};
    assert.deepEqual(
      headers.map(({ text }) => text),
      ['applied/deep/new.ts · new file', 'applied/new.prisma9 · new file', 'Dockerfile · new file'],
    );
  });

  it('is needed where the file is empty, as any code would have its place there', async () => {
    await attachFile('empty.zz', '\n');
    await askFor(`${block('sh', 'npm test')}\n\n${block('zz applied/empty.zz', 'a();')}`);
    await runOnBlocks([0, 1]);
    const { blocks: headers = [] } = portico.viewState().placements?.[lastAnswer(portico).id] ?? {};
    assert.deepEqual(
      headers.map(({ block: index, text }) => [index, text]),
      [[1, 'empty.zz · 1 change']],
    );
  });

  it('is given to a new file that programs obey only after a question', async () => {
    await askFor(block('js applied/eslint.config.js', '// applied/eslint.config.js', 'a();'));
    await apply();
    assert.deepEqual(notifications.messages, ['Name the new file applied/eslint.config.js?']);
    const document = () => vscode.window.activeTextEditor?.document;
    assert.equal(document()?.uri.path.includes('/'), false);
    assert.equal(document()?.getText().trim(), 'a();');
    clickButton('Use This Name');
    await apply();
    await until(
      'the named file',
      () => document()?.uri.fsPath === uriOf('eslint.config.js').fsPath,
    );
    assert.equal(document()?.isUntitled, true);
  });
});
