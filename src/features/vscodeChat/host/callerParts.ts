// Reads VS Code's messages. What is not text, an image or a tool call or result is ignored or refused.
import * as vscode from 'vscode';
import { isJsonRecord } from '../../../base/mergeObjects';
import type { CallerMessage, CallerPart } from '../node/callerMessages';

/** No stable type has it; VS Code's chat sends its instructions with it. */
const systemRole = 3;

/** @throws an error with Portico's sentence for content that no model can be sent. */
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
    return [
      { type: 'toolResult', callId: part.callId, parts: part.content.flatMap(readContentPart) },
    ];
  }
  return readContentPart(part);
}

function readContentPart(
  part: unknown,
): readonly (CallerPart & { readonly type: 'text' | 'image' })[] {
  if (part instanceof vscode.LanguageModelTextPart) {
    return [{ type: 'text', text: part.value }];
  }
  if (part instanceof vscode.LanguageModelDataPart) {
    return readData(part);
  }
  if (part instanceof vscode.LanguageModelPromptTsxPart) {
    return [{ type: 'text', text: JSON.stringify(part.value) }];
  }
  // Reasoning, and parts of later versions: no model needs them to answer.
  return typeof part === 'string' ? [{ type: 'text', text: part }] : [];
}

function readData({
  data,
  mimeType,
}: vscode.LanguageModelDataPart): readonly (CallerPart & { readonly type: 'text' | 'image' })[] {
  const [type = ''] = mimeType.toLowerCase().split(';');
  if (type.startsWith('image/')) {
    return [
      {
        type: 'image',
        image: { mediaType: type, data: Buffer.from(data).toString('base64') },
      },
    ];
  }
  if (type.startsWith('text/') || /^application\/(?:[\w.+-]+\+)?json$/u.test(type)) {
    return [{ type: 'text', text: new TextDecoder().decode(data) }];
  }
  // VS Code's chat passes hints to its own models with names such as `cache_control` and `stateful_marker`
  // (microsoft/vscode-copilot-chat, src/platform/endpoint/common/endpointTypes.ts).
  if (!type.includes('/')) {
    return [];
  }
  throw new Error(vscode.l10n.t("Portico can't send content of the type “{0}”.", type));
}
