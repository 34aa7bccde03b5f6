// The set-up and steps of the tests of Apply.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { findAnswer, type AppliedChange } from '../../../../src/conversation/common/conversation';
import {
  attachmentsOf,
  drop,
  removeAll,
  workspaceFolder,
  writeWorkspaceFile,
} from '../../attachments/support/attachments';
import { openDocument } from '../../support/editors';
import { recordNotifications, type NotificationRecorder } from '../../support/notifications';
import { answerAfter, getAnswer, until } from '../../support/portico';
import { gateway, portico, withGateway } from '../../support/withGateway';

/** What the model answers next. */
let nextAnswer = '';
let messageId = '';
export let notifications: NotificationRecorder;

/** Registers hooks: a gateway whose model answers what a test sets, and a clean window after each test. */
export function withApply(): void {
  withGateway({ model: 'writes-code', isNewPerTest: true, models: [] });
  before(() => {
    for (const id of ['writes-code', 'writes-again']) {
      gateway.addModel({
        id,
        description: '',
        behavior: {
          kind: 'answers',
          answer: () => ({ text: nextAnswer }),
          tokensPerSecond: Infinity,
        },
      });
    }
  });
  beforeEach(() => {
    notifications = recordNotifications();
  });
  afterEach(async () => {
    notifications.dispose();
    await portico.run({ type: 'rejectProposals' });
    await removeAll(portico);
    await closeAll();
  });
  after(() => rm(join(workspaceFolder(), 'applied'), { recursive: true, force: true }));
}

/** Closes all editors without saving. */
async function closeAll(): Promise<void> {
  const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  while (tabs().length > 0) {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
}

/** Uses the notification's or dialog's button of that name from now on. */
export function clickButton(name: string): void {
  notifications.dispose();
  notifications = recordNotifications(name);
}

export function uriOf(name: string): vscode.Uri {
  return vscode.Uri.file(join(workspaceFolder(), 'applied', name));
}

export async function attachFile(name: string, content: string): Promise<void> {
  await writeWorkspaceFile(`applied/${name}`, content);
  await openDocument(uriOf(name).fsPath);
  await drop(portico, uriOf(name).fsPath);
  await until('the attachment', () => attachmentsOf(portico).length === 1);
}

/** Asks about what is attached; the answer is `text`. */
export async function askFor(text: string): Promise<void> {
  nextAnswer = text;
  messageId = (await getAnswer(portico, 'Change it.')).id;
}

/** Runs an action that asks; the answer is `text`. */
export async function answerWith(text: string, action: () => unknown): Promise<void> {
  nextAnswer = text;
  messageId = (await answerAfter(portico, action)).id;
}

export async function askAbout(name: string, content: string, text: string): Promise<void> {
  await attachFile(name, content);
  await askFor(text);
}

export function block(info: string, ...code: readonly string[]): string {
  return `\`\`\`${info}\n${code.join('\n')}\n\`\`\``;
}

export function replace(old: string, text: string): string {
  return `<<<<<<< SEARCH\n${old}\n=======\n${text}\n>>>>>>> REPLACE`;
}

export const apply = (index = 0) => portico.run({ type: 'applyCode', messageId, block: index });

export const runOnAnswer = (type: 'applyAll' | 'undoApplied') => portico.run({ type, messageId });

export const runOnBlock = (type: 'newFile' | 'redoCode' | 'sendToTerminal', index = 0) =>
  portico.run({ type, messageId, block: index });

/** The page shows these blocks. */
export const runOnBlocks = (blocks: number[]) =>
  portico.run({ type: 'codeBlocksSeen', messageId, blocks });

export const redo = (index = 0) => portico.run({ type: 'redoChange', messageId, index });

/** The diff editor that is active. */
export function diff(): vscode.TabInputTextDiff | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputTextDiff ? input : undefined;
}

export async function textOf(uri: vscode.Uri): Promise<string> {
  return (await vscode.workspace.openTextDocument(uri)).getText();
}

/** The proposed text in the diff editor that is active. */
export async function proposedText(): Promise<string | undefined> {
  const shown = diff();
  return shown && textOf(shown.modified);
}

export function applied(): readonly AppliedChange[] {
  return findAnswer(portico.conversation(), messageId)?.applied ?? [];
}

/** The landing report below the answer. */
export function report(): readonly string[] {
  return applied().map(({ state, line, file }) => `${state} ${file}:${line}`);
}
