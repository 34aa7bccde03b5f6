// Commit messages in real Git repositories, through VS Code's Git extension.
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { recordNotifications, type NotificationRecorder } from '../support/notifications';
import { setUserSetting, until } from '../support/portico';
import { runGit, TestRepository } from '../support/repositories';
import { gateway, withGateway } from '../support/withGateway';

const key = 'sk-canary-commit-4Wd7';
const conventional = ['feat(cart): add totals', 'fix(cart): round prices', 'docs: name the units'];

describe('a generated commit message', () => {
  let notifications: NotificationRecorder;
  let repository: TestRepository;
  let reply = '';
  let count = 0;

  withGateway({
    apiKey: key,
    model: 'writer',
    models: ['writer', 'other', 'stopped'].map((id) => ({
      id,
      description: 'Answers with what the test says.',
      ownedBy: 'test',
      record: { context_length: 32_000 },
      behavior: {
        kind: 'answers',
        answer: () => ({ text: reply, reasoning: 'I think about it.' }),
        tokensPerSecond: Infinity,
      },
    })),
  });
  beforeEach(async () => {
    count += 1;
    repository = await TestRepository.create(`repository${count}`, conventional);
    notifications = recordNotifications();
    reply = 'feat: do it';
    gateway.clearRequests();
  });
  afterEach(async () => {
    notifications.dispose();
    await setUserSetting('commitMessage.model', undefined);
    await setUserSetting('commitMessage.prompt', undefined);
    gateway.setApiKey(key);
    gateway.bringOnline('writer');
    await repository.close();
  });

  /** Runs what the button in the Source Control view runs. */
  async function generate({ uri } = repository): Promise<void> {
    await vscode.commands.executeCommand('portico.generateCommitMessage', { rootUri: uri });
  }

  /** What the model was sent, by role. */
  function sent(): { readonly system: string; readonly user: string; readonly model: string } {
    const [request, ...others] = gateway.requests.filter(({ method }) => method === 'POST');
    assert.ok(request !== undefined && others.length === 0);
    const { model, messages } = request.json as {
      readonly model: string;
      readonly messages: readonly { readonly role: string; readonly content: string }[];
    };
    const of = (role: string): string =>
      messages.find((message) => message.role === role)?.content ?? '';
    return { system: of('system'), user: of('user'), model };
  }

  it('describes the staged changes only', async () => {
    repository.write('staged.ts', 'export const staged = 1;\n');
    repository.git('add', 'staged.ts');
    repository.write('later.ts', 'export const later = 2;\n');
    reply = '```\nfeat(cart): add a constant\n\nIt is staged.\n```';
    await generate();
    assert.equal(repository.box, 'feat(cart): add a constant\n\nIt is staged.');
    const { system, user } = sent();
    assert.match(user, /# Staged changes/u);
    assert.match(user, /\+export const staged = 1;/u);
    assert.doesNotMatch(user, /later/u);
    assert.match(user, /Branch: main/u);
    assert.match(system, /Write as the earlier messages/u);
    assert.match(user, /fix\(cart\): round prices/u);
    assert.deepEqual(notifications.messages, []);
  });

  it('describes the working tree, untracked files included, where nothing is staged', async () => {
    repository.write('known.ts', 'let a = 1;\n');
    repository.git('add', '.');
    repository.git('commit', '-m', 'add known');
    repository.write('known.ts', 'let a = 2;\n');
    repository.write('folder/new.ts', 'let b = 3;\n');
    repository.write('.gitignore', 'ignored.txt\n');
    repository.write('ignored.txt', 'ignored content\n');
    await generate();
    const { user } = sent();
    assert.match(user, /# Changes/u);
    assert.match(user, /## Modified: known\.ts\n```diff\n@@[^`]*\+let a = 2;/u);
    assert.match(user, /## Added: folder\/new\.ts\n```diff\n\+let b = 3;/u);
    assert.doesNotMatch(user, /ignored content|## \w+: ignored\.txt/u);
  });

  it('sends renames, deletions and binary files by name, and no content of secret-looking files', async () => {
    repository.write('old.ts', 'a file that moves\n'.repeat(20));
    repository.write('gone.ts', 'content of the deleted file\n');
    repository.write('picture.bin', new Uint8Array([1, 0, 2, 0]));
    repository.write('.env', 'TOKEN=first-canary\n');
    repository.git('add', '.');
    repository.git('commit', '-m', 'before');
    repository.git('mv', 'old.ts', 'new.ts');
    repository.git('rm', 'gone.ts');
    repository.write('picture.bin', new Uint8Array([3, 0, 4, 0]));
    repository.write('.env', 'TOKEN=second-canary\n');
    repository.write('keys/id_rsa', 'third-canary\n');
    repository.write('tls.pem', 'fourth-canary\n');
    repository.git('add', '.');
    await generate();
    const { user } = sent();
    assert.match(user, /## Renamed: old\.ts to new\.ts/u);
    assert.match(user, /## Deleted: gone\.ts/u);
    assert.match(user, /: picture\.bin\n\(Content not shown: binary\)/u);
    for (const name of ['.env', 'keys/id_rsa', 'tls.pem']) {
      assert.ok(user.includes(`: ${name}\n(Content not shown: may hold secrets)`), name);
    }
    assert.doesNotMatch(user, /canary|a file that moves|content of the deleted/u);
    assert.match(notifications.messages.join('\n'), /without all of the content of 3 of 6 files/u);
  });

  it('follows no link out of the repository, and reads no untracked binary or huge file', async () => {
    mkdirSync(join(repository.root, '..', 'outside'), { recursive: true });
    const target = join(repository.root, '..', 'outside', 'private.txt');
    await vscode.workspace.fs.writeFile(vscode.Uri.file(target), Buffer.from('outside-canary'));
    symlinkSync(target, join(repository.root, 'link.txt'));
    repository.write('data.bin', new Uint8Array([0, 1, 2]));
    repository.write('huge.txt', 'huge-canary\n'.repeat(1_000_000));
    await generate();
    const { user } = sent();
    assert.match(user, /: link\.txt\n\(Content not shown: not a regular file\)/u);
    assert.match(user, /: data\.bin\n\(Content not shown: binary\)/u);
    assert.match(user, /: huge\.txt\n\(Content not shown: too large\)/u);
    assert.doesNotMatch(user, /canary/u);
  });

  it('shortens long diffs to the context length and lists what is missing, to the model and the user', async () => {
    repository.write('small.ts', 'let small = true;\n');
    for (const name of ['a', 'b', 'c']) {
      const lines = Array.from({ length: 4_000 }, (_, index) => `line ${index} of file ${name}`);
      repository.write(`${name}.txt`, lines.join('\n'));
    }
    repository.git('add', '.');
    await generate();
    const { user } = sent();
    assert.match(user, /\+let small = true;/u);
    assert.ok(user.length < 80_000, `${user.length} characters`);
    assert.equal([...user.matchAll(/^\(\d+ more lines aren't shown\)$/gmu)].length, 3);
    assert.match(notifications.messages.join('\n'), /the content of 3 of 4 files/u);
  });

  it('says that there is nothing to describe, and sends nothing', async () => {
    await generate();
    assert.match(notifications.messages.join('\n'), /no changes to describe/u);
    assert.deepEqual(gateway.requests, []);
  });

  it('asks to resolve conflicts first, then describes the merge', async () => {
    repository.write('file.txt', 'base\n');
    repository.git('add', '.');
    repository.git('commit', '-m', 'base');
    repository.git('checkout', '-b', 'topic');
    repository.write('file.txt', 'topic\n');
    repository.git('commit', '-am', 'topic');
    repository.git('checkout', 'main');
    repository.write('file.txt', 'main\n');
    repository.git('commit', '-am', 'main');
    assert.throws(() => repository.git('merge', 'topic'));
    await generate();
    assert.match(notifications.messages.join('\n'), /have merge conflicts/u);
    assert.deepEqual(gateway.requests, []);
    repository.write('file.txt', 'both\n');
    repository.git('add', '.');
    await generate();
    assert.match(sent().user, /\+both/u);
    assert.equal(repository.box, 'feat: do it');
  });

  it('works with a detached HEAD and before the first commit', async () => {
    repository.git('checkout', '--detach');
    repository.write('a.txt', 'a\n');
    await generate();
    assert.doesNotMatch(sent().user, /Branch:/u);
    gateway.clearRequests();
    const first = await TestRepository.create('first');
    first.write('b.txt', 'first content\n');
    await generate(first);
    assert.match(sent().user, /\+first content/u);
    gateway.clearRequests();
    first.git('add', '.');
    await generate(first);
    assert.match(sent().user, /\+first content/u);
    assert.equal(first.box, 'feat: do it');
    await first.close();
  });

  it('describes a changed submodule by its commits', async () => {
    const library = join(repository.root, '..', 'library');
    mkdirSync(library);
    runGit(library, 'init');
    runGit(library, 'commit', '--allow-empty', '-m', 'one');
    repository.git('-c', 'protocol.file.allow=always', 'submodule', 'add', library, 'lib');
    await generate();
    assert.match(sent().user, /Subproject commit/u);
  });

  it('keeps the two repositories of a window apart', async () => {
    const second = await TestRepository.create('second', ['One', 'Two', 'Three']);
    repository.write('a.txt', 'in the first\n');
    second.write('b.txt', 'in the second\n');
    second.box = 'mine';
    await generate();
    assert.equal(repository.box, 'feat: do it');
    assert.equal(second.box, 'mine');
    assert.doesNotMatch(sent().user, /second/u);
    gateway.clearRequests();
    reply = 'Do that';
    await generate(second);
    assert.equal(second.box, 'Do that');
    assert.equal(repository.box, 'feat: do it');
    assert.match(sent().user, /mine/u);
    await second.close();
  });

  it('uses the words in the box as an instruction, and brings them back on request', async () => {
    repository.write('a.txt', 'a\n');
    repository.box = 'mention ticket 7';
    notifications.dispose();
    notifications = recordNotifications('Restore my text');
    await generate();
    assert.match(sent().user, /mention ticket 7/u);
    await until('the words are back', () => repository.box === 'mention ticket 7');
  });

  it('replaces its own message with the next click, but takes an edited one as an instruction', async () => {
    repository.write('a.txt', 'a\n');
    repository.box = 'be short';
    await generate();
    gateway.clearRequests();
    reply = 'feat: again';
    await generate();
    assert.equal(repository.box, 'feat: again');
    assert.match(sent().user, /be short/u);
    assert.doesNotMatch(sent().user, /feat: do it/u);
    repository.box = 'feat: again, and the rest';
    gateway.clearRequests();
    await generate();
    assert.match(sent().user, /feat: again, and the rest/u);
  });

  it('uses the model and the rules of the settings', async () => {
    await setUserSetting('commitMessage.model', 'other');
    await setUserSetting('commitMessage.prompt', 'Write in capitals.');
    repository.write('a.txt', 'a\n');
    await generate();
    const { model, system } = sent();
    assert.equal(model, 'other');
    assert.match(system, /Write in capitals\.$/u);
    assert.doesNotMatch(system, /earlier messages of this repository/u);
  });

  /** Starts a message that goes on until the test ends it. */
  async function startStreaming() {
    const gate = gateway.gate('stopped');
    await setUserSetting('commitMessage.model', 'stopped');
    repository.write('a.txt', 'a\n');
    const done = generate();
    void gate.sendText('feat: a message that is long enough');
    await until('the first text', () => repository.box.startsWith('feat: a message'));
    return { gate, done };
  }

  it('streams, and Stop keeps what came', async () => {
    const { done } = await startStreaming();
    await vscode.commands.executeCommand('portico.stopCommitMessage', { rootUri: repository.uri });
    await done;
    assert.equal(repository.box, 'feat: a message that is long enough');
    assert.deepEqual(notifications.messages, []);
    const request = gateway.requests.find(({ method }) => method === 'POST');
    await request?.closed;
    assert.ok(request?.aborted);
  });

  it('stops when the user edits the box while it is written, and keeps the edit', async () => {
    const { gate, done } = await startStreaming();
    repository.box += ' — mine';
    await until('the end', () => !gate.isOpen);
    await done;
    // VS Code's window may report the text before the edit once more.
    await until('the edit', () => repository.box === 'feat: a message that is long enough — mine');
  });

  it('says why there is no message, as the chat does, and restores the words in the box', async () => {
    repository.write('a.txt', 'a\n');
    repository.box = 'my words';
    gateway.setApiKey('another');
    await generate();
    assert.match(notifications.messages.join('\n'), /rejected the API key/u);
    gateway.setApiKey(key);
    gateway.takeOffline('writer');
    await generate();
    assert.match(notifications.messages.at(-1) ?? '', /The model “writer” isn't available/u);
    assert.equal(repository.box, 'my words');
    assert.ok(notifications.messages.every((message) => !message.includes(key)));
  });

  it('says that the model returned nothing', async () => {
    repository.write('a.txt', 'a\n');
    reply = '```\n```';
    await generate();
    assert.match(notifications.messages.join('\n'), /The model “writer” returned an empty answer/u);
    assert.equal(repository.box, '');
  });

  it('opens the missing setup step instead of sending', async () => {
    repository.write('a.txt', 'a\n');
    await setUserSetting('model', '');
    const { createQuickPick } = vscode.window;
    let opened = 0;
    Object.assign(vscode.window, {
      createQuickPick: () => {
        opened += 1;
        const picker = createQuickPick();
        setImmediate(() => picker.dispose());
        return picker;
      },
    });
    try {
      const done = generate();
      await until('the model picker', () => opened > 0);
      await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
      await done;
    } finally {
      Object.assign(vscode.window, { createQuickPick });
      await setUserSetting('model', 'writer');
    }
    assert.deepEqual(
      gateway.requests.filter(({ method }) => method === 'POST'),
      [],
    );
  });
});
