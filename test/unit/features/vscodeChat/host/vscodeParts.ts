// The classes of VS Code's language model API that the code under test creates or recognizes.
import { vscodeTexts } from '../../../../support/withVsCodeTexts';

export class TextPart {
  constructor(readonly value: string) {}
}
export class ThinkingPart {
  constructor(readonly value: string) {}
}
export class ToolCallPart {
  constructor(
    readonly callId: string,
    readonly name: string,
    readonly input: object,
  ) {}
}
export class ToolResultPart {
  constructor(
    readonly callId: string,
    readonly content: readonly unknown[],
  ) {}
}
export class DataPart {
  constructor(
    readonly data: Uint8Array,
    readonly mimeType: string,
  ) {}
}
export class PromptTsxPart {
  constructor(readonly value: unknown) {}
}

export class ModelError extends Error {
  static readonly NoPermissions = (message: string) => new ModelError(message, 'NoPermissions');
  static readonly NotFound = (message: string) => new ModelError(message, 'NotFound');
  static readonly Blocked = (message: string) => new ModelError(message, 'Blocked');

  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

export interface FakeExtension {
  readonly extensionUri: { readonly scheme: string; readonly fsPath: string };
  readonly packageJSON: unknown;
}

/** The installed extensions by ID. */
export const extensions = new Map<string, FakeExtension>();

/** To be called before the modules under test are loaded. */
export function installVsCodeParts(): void {
  Object.assign(vscodeTexts, {
    LanguageModelTextPart: TextPart,
    LanguageModelThinkingPart: ThinkingPart,
    LanguageModelToolCallPart: ToolCallPart,
    LanguageModelToolResultPart: ToolResultPart,
    LanguageModelDataPart: DataPart,
    LanguageModelPromptTsxPart: PromptTsxPart,
    LanguageModelError: ModelError,
    LanguageModelChatMessageRole: { User: 1, Assistant: 2 },
    LanguageModelChatToolMode: { Auto: 1, Required: 2 },
    extensions: { getExtension: (id: string) => extensions.get(id.toLowerCase()) },
    env: { language: 'en', appRoot: '/app' },
  });
}
