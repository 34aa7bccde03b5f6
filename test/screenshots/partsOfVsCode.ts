// Takes the pictures of what Portico adds to other parts of VS Code: a commit message, and an answer in VS Code's own chat.
import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { eventuallyMatches } from '../support/eventually';
import { runCommand } from '../support/quickInput';
import { commandTitle } from '../support/uiLanguage';
import type { VsCode } from '../support/vscode';
import { askUntil, turnOnChat } from '../support/vscodeChat';
import { openView } from '../support/workbench';
import { patch, type sampleChat } from './sampleChat';

type Sample = ReturnType<typeof sampleChat>;

/** Makes the folder a Git repository with a staged change. */
export function stageChange(cwd: string, { commitMessages }: Sample): void {
  const git = (args: readonly string[], input?: string): string =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args], {
      cwd,
      encoding: 'utf8',
      input,
    });
  git(['init', '--initial-branch=main']);
  git(['add', '.']);
  for (const message of commitMessages) git(['commit', '--allow-empty', '-m', message]);
  git(['apply', '--recount', '--index', '-'], patch);
}

async function openStagedChange(page: Page): Promise<void> {
  await openView(page, 'Source Control');
  await page.locator('.scm-view').getByText('fetchWithRetry.ts').first().click();
  await page.locator('.monaco-diff-editor .line-insert').first().waitFor();
}

export async function showCommitMessage({ page }: VsCode, sample: Sample): Promise<void> {
  await openStagedChange(page);
  const name = commandTitle('command.generateCommitMessage').replace('Portico: ', '');
  const button = page.locator('.part.sidebar').getByRole('button', { name, exact: true }).first();
  const header = page.locator('.part.sidebar .pane-header').filter({ hasText: 'Changes' }).first();
  await header.hover();
  await button.click();
  const end = new RegExp(sample.commitMessage.split('\n').at(-1)?.replaceAll(' ', '.') ?? '', 'u');
  const box = page.locator('.scm-editor .view-lines').first();
  await eventuallyMatches('the commit message', () => box.textContent(), end);
  await header.hover();
  await button.waitFor();
}

export async function showVsCodeChat(vscode: VsCode, sample: Sample): Promise<void> {
  const { page } = vscode;
  await turnOnChat(vscode);
  // A reloaded window does not always have its editors.
  await openStagedChange(page);
  await runCommand(page, 'View: Toggle Primary Side Bar Visibility');
  await runCommand(page, 'Chat: Open Chat');
  // Until VS Code has asked Portico for its models it offers “Auto” only.
  await page
    .getByRole('button', { name: /^Models, (?!Auto)/u })
    .last()
    .waitFor();
  const bar = await page.locator('.part.auxiliarybar').boundingBox();
  await page.mouse.move((bar?.x ?? 0) - 1, 300);
  await page.mouse.down();
  await page.mouse.move((bar?.x ?? 0) - 250, 300, { steps: 10 });
  await page.mouse.up();
  const session = page.locator('.interactive-session');
  const sent = session.locator('.interactive-request').filter({ hasText: sample.question });
  const box = session.locator('.chat-input-container .monaco-editor').last();
  await askUntil(page, box, sample.question, async () => (await sent.count()) > 0);
  const answer = session.locator('.interactive-response').last();
  await eventuallyMatches('the answer', () => answer.textContent(), /AbortSignal\.timeout/u);
  await session.locator('.codicon-stop-circle').waitFor({ state: 'hidden' });
}
