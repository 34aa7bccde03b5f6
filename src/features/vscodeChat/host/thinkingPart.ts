// Reasoning as a part of an answer, where VS Code has one.
import * as vscode from 'vscode';

/** `LanguageModelThinkingPart` is in no stable type (VS Code 1.139), but extensions can create it. */
export function thinkingPart(text: string): vscode.LanguageModelResponsePart | undefined {
  const create: unknown = Reflect.get(vscode, 'LanguageModelThinkingPart');
  return typeof create === 'function' ? Reflect.construct(create, [text]) : undefined;
}
