// The extension as VS Code runs it, and the steps that many integration tests share.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { TestApi } from '../../../src/chat/host/testApi';
import { isRunning, type Answer } from '../../../src/conversation/common/conversation';
import type { Draft } from '../../../src/conversation/common/draft';
import { draftNames } from '../../../src/storage/node/drafts/draftStore';
import type { RecordedRequest } from '../../referenceGateway/http/requestRecorder';
import type { Gateway } from '../../referenceGateway/server';

export const extensionId = 'portico.portico';

export type Portico = TestApi & { readonly version: number };

export async function activatePortico(): Promise<Portico> {
  const extension = vscode.extensions.getExtension<Portico>(extensionId);
  assert.ok(extension, `${extensionId} is not installed`);
  return extension.activate();
}

/** Changes a user setting and waits until VS Code has it. A setting that has the value is not written again: that is slow. */
export async function setUserSetting(key: string, value: unknown): Promise<void> {
  const isSet = (): boolean =>
    isDeepStrictEqual(
      vscode.workspace.getConfiguration('portico').inspect(key)?.globalValue,
      value,
    );
  if (!isSet()) {
    const settings = vscode.workspace.getConfiguration('portico');
    await settings.update(key, value, vscode.ConfigurationTarget.Global);
    // The extension host may have the new value later than the file.
    await until(`the setting ${key}`, isSet);
  }
}

const patienceMs = 150_000;
const pollMs = 10;

/** Waits until a condition holds. Integration tests wait in no other way: never for a length of time. */
export async function until(
  description: string,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, `Waited ${patienceMs / 1000} s for: ${description}`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

export function lastAnswer(portico: TestApi): Answer {
  const answer = findLastAnswer(portico);
  assert.ok(answer);
  return answer;
}

function findLastAnswer(portico: TestApi): Answer | undefined {
  return portico.conversation().messages.findLast((message) => message.kind === 'answer');
}

/**
 * Runs an action that starts or continues an answer, and waits for the end of that answer. Pauses before automatic
 * retries are cut short. Actions may resolve before the answer starts, so its end alone says nothing.
 */
export async function answerAfter(portico: TestApi, action: () => unknown): Promise<Answer> {
  const before = findLastAnswer(portico);
  await action();
  await until('an answer to start and end', () => {
    const answer = findLastAnswer(portico);
    if (answer === undefined || answer === before) return false;
    if (answer.retryWait !== undefined) portico.retryNow(answer.id);
    return !isRunning(answer.state);
  });
  return lastAnswer(portico);
}

/** Asks a question and waits for the end of its answer. */
export function getAnswer(portico: TestApi, question: string): Promise<Answer> {
  return answerAfter(portico, async () => assert.equal(await portico.ask(question), true));
}

/** The questions that a gateway got, oldest first. Model lists are fetched in the background and are not among them. */
export function questionsTo(gateway: Gateway): readonly RecordedRequest[] {
  return gateway.requests.filter(({ method }) => method === 'POST');
}

/** Types into the message box of the chat that was used last. */
export async function typeDraft(portico: TestApi, text: string): Promise<void> {
  await portico.run({ type: 'saveDraft', text }, portico.conversation().id);
}

export async function newChat(): Promise<void> {
  await vscode.commands.executeCommand('portico.newChat');
}

/** The folder in which Portico keeps its files; the test's VS Code has it beside the workspace folder. */
export function storageFolder(): string {
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  const folder =
    workspaceFile === undefined
      ? (workspaceFolders?.[0]?.uri.fsPath ?? '')
      : dirname(workspaceFile.fsPath);
  return join(dirname(folder), 'data', 'User', 'globalStorage', extensionId);
}

/** The draft of a chat as it is on disk, without its attachments; undefined where there is none. */
export async function savedDraft(id: string): Promise<Draft | undefined> {
  const folder = join(storageFolder(), 'conversations');
  const [name = ''] = draftNames(await readdir(folder), id);
  const saved = await readFile(join(folder, name, 'draft.json'), 'utf8').catch(() => undefined);
  return saved === undefined ? undefined : (JSON.parse(saved) as Draft);
}
