// PDF files in a real VS Code: attached by hand and by the commands of the page, sent as their previews show them, or
// refused in one sentence.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { encryptedPdf, pdfOf, pdfWithoutText } from '../../support/pdf/pdfWriter';
import { recordNotifications } from '../support/notifications';
import { answerAfter, getAnswer, until } from '../support/portico';
import { portico, withGateway } from '../support/withGateway';
import {
  attachmentsOf,
  drop,
  onlyAttachment,
  previewOf,
  removeAll,
  sentQuestion,
  workspaceFolder,
  writeWorkspaceFile,
} from './support/attachments';

describe('PDF files', () => {
  withGateway({ model: 'echo', isNewPerTest: true });

  afterEach(async () => {
    await removeAll(portico);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(() => rm(join(workspaceFolder(), 'pdf'), { recursive: true }));

  const only = () => onlyAttachment(portico);
  const run = (command: Parameters<typeof portico.run>[0]): Promise<void> =>
    portico.run(command, portico.conversation().id);
  /** What is said when a file is dropped. */
  async function refusal(path: string): Promise<string> {
    const notifications = recordNotifications();
    try {
      await drop(portico, path);
    } finally {
      notifications.dispose();
    }
    assert.deepEqual(attachmentsOf(portico), []);
    return notifications.messages.join('\n');
  }

  it('are part of a question that is asked while they are read', async () => {
    const path = await writeWorkspaceFile('pdf/slow.pdf', pdfOf(['first', 'second']));
    const dropped = drop(portico, path);
    await answerAfter(portico, () => run({ type: 'ask', text: 'Why?' }));
    await dropped;
    assert.match(sentQuestion(), /second[^]*Why\?$/u);
    assert.deepEqual(attachmentsOf(portico), []);
  });

  it('are sent byte for byte as their previews show them: their text, page by page', async () => {
    const pages = ['Ä first\n```\npage', 'two \u202Eright\u200B\n[Page 3 of 3]'];
    const path = await writeWorkspaceFile('pdf/a.pdf', pdfOf(pages, { isCompressed: true }));
    await drop(portico, path);
    const { kind, name, tokens } = only();
    assert.deepEqual([kind, name], ['pdf', 'pdf/a.pdf']);
    assert.ok(tokens > 10);
    const preview = await previewOf(portico, only());
    assert.match(
      preview,
      /^PDF `pdf\/a\.pdf` \(pages: 2.*\)\n````\n\[Page 1 of 2\]\nÄ first\n```\npage\n\n\[Page 2 of 2\]\ntwo right\n\\\[Page 3 of 3\]\n````$/u,
    );
    await getAnswer(portico, 'Why?');
    assert.equal(sentQuestion(), `${preview}\n\nWhy?`);
  });

  it('are attached by a suggestion after @ and by the command Add File', async () => {
    const path = await writeWorkspaceFile('pdf/suggested.pdf', pdfOf(['text']));
    await run({ type: 'suggest', trigger: '@', query: 'suggested.pdf' });
    await run({ type: 'chooseSuggestion', trigger: '@', id: vscode.Uri.file(path).toString() });
    assert.equal(only().kind, 'pdf');
    await removeAll(portico);
    await vscode.commands.executeCommand('portico.addFile', vscode.Uri.file(path));
    assert.equal(only().kind, 'pdf');
  });

  it('of a file system of another extension are read through VS Code', async () => {
    const content = pdfOf(['from memory']);
    const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
    const fail = (): never => {
      throw vscode.FileSystemError.NoPermissions();
    };
    const provider = vscode.workspace.registerFileSystemProvider('portico-pdf', {
      onDidChangeFile: changed.event,
      watch: () => ({ dispose: () => {} }),
      stat: () => ({ type: vscode.FileType.File, ctime: 0, mtime: 0, size: content.length }),
      readFile: () => content,
      readDirectory: fail,
      createDirectory: fail,
      writeFile: fail,
      delete: fail,
      rename: fail,
    });
    await until(
      'the file system',
      () => vscode.workspace.fs.isWritableFileSystem('portico-pdf') !== undefined,
    );
    await run({ type: 'attachFiles', uris: ['portico-pdf:/a.pdf'] });
    provider.dispose();
    assert.equal(
      await previewOf(portico, only()),
      'PDF `…/a.pdf` (pages: 1)\n```\n[Page 1 of 1]\nfrom memory\n```',
    );
  });

  it('from outside VS Code are attached by their content, and are not read again', async () => {
    const data = pdfOf(['from outside']).toString('base64');
    await run({ type: 'attachPdf', name: 'a`b.pdf', data });
    const preview = await previewOf(portico, only());
    assert.match(
      preview,
      /^PDF `a\\u\{60\}b\.pdf` \(pages: 1\)\n```\n\[Page 1 of 1\]\nfrom outside\n```$/u,
    );
    await getAnswer(portico, 'Why?');
    assert.equal(sentQuestion(), `${preview}\n\nWhy?`);
  });

  it('are read again when they are sent, if they have changed', async () => {
    const path = await writeWorkspaceFile('pdf/a.pdf', pdfOf(['before']));
    await drop(portico, path);
    await writeWorkspaceFile('pdf/a.pdf', pdfOf(['after']));
    await getAnswer(portico, 'Why?');
    const question = portico.conversation().messages.find(({ kind }) => kind === 'question');
    assert.ok(question?.kind === 'question');
    const sent = question.attachments?.map(({ name, isUpdated }) => [name, isUpdated]);
    assert.deepEqual(sent, [['pdf/a.pdf', true]]);
    assert.match(sentQuestion(), /\[Page 1 of 1\]\nafter\n/u);
  });

  it('of many pages are attached up to page 100, and say so', async () => {
    const pages = Array.from({ length: 340 }, (_, index) => `text ${index}`);
    const path = await writeWorkspaceFile('pdf/long.pdf', pdfOf(pages));
    const notifications = recordNotifications();
    await drop(portico, path);
    notifications.dispose();
    assert.equal(
      notifications.messages.join('\n'),
      'Only the first 100 of 340 pages of pdf/long.pdf are attached.',
    );
    assert.equal(only().isExcerpt, true);
    const preview = await previewOf(portico, only());
    assert.match(preview, /```\n\[Only the first 100 of 340 pages are attached\.\]\n/u);
    assert.match(preview, /\[Page 100 of 340\]\ntext 99\n```$/u);
  });

  it('that have no text to attach are refused in one sentence that says why', async () => {
    const refusals: readonly (readonly [string, Uint8Array, string])[] = [
      ['locked', encryptedPdf(), "is protected with a password. Its text can't be read."],
      ['scan', pdfWithoutText(), 'has no text. If it is scanned, attach images of its pages.'],
      ['words', Buffer.from('Just words.'), "isn't a PDF file, although its name says so."],
      ['damaged', Buffer.from('%PDF-1.7\nx'), "is damaged. Its text can't be read."],
    ];
    for (const [name, content, reason] of refusals) {
      const path = await writeWorkspaceFile(`pdf/${name}.pdf`, content);
      assert.equal(await refusal(path), `pdf/${name}.pdf ${reason}`);
    }
  });

  it('that are too large, pipes or gone are refused like other files', async () => {
    const large = await writeWorkspaceFile('pdf/large.pdf', '%PDF-1.7\n');
    const file = await open(large, 'r+');
    await file.truncate(50_000_001);
    await file.close();
    assert.match(
      await refusal(large),
      /large\.pdf is larger than 50 MB, the limit for PDF files\./u,
    );
    const pipe = join(workspaceFolder(), 'pdf', 'pipe.pdf');
    execFileSync('mkfifo', [pipe]);
    assert.match(await refusal(pipe), /pipe\.pdf isn't a regular file\./u);
    assert.match(await refusal(`${large}.pdf`), /large\.pdf\.pdf doesn't exist\./u);
  });
});
