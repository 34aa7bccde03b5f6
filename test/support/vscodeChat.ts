// Turns VS Code's own chat on without signing in, and asks in it as a person does.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { foldersOf } from '../setup/codeServer.mjs';
import { eventually } from './eventually';
import { runCommand } from './quickInput';
import { commandTitle, uiText } from './uiLanguage';
import type { VsCode } from './vscode';
import { notification } from './workbench';

/** How long a question may take before it is typed again. */
const retryMs = 10_000;

/**
 * Types a question into a box of VS Code's chat and presses Enter, until it is sent: while the chat starts, it takes no
 * question, and the focus may move.
 * @param box The last of the session: a question that is being edited has a box, too.
 */
export async function askUntil(
  page: Page,
  box: Locator,
  question: string,
  isSent: () => boolean | Promise<boolean>,
): Promise<void> {
  await eventually(`the question “${question}”`, async () => {
    if (await isSent()) return true;
    await box.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type(question);
    await page.keyboard.press('Enter');
    return eventually('the question to be sent', isSent, retryMs);
  });
}

/**
 * Makes a home for `VsCode.open`: VS Code asks for a sign-in unless its language models file names a provider other than
 * its own, and turns its chat extension off until then.
 */
export function chatHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'portico-agent-'));
  const { user } = foldersOf(home);
  mkdirSync(user, { recursive: true });
  const groups = [{ name: 'Portico', vendor: 'portico' }];
  writeFileSync(join(user, 'chatLanguageModels.json'), JSON.stringify(groups));
  return home;
}

/** Starts VS Code's chat extension. */
export async function turnOnChat(vscode: VsCode): Promise<void> {
  const { page } = vscode;
  await runCommand(page, commandTitle('command.refreshModels'));
  await notification(page, uiText('The gateway lists {0}.').replace(/ ?[.。]$/u, '')).waitFor();
  await runCommand(page, 'Extensions: Enable All Extensions');
  await chatExtensionStarts(vscode, 0);
  // Its chat notices only then that the extension is on.
  await vscode.reload();
  await chatExtensionStarts(vscode, 1);
}

/** Waits until VS Code has started its chat extension more often than before. */
async function chatExtensionStarts(vscode: VsCode, before: number): Promise<void> {
  const starts = (): number =>
    logOf(vscode).split('_doActivateExtension GitHub.copilot-chat').length - 1;
  await eventually("VS Code's chat extension", () => starts() > before);
}

/** What the extension hosts logged: which extensions they activated, for example. */
function logOf(vscode: VsCode): string {
  const folder = join(vscode.folders.data, 'logs');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('remoteexthost.log'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
}
