// The extension as VS Code runs it, and what the tests of this ring ask of it again and again.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { Answer } from '../../../src/shared/conversation/conversation';
import { isRunning } from '../../../src/shared/conversation/conversation';
import type { Draft } from '../../../src/shared/conversation/draft';
import { draftNames, readDraftFile } from '../../../src/store/drafts/draftFile';
import { mergeDrafts } from '../../../src/store/drafts/mergeDrafts';
import type { TestApi } from '../../../src/vscode/testApi';

export const extensionId = 'portico.portico';

export async function activatePortico(): Promise<TestApi & { readonly version: number }> {
  const extension = vscode.extensions.getExtension<TestApi & { readonly version: number }>(
    extensionId,
  );
  assert.ok(extension, `${extensionId} is not installed`);
  return extension.activate();
}

/** Changes a user setting and waits until VS Code has it. One that has the value is not written: that is dear. */
export async function setUserSetting(key: string, value: unknown): Promise<void> {
  const settings = vscode.workspace.getConfiguration('portico');
  if (!isDeepStrictEqual(settings.inspect(key)?.globalValue, value)) {
    await settings.update(key, value, vscode.ConfigurationTarget.Global);
  }
}

/** Polls a condition; the only waiting that tests of this ring do. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000;
  while (!(await holds())) {
    assert.ok(Date.now() < end, `waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export function lastAnswer(portico: TestApi): Answer {
  const answer = portico.conversation().messages.findLast((message) => message.kind === 'answer');
  assert.ok(answer);
  return answer;
}

/** Asks and waits for the end of the answer. Pauses before it is asked again by itself are cut short. */
export async function getAnswer(portico: TestApi, question: string): Promise<Answer> {
  assert.equal(portico.ask(question), true);
  await until('the answer ends', () => {
    const { id, state, retryWait } = lastAnswer(portico);
    if (retryWait !== undefined) {
      portico.retryNow(id);
    }
    return !isRunning(state);
  });
  return lastAnswer(portico);
}

/** Has a text stand in the message box of the chat that was used last. */
export async function typeDraft(portico: TestApi, text: string): Promise<void> {
  await portico.run({ type: 'saveDraft', text }, portico.conversation().id);
}

export async function newChat(): Promise<void> {
  await vscode.commands.executeCommand('portico.newChat');
}

/** As it is on disk; undefined where there is none. */
export async function savedDraft(id: string): Promise<Draft | undefined> {
  const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const storage = ['data', 'User', 'globalStorage', extensionId, 'conversations'];
  const folder = join(dirname(workspace), ...storage);
  const names = draftNames(await readdir(folder), id);
  const files = names.map(async (name) => {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    const state = readDraftFile(text);
    return state === undefined ? [] : { name, state };
  });
  const read = (await Promise.all(files)).flat();
  return read.length === 0 ? undefined : mergeDrafts(read).draft;
}
