// Reads VS Code's messages. What is neither text nor a tool call or result is data of any type (`foreignData()`), or ignored.
import * as vscode from 'vscode';
import { isJsonRecord } from '../../../base/mergeObjects';
import { toJsonText } from '../../../gateway/node/json';
import type { CallerMessage, CallerPart, ContentPart } from '../node/callerMessages';
import { foreignData } from '../node/foreignData';

/** No stable type has it; VS Code's chat sends its instructions with it. */
const systemRole = 3;

export function readCallerMessage(message: vscode.LanguageModelChatRequestMessage): CallerMessage {
  return {
    role: roleOf(message.role),
    parts: [...message.content].flatMap(readPart),
  };
}

function roleOf(role: number): CallerMessage['role'] {
  if (role === systemRole) {
    return 'system';
  }
  const assistantRole: number = vscode.LanguageModelChatMessageRole.Assistant;
  return role === assistantRole ? 'assistant' : 'user';
}

function readPart(part: unknown): readonly CallerPart[] {
  if (part instanceof vscode.LanguageModelToolCallPart) {
    const input: unknown = part.input;
    return [
      {
        type: 'toolCall',
        id: part.callId,
        name: part.name,
        input: isJsonRecord(input) ? input : {},
      },
    ];
  }
  if (part instanceof vscode.LanguageModelToolResultPart) {
    const content: readonly unknown[] = Array.isArray(part.content) ? part.content : [part.content];
    return [{ type: 'toolResult', callId: part.callId, parts: content.flatMap(readContentPart) }];
  }
  return readContentPart(part);
}

function readContentPart(part: unknown): readonly ContentPart[] {
  if (part instanceof vscode.LanguageModelTextPart) {
    return [{ type: 'text', text: part.value }];
  }
  if (part instanceof vscode.LanguageModelDataPart) {
    return foreignData(part.data, part.mimeType);
  }
  if (part instanceof vscode.LanguageModelPromptTsxPart) {
    return [{ type: 'text', text: toJsonText(part.value) }];
  }
  // Reasoning, and parts of later versions: no model needs them to answer.
  return typeof part === 'string' ? [{ type: 'text', text: part }] : [];
}
