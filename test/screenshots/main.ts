// `npm run screenshots`: takes the README's pictures from a real VS Code with the packaged extension, and every state of
// the chat view from its page; with `-- --locale zh-cn` in that language.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { startGateway, type Gateway } from '../referenceGateway/server';
import { build, packPortico } from '../setup/package.mjs';
import { ChatView } from '../support/chatView';
import { eventuallyEqual } from '../support/eventually';
import { quickInput, runCommand } from '../support/quickInput';
import { packagedExtension, projectRoot } from '../support/toolchain';
import { commandTitle, speak, uiText } from '../support/uiLanguage';
import { VsCode } from '../support/vscode';
import { chatHome } from '../support/vscodeChat';
import { setTheme, themes } from '../support/workbench';
import { recordGif } from './animation';
import { showCommitMessage, showVsCodeChat, stageChange } from './partsOfVsCode';
import { fileName, fileText, sampleChat, usedModel } from './sampleChat';
import { takeStates } from './states';

const { locale } = parseArgs({ options: { locale: { type: 'string' } } }).values;
const folder = join(projectRoot, 'media', 'screenshots', locale ?? '');
const sample = sampleChat(locale);
const size = { width: 1180, height: 720 };

const pathOf = (name: string): string => join(folder, name);

async function take(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: pathOf(`${name}.png`) });
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
  await page.mouse.move(x + 150, 400, { steps: 10 });
  await page.mouse.up();
  await moveAway(page);
  await eventuallyEqual(
    'the highlighted edges',
    () => page.locator('.monaco-sash.hover, .monaco-sash.active').count(),
    0,
  );
}

/** Moves the pointer to where no hover appears. */
async function moveAway(page: Page): Promise<void> {
  await page.mouse.move(900, 600);
  await page.mouse.move(905, 605);
}

async function openFile(page: Page): Promise<void> {
  await page.keyboard.press('Control+p');
  const files = await quickInput(page);
  await files.type(fileName);
  await files.rows.first().waitFor();
  await files.accept();
  await page.locator('.monaco-editor .view-lines').getByText('fetchWithRetry').first().waitFor();
}

/** Goes from the question about an attached file to the accepted changes. */
async function takeApplyGif(page: Page, chat: ChatView): Promise<void> {
  await runCommand(page, commandTitle('command.newChat'));
  await chat.waitForArticles(0);
  await chat.box.pressSequentially('@');
  const file = chat.frame
    .getByRole('listbox', { name: uiText('Suggestions') })
    .getByRole('option', { name: /^fetchWithRetry/u });
  await file.waitFor();
  await take(page, 'attach');
  await file.click();
  await chat.frame
    .getByRole('list', { name: uiText('Attachments') })
    .getByRole('listitem')
    .first()
    .waitFor();
  await chat.submit(sample.changeQuestion);
  let step = 0;
  const steps = [
    () => chat.button(uiText('Apply')).click(),
    () => page.getByRole('tab', { name: uiText('{0}: Proposed Changes') }).waitFor(),
    () =>
      page
        .locator('.editor-actions')
        .getByRole('button', {
          name: commandTitle('command.acceptChanges').replace('Portico: ', ''),
        })
        .click(),
    () => chat.frame.getByRole('list', { name: uiText('Applied changes') }).waitFor(),
  ];
  const framesPerStep = 8;
  const isDone = async (): Promise<boolean> => {
    const isPlaced = await chat.frame.locator('.code-placement').isVisible();
    if (isPlaced && step % framesPerStep === 0) {
      await steps[step / framesPerStep]?.();
    }
    step += isPlaced ? 1 : 0;
    return step > steps.length * framesPerStep;
  };
  const length = await recordGif(page, pathOf('apply.gif'), isDone);
  console.log(`apply.gif: ${Math.round(length / 1_000)} kB`);
}

const settingsFor = ({ baseUrl }: Gateway) => ({
  'portico.gateways': [{ name: sample.gateway, baseUrl }],
  'portico.baseUrl': baseUrl,
  'portico.model': usedModel,
  'workbench.colorTheme': themes.dark.name,
  'window.commandCenter': false,
  // VS Code shows the arrow of a function in red where it finds brackets before it has the grammar.
  'editor.bracketPairColorization.enabled': false,
});

async function takePartsOfVsCode(workspace: string): Promise<void> {
  const gateway = await startGateway({ models: sample.models });
  const home = chatHome();
  const vscode = await VsCode.open({
    home,
    unpackedVsix: packagedExtension,
    allBuiltinExtensions: true,
    workspace,
    locale,
    viewport: size,
    settings: { ...settingsFor(gateway), 'git.enabled': true },
  });
  try {
    await showCommitMessage(vscode, sample);
    await take(vscode.page, 'commit-message');
    // VS Code's own button for commit messages must not be in the picture before.
    await vscode.changeSettings({
      'chat.disableAIFeatures': false,
      // Without it, its chat asks which models write titles.
      'chat.byokUtilityModelDefault': 'mainAgent',
    });
    await showVsCodeChat(vscode, sample);
    await moveAway(vscode.page);
    await take(vscode.page, 'vscode-chat');
  } finally {
    await vscode.close();
    await gateway.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function takeReadmePictures(workspace: string): Promise<void> {
  const gateway = await startGateway({ models: sample.models });
  const vscode = await VsCode.open({
    extensionVsix: packagedExtension,
    workspace,
    locale,
    viewport: size,
    settings: settingsFor(gateway),
  });
  try {
    const { page } = vscode;
    let chat = await ChatView.open(page);
    await widenSideBar(page);
    await openFile(page);
    await moveAway(page);
    await chat.getAnswer(sample.question);
    // Code is highlighted when the browser is idle.
    await chat.frame.locator('.code-block [class^="hl-"]').first().waitFor();
    // TypeScript analyzes the file.
    await eventuallyEqual(
      'the work that the status bar shows',
      () => page.locator('.part.statusbar .codicon-modifier-spin').count(),
      0,
    );
    await take(page, 'answer-dark');
    await takeApplyGif(page, chat);
    // The Chinese documents show no light theme.
    if (locale === undefined) {
      await setTheme(page, 'light');
      chat = await ChatView.open(page);
      await moveAway(page);
      await take(page, 'answer-light');
      await setTheme(page, 'dark');
      chat = await ChatView.open(page);
    }
    await chat.modelButton.click();
    const picker = await quickInput(page, new RegExp(uiText('Select Model'), 'u'));
    await picker.row('gpt-oss-120b').waitFor();
    await take(page, 'model-picker');
    await picker.cancelAndWait();
    for (const next of Object.keys(sample.otherAnswers)) {
      await runCommand(page, commandTitle('command.newChat'));
      await chat.waitForArticles(0);
      await chat.getAnswer(next);
    }
    await runCommand(page, commandTitle('command.showHistory'));
    const history = await quickInput(page, new RegExp(uiText('Chat History'), 'u'));
    await history.type(sample.searched);
    await history.rows.locator('.highlight').first().waitFor();
    await take(page, 'history');
    await history.cancelAndWait();
    await runCommand(page, commandTitle('command.newChat'));
    await chat.waitForArticles(0);
    gateway.takeOffline(usedModel);
    await chat.ask(sample.question);
    await chat.waitForState('failed');
    await chat.button(new RegExp(`^${uiText('Ask {0}')}`, 'u')).waitFor();
    await moveAway(page);
    await take(page, 'model-gone');
  } finally {
    await vscode.close();
    await gateway.close();
  }
}

async function main(): Promise<void> {
  if (locale !== undefined) speak(locale);
  mkdirSync(folder, { recursive: true });
  await build(process.execPath);
  await packPortico(process.execPath, packagedExtension);
  const workspace = mkdtempSync(join(tmpdir(), 'portico-sample-'));
  const file = join(workspace, fileName);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, fileText);
  try {
    await takeReadmePictures(workspace);
    stageChange(workspace, sample);
    await takePartsOfVsCode(workspace);
  } finally {
    rmSync(workspace, { recursive: true });
  }
  console.log(`All states: ${await takeStates(locale)}`);
}

void main();
