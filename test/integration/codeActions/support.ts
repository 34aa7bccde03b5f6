// Steps that the tests of code actions and prompts share.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import type { Suggestion } from '../../../src/features/attachments/common/attachmentsView';
import type { Gateway } from '../../referenceGateway/server';
import { attachmentsOf, workspaceFolder } from '../attachments/support/attachments';
import { selectLines } from '../support/editors';
import { questionsTo, until, type Portico } from '../support/portico';

export function workspacePath(name: string): string {
  return join(workspaceFolder(), name);
}

/** See `selectLines`. */
export function select(name: string, start?: number, end?: number): Promise<vscode.TextEditor> {
  return selectLines(workspacePath(name), start, end);
}

export function attachments(portico: Portico): readonly string[] {
  return attachmentsOf(portico).map(({ kind, name }) => `${kind} ${name}`);
}

/** The last message of the only request. */
export async function onlyRequest(gateway: Gateway): Promise<string> {
  await until('a request', () => questionsTo(gateway).length > 0);
  const [request, ...others] = questionsTo(gateway);
  assert.deepEqual(others, []);
  const body = request?.json as { messages: { content: string }[] } | undefined;
  return body?.messages.at(-1)?.content ?? '';
}

export async function suggestions(portico: Portico, query = ''): Promise<readonly Suggestion[]> {
  await portico.run({ type: 'suggest', trigger: '/', query }, portico.conversation().id);
  return portico.viewState().suggestions?.items ?? [];
}

export async function choosePrompt(portico: Portico, label: string): Promise<void> {
  const found = (await suggestions(portico)).find((item) => item.label === label);
  assert.ok(found, label);
  await portico.run(
    { type: 'chooseSuggestion', trigger: '/', id: found.id },
    portico.conversation().id,
  );
}
