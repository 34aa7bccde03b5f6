// The other extension of these tests, and how it asks models.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** VS Code's API as that extension has it. */
export interface Asker {
  readonly lm: typeof vscode.lm;
}

export async function activateAsker(): Promise<Asker> {
  const extension = vscode.extensions.getExtension<Asker>('portico-tests.asker');
  assert.ok(extension, 'the fixture extension is not installed');
  return extension.activate();
}

export async function offeredModels(asker: Asker): Promise<readonly vscode.LanguageModelChat[]> {
  return asker.lm.selectChatModels({ vendor: 'portico' });
}

export async function findModel(asker: Asker, model: string): Promise<vscode.LanguageModelChat> {
  const found = (await offeredModels(asker)).find(({ family }) => family === model);
  assert.ok(found, `${model} is not offered`);
  return found;
}

export interface AskerAnswer {
  readonly text: string;
  readonly calls: readonly vscode.LanguageModelToolCallPart[];
  /** All parts of other kinds. */
  readonly others: readonly unknown[];
}

export function user(
  content:
    | string
    | (
        | vscode.LanguageModelTextPart
        | vscode.LanguageModelToolResultPart
        | vscode.LanguageModelDataPart
      )[],
): vscode.LanguageModelChatMessage {
  return vscode.LanguageModelChatMessage.User(content);
}

export function assistant(
  content: string | (vscode.LanguageModelTextPart | vscode.LanguageModelToolCallPart)[],
): vscode.LanguageModelChatMessage {
  return vscode.LanguageModelChatMessage.Assistant(content);
}

/** Asks a model and reads the answer to its end. */
export async function ask(
  asker: Asker,
  model: string,
  question: string | readonly vscode.LanguageModelChatMessage[],
  options?: vscode.LanguageModelChatRequestOptions,
  token?: vscode.CancellationToken,
): Promise<AskerAnswer> {
  const found = await findModel(asker, model);
  const messages =
    typeof question === 'string' ? [vscode.LanguageModelChatMessage.User(question)] : [...question];
  const response = await found.sendRequest(messages, options, token);
  let text = '';
  const calls: vscode.LanguageModelToolCallPart[] = [];
  const others: unknown[] = [];
  for await (const part of response.stream) {
    if (part instanceof vscode.LanguageModelTextPart) text += part.value;
    else if (part instanceof vscode.LanguageModelToolCallPart) calls.push(part);
    else others.push(part);
  }
  return { text, calls, others };
}

/** Asks a model; rejects where the request or its answer does. */
export async function startAsking(
  model: vscode.LanguageModelChat,
  question: string | vscode.LanguageModelChatMessage[],
  token?: vscode.CancellationToken,
): Promise<void> {
  const messages =
    typeof question === 'string' ? [vscode.LanguageModelChatMessage.User(question)] : question;
  const response = await model.sendRequest(messages, undefined, token);
  const parts: unknown[] = [];
  for await (const part of response.stream) parts.push(part);
}

/** The error with which something rejects; `code` is that of a `LanguageModelError`. */
export async function rejectionOf(
  running: Promise<unknown>,
): Promise<{ readonly message: string; readonly code: unknown }> {
  const error: unknown = await running.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Error, 'nothing was rejected');
  const code = error instanceof vscode.LanguageModelError ? error.code : undefined;
  return { message: error.message, code };
}
