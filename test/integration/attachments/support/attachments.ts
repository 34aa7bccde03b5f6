// Steps that the tests of attachments share.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { TestApi } from '../../../../src/chat/host/testApi';
import type { Attachment } from '../../../../src/conversation/common/attachment';
import { questionsTo } from '../../support/portico';
import { gateway } from '../../support/withGateway';

export function workspaceFolder(): string {
  return vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
}

/** Writes a file of the workspace; returns its absolute path. */
export async function writeWorkspaceFile(
  name: string,
  content: string | Uint8Array,
): Promise<string> {
  const path = join(workspaceFolder(), name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
}

export function attachmentsOf(portico: TestApi): readonly Attachment[] {
  return portico.viewState().attachments;
}

/** The attachment of the message box, which must be the only one. */
export function onlyAttachment(portico: TestApi): Attachment {
  const [attachment, ...others] = attachmentsOf(portico);
  assert.ok(attachment);
  assert.deepEqual(others, []);
  return attachment;
}

/** The text of the last question as the gateway received it. */
export function sentQuestion(): string {
  const body = questionsTo(gateway).at(-1)?.json as {
    readonly messages: readonly { readonly content: string }[];
  };
  return body.messages.at(-1)?.content ?? '';
}

/** Attaches files as if they were dropped on the page. */
export async function drop(portico: TestApi, ...paths: readonly string[]): Promise<void> {
  const uris = paths.map((path) => vscode.Uri.file(path).toString());
  await portico.run({ type: 'attachFiles', uris }, portico.conversation().id);
}

export async function removeAll(portico: TestApi): Promise<void> {
  for (const { id } of attachmentsOf(portico)) {
    await portico.run({ type: 'removeAttachment', id }, portico.conversation().id);
  }
}

/** The text of an attachment's preview. */
export async function previewOf(
  portico: TestApi,
  { id }: Attachment,
  messageId?: string,
): Promise<string> {
  const command = { type: 'previewAttachment', id } as const;
  await portico.run(
    messageId === undefined ? command : { ...command, messageId },
    portico.conversation().id,
  );
  const document = vscode.window.activeTextEditor?.document;
  assert.equal(document?.uri.scheme, 'portico-attachment');
  assert.ok(document?.uri.path.includes(id));
  return document.getText();
}
