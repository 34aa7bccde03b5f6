// `npm run screenshots`: takes the README's pictures from a real VS Code with the packaged extension.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ChatView } from './chatView';
import { eventuallyEqual } from './eventually';
import { quickInput, runCommand } from './quickInput';
import { startGateway } from '../referenceGateway/server';
import { build, pack } from '../setup/package.mjs';
import { packagedExtension, projectRoot } from './toolchain';
import { VsCode } from './vscode';
import { setTheme, themes } from './workbench';

const folder = join(projectRoot, 'media', 'screenshots');

async function take(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Drags the edge of the side bar until code fits. */
async function widenSideBar(page: Page): Promise<void> {
  const edge = await page.locator('.part.sidebar').boundingBox();
  if (edge === null) {
    throw new Error('There is no side bar.');
  }
  const x = edge.x + edge.width + 1;
  await page.mouse.move(x, 400);
  await page.mouse.down();
  await page.mouse.move(x + 170, 400, { steps: 10 });
  await page.mouse.up();
}

async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await build(process.execPath);
  await pack(process.execPath, packagedExtension);
  // The pictures show the port, so it is always the same.
  const gateway = await startGateway({ port: 8787, tokensPerSecond: 2_000 });
  const vscode = await VsCode.open({
    extensionVsix: packagedExtension,
    settings: {
      'portico.baseUrl': gateway.baseUrl,
      'portico.model': 'demo-markdown',
      'workbench.colorTheme': themes.dark.name,
    },
  });
  try {
    const { page } = vscode;
    await page.setViewportSize({ width: 1180, height: 760 });
    let chat = await ChatView.open(page);
    await chat.getAnswer('What can you render?');
    await widenSideBar(page);
    await chat.answers.last().locator('pre').first().scrollIntoViewIfNeeded();
    await page.mouse.move(900, 300);
    await page.mouse.move(905, 305);
    await eventuallyEqual(
      'the highlighted edges',
      () => page.locator('.monaco-sash.hover, .monaco-sash.active').count(),
      0,
    );
    await take(page, 'answer-dark');
    await setTheme(page, 'light');
    chat = await ChatView.open(page);
    await chat.answers.last().locator('pre').first().scrollIntoViewIfNeeded();
    await take(page, 'answer-light');
    await setTheme(page, 'dark');
    chat = await ChatView.open(page);
    await chat.modelButton.click();
    const picker = await quickInput(page, /Select Model/u);
    await picker.type('demo');
    await picker.row('demo-fast').waitFor();
    await take(page, 'model-picker');
    await picker.cancel();
    for (const question of ['How do I read a stream line by line?', 'Why is my regex slow?']) {
      await runCommand(page, 'Portico: New Chat');
      await chat.waitForArticles(0);
      await chat.getAnswer(question);
    }
    await chat.button('History').click();
    const history = await quickInput(page, /Chat History/u);
    await history.type('deltas');
    await history.rows.locator('.highlight').first().waitFor();
    await take(page, 'history');
    await history.cancel();
    await runCommand(page, 'Portico: New Chat');
    await chat.waitForArticles(0);
    gateway.takeOffline('demo-markdown');
    await chat.ask('Are you still there?');
    await chat.waitForState('failed');
    await take(page, 'model-gone');
  } finally {
    await vscode.close();
    await gateway.close();
  }
}

void main();
