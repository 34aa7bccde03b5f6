// Hostile texts of files and gateways in notifications, input boxes, names of exported files and the log.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { startGateway } from '../referenceGateway/server';
import { unclosedHtml } from '../support/markdown/unclosedHtml';
import { recordNotifications, type NotificationRecorder } from './support/notifications';
import { getAnswer, newChat, setUserSetting, storageFolder, until } from './support/portico';
import { recordInputBoxes, recordQuickPicks } from './support/quickInputs';
import { gateway, portico, withGateway } from './support/withGateway';

const link = '[Update VS Code](command:workbench.action.reloadWindow)';
/** Short enough for the name of a key. */
const shortLink = '[x](command:a)';

/** What VS Code makes a link of (`linkedText.ts`). */
const linkSyntax = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+/iu;

describe('hostile text', () => {
  withGateway({ model: 'echo', isNewPerTest: true });
  let folder: string;
  let notifications: NotificationRecorder;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-hostile-'));
  });
  after(async () => {
    await setUserSetting('gateways', undefined);
    await setUserSetting('headers', undefined);
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    notifications = recordNotifications();
  });
  afterEach(() => notifications.dispose());

  async function importChat(
    id: string,
    keyLabel: string,
    baseUrl: string,
    { title = link, text = 'Hello' } = {},
  ): Promise<void> {
    const question = { kind: 'question', id: 'q', text: 'Hi', parentId: '', askedAt: 1 };
    const answer = {
      kind: 'answer',
      id: 'a',
      questionId: 'q',
      model: 'echo',
      state: 'complete',
      text,
      reasoning: '',
      startedAt: 2,
    };
    const chat = {
      id,
      title,
      createdAt: 1,
      model: 'echo',
      messages: [question, answer],
      gateway: { baseUrl, keyLabel },
    };
    const name = `${shortLink}.json`;
    await writeFile(join(folder, name), JSON.stringify({ conversations: [chat] }));
    notifications.dispose();
    notifications = recordNotifications('Open Chat');
    const uris = [vscode.Uri.file(join(folder, name))];
    await vscode.commands.executeCommand('portico.importChats', { uris });
    await until('the imported chat', () => portico.conversation().id === id);
  }

  for (const keyLabel of [link, shortLink]) {
    it(`makes no link of the key’s name ${keyLabel} in an imported chat, when the user switches back to its gateway`, async () => {
      const other = await startGateway();
      try {
        const baseUrl = `${other.origin}/${shortLink}/v1`;
        // Each gateway there names its own key, so that switching back asks for a name.
        await setUserSetting('gateways', [{ name: 'Named', baseUrl, keyLabel: 'blue' }]);
        await importChat(`hostile-${keyLabel.length}`, keyLabel, baseUrl);
        const inputs = recordInputBoxes();
        const quickPicks = recordQuickPicks();
        try {
          await portico.run({ type: 'ask', text: 'And now?' });
          assert.ok(portico.viewState().gatewayChangePrompt);
          const switching = portico.run({ type: 'answerGatewayChange', answer: 'back' });
          await until('a name to be asked for', () => inputs.boxes.length > 0);
          await inputs.type(`Stranger ${keyLabel.length}`);
          // The name of a key that nobody could have typed is dropped: on loopback no key is needed then.
          if (keyLabel === shortLink) {
            await until('a key to be asked for', () => inputs.boxes.length > 1);
            await inputs.type('sk-canary-hostile-1234567890');
            await until('the key is stored', () =>
              notifications.messages.some((message) => message.includes('was stored')),
            );
          }
          // VS Code makes no links of titles.
          for (const { prompt = '' } of inputs.boxes) {
            assert.doesNotMatch(prompt, linkSyntax);
          }
          assert.match(inputs.boxes[0]?.prompt ?? '', /command:a/u);
          await until('the models to be offered', () => quickPicks.pickers.length > 0);
          quickPicks.pickers.at(-1)?.hide();
          await switching;
        } finally {
          inputs.dispose();
          quickPicks.dispose();
        }
        assert.deepEqual(
          notifications.messages.filter((message) => linkSyntax.test(message)),
          [],
        );
      } finally {
        await other.close();
      }
    });
  }

  it('makes no link of the name of a file that is imported', async () => {
    const messages: unknown[] = [];
    const { window } = vscode;
    const { withProgress } = window;
    const record: typeof withProgress = (options, task) => {
      messages.push(options.title);
      return withProgress.call(window, options, (progress, token) => {
        const report: typeof progress.report = (value) => {
          messages.push((value as { message?: string }).message);
          progress.report(value);
        };
        return task({ report }, token);
      }) as never;
    };
    Object.assign(window, { withProgress: record });
    try {
      const uri = vscode.Uri.file(join(folder, `${shortLink}.json`));
      await writeFile(uri.fsPath, 'not JSON');
      await vscode.commands.executeCommand('portico.importChats', { uris: [uri] });
    } finally {
      Object.assign(window, { withProgress });
    }
    assert.ok(
      messages.some((message) => String(message).includes('command:a')),
      String(messages),
    );
    assert.ok(!messages.some((message) => linkSyntax.test(String(message))), String(messages));
  });

  it('makes no link of the path of an exported file', async () => {
    const target = join(folder, shortLink);
    await mkdir(target);
    const uri = vscode.Uri.file(join(target, 'chat.md'));
    await importChat('hostile-export', '', gateway.baseUrl);
    await vscode.commands.executeCommand('portico.exportChat', { format: 'markdown', uri });
    assert.deepEqual(await readdir(target), ['chat.md']);
    const failing = vscode.Uri.file(join(target, 'chat.md', 'inside.md'));
    await vscode.commands.executeCommand('portico.exportChat', {
      format: 'markdown',
      uri: failing,
    });
    const about = notifications.messages.filter((message) => message.includes('command:a'));
    assert.equal(about.length, 2, notifications.messages.join('\n'));
    assert.ok(!about.some((message) => linkSyntax.test(message)));
  });

  it('makes no link of what the user’s own settings hold', async () => {
    await setUserSetting('gateways', [{ name: link, baseUrl: 'ftp://x' }]);
    await setUserSetting('headers', { [link]: { [link]: 'x\n' } });
    await until('the warnings', () => notifications.messages.length >= 2);
    assert.ok(notifications.messages.some((message) => message.includes('command:workbench')));
    assert.deepEqual(
      notifications.messages.filter((message) => linkSyntax.test(message)),
      [],
    );
  });

  const unclosed = [...unclosedHtml, '<div><details>', '````', '- > ~~~'];
  it('does not swallow the next message of an exported chat in VS Code’s Markdown preview', async () => {
    for (const [index, opening] of unclosed.entries()) {
      await importChat(`hostile-html-${index}`, '', gateway.baseUrl, {
        text: `A:\n\n${opening}\nb`,
      });
      await getAnswer(portico, 'And **then**?');
      const uri = vscode.Uri.file(join(folder, `swallowed-${index}.md`));
      await vscode.commands.executeCommand('portico.exportChat', { format: 'markdown', uri });
      const html = await vscode.commands.executeCommand<string>(
        'markdown.api.render',
        await readFile(uri.fsPath, 'utf8'),
      );
      const headings = html.match(/<h2[^>]*>(?:You|Assistant)/gu) ?? [];
      assert.equal(headings.length, 4, `${opening}: ${html}`);
      assert.match(html, /And <strong>then<\/strong>\?/u, opening);
    }
  });

  const titles: Readonly<Record<string, string>> = {
    'con.txt notes': 'con txt notes',
    'AUX . .h': 'AUX h',
    'lpt¹.x.y': 'lpt¹ x.y',
    '../../../etc/passwd': 'etc passwd',
    '..\\..\\C:\\Windows\\system.ini::$DATA': 'C Windows system.ini $DATA',
    'a\u202Egpj.exe\u0000\n\u2066b. .': 'a gpj.exe b',
    '~/.bashrc': 'bashrc',
    '//server/share': 'server share',
    '. . .': 'Chat',
  };
  for (const [index, [title, name]] of Object.entries(titles).entries()) {
    it(`offers “${name}” as the name of the file when a chat with a hostile title is exported`, async () => {
      await importChat(`hostile-title-${index}`, '', gateway.baseUrl, { title });
      const [workspace] = vscode.workspace.workspaceFolders ?? [];
      assert.ok(workspace);
      const offered: string[] = [];
      const { window } = vscode;
      const { showSaveDialog } = window;
      // The real dialog, accepted as it is.
      const record: typeof showSaveDialog = (options) => {
        offered.push(options?.defaultUri?.fsPath ?? '');
        return showSaveDialog.call(window, options);
      };
      Object.assign(window, { showSaveDialog: record });
      try {
        let isExported = false;
        const exporting = vscode.commands
          .executeCommand('portico.exportChat', { format: 'markdown' })
          .then(() => (isExported = true));
        await until('the suggested name to be accepted', async () => {
          await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
          return isExported;
        });
        await exporting;
        const [path = ''] = offered;
        assert.equal(dirname(path), workspace.uri.fsPath);
        assert.match(basename(path), /^.+ \d{4}-\d{2}-\d{2}\.md$/u);
        assert.equal(basename(path).slice(0, -' 2026-01-01.md'.length), name);
        assert.ok((await readFile(path, 'utf8')).length > 0);
      } finally {
        Object.assign(window, { showSaveDialog });
        await Promise.all(offered.map((path) => rm(path, { force: true })));
      }
    });
  }

  it('is one line of visible characters in the log', async () => {
    const model = 'm\u001B[2J\u009B1mn\u202Egnp\u2028x\r\n2099-01-01 [error] forged\u200B';
    const server = createServer((request, response) => {
      const isListed = request.url?.endsWith('/models') === true;
      // Node.js lets no line end into a header.
      response.writeHead(isListed ? 200 : 429, {
        'content-type': 'application/json',
        'x-request-id': 'id\u009B2J\u00AD [error] forged',
        'x-should-retry': 'false',
      });
      const error = { message: model, type: model, code: model };
      response.end(JSON.stringify(isListed ? { data: [{ id: model }] } : { error }));
    });
    try {
      await setUserSetting('baseUrl', `${await originOf(server)}/v1`);
      await vscode.commands.executeCommand('portico.selectModel', model);
      await newChat();
      assert.equal((await getAnswer(portico, 'Hi')).state, 'failed');
      let lines: readonly string[] = [];
      await until('the request in the log', async () => {
        lines = (await readFile(await logFile(), 'utf8')).split('\n');
        return lines.some((line) => line.includes('gnp'));
      });
      const written = lines.filter((line) => /gnp|forged/u.test(line));
      assert.match(
        written.join('\n'),
        /POST .*model="m\\u001b\[2J\\u\{9b\}1mn\\u\{202e\}gnp.* request="id/u,
      );
      for (const line of lines.filter((text) => text !== '')) {
        assert.match(
          line,
          /^\d{4}-\d{2}-\d{2} [\d:.]+ \[\w+\] [^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u,
        );
        assert.doesNotMatch(line, /^2099/u);
      }
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

async function originOf(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The file of the log that VS Code writes for this window. */
async function logFile(): Promise<string> {
  const folder = join(dirname(storageFolder()), '..', '..', 'logs');
  const files = await readdir(folder, { recursive: true });
  const name = files
    .filter((file) => basename(file) === 'Portico.log')
    .toSorted()
    .at(-1);
  assert.ok(name, `No log in ${files.join()}`);
  return join(folder, name);
}
