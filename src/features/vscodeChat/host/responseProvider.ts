// ResponseProvider: answers a request of VS Code's chat or of another extension with a model of the current gateway.
import * as vscode from 'vscode';
import { isJsonRecord } from '../../../base/mergeObjects';
import type { ModelInfo, RequestSettings } from '../../../conversation/node/request/requestBuilder';
import type { ChatModel, CompletionRequest } from '../../../gateway/common/chatModel';
import type { Connection } from '../../../gateway/common/connection';
import { isFailure } from '../../../gateway/common/failure';
import { readModelOptions } from '../../../gateway/common/requestParameters';
import { sourcesMarkdown } from '../../../gateway/common/source';
import type { OfferedTools, SentToolCall } from '../../../gateway/common/tools';
import { gatewayId } from '../../../gateway/node/namedGateways';
import type { CurrentConnection } from '../../setup/host/currentConnection';
import type { Gateways } from '../../setup/host/gateways';
import { requestMessages } from '../node/callerMessages';
import type { ExtensionAccess, Requester } from '../node/extensionAccess';
import { parseVscodeModelId, type ModelRef } from '../node/modelId';
import { parsedCall, readAnswer, type ReadAnswer } from '../node/readAnswer';
import type { ReasoningStore } from '../node/reasoningStore';
import { readCallerMessage } from './callerParts';
import { requesterOf } from './requester';
import { answerError, errorWith, failureError } from './responseErrors';
import type { ResponseNotices } from './responseNotices';

export interface ResponseProviderDeps {
  readonly isEnabled: () => boolean;
  readonly gateways: Pick<Gateways, 'currentId'>;
  readonly current: Pick<CurrentConnection, 'resolve'>;
  readonly access: ExtensionAccess;
  readonly requestSettings: () => RequestSettings;
  readonly lookUpModel: (model: string) => Promise<ModelInfo>;
  /** False if the settings or the model list say that the model accepts no tools. */
  readonly acceptsTools: (model: string) => Promise<boolean>;
  /** Sends to this connection only, with automatic retries. */
  readonly createChatModel: (connection: Connection) => ChatModel;
  readonly reasoning: ReasoningStore;
  readonly notices: ResponseNotices;
}

/** What VS Code passes on of a request. */
export interface CallerRequest {
  readonly messages: readonly vscode.LanguageModelChatRequestMessage[];
  readonly options: vscode.ProvideLanguageModelChatResponseOptions;
}

type Progress = vscode.Progress<vscode.LanguageModelResponsePart>;

export class ResponseProvider {
  readonly #deps: ResponseProviderDeps;

  constructor(deps: ResponseProviderDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves when the answer is complete or `token` is canceled; nothing else is sent then.
   * @throws an error with Portico's sentence, also after text was reported.
   */
  async respond(
    id: string,
    request: CallerRequest,
    progress: Progress,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const abort = new AbortController();
    const subscription = token.onCancellationRequested(() => abort.abort());
    if (token.isCancellationRequested) {
      subscription.dispose();
      return;
    }
    // A question to the user stays open when its request is canceled.
    const canceled = new Promise<void>((resolve) => {
      abort.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    try {
      await Promise.race([canceled, this.#respond(id, request, progress, abort.signal)]);
    } finally {
      subscription.dispose();
    }
  }

  async #respond(
    id: string,
    caller: CallerRequest,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<void> {
    const { isEnabled, access, current, notices, createChatModel } = this.#deps;
    const ref = await this.#refOf(id);
    const requester = requesterOf(caller.options);
    if (!(await access.isAllowed(requester, ref.gateway))) {
      throw errorWith(
        'NoPermissions',
        vscode.l10n.t(
          "You didn't allow this extension to use the gateway's models. To change this, run “Portico: Manage Extension Access…”.",
        ),
      );
    }
    const connection = signal.aborted ? undefined : await current.resolve();
    if (connection === undefined || signal.aborted) {
      return;
    }
    if (isFailure(connection)) {
      notices.onFailure(connection, requester, ref.model);
      throw failureError(connection, ref.model);
    }
    // The user may have changed the settings while a question was open.
    if (gatewayId(connection) !== ref.gateway || !isEnabled()) {
      throw anotherGatewayError();
    }
    const request = await this.#build(ref, caller);
    if (signal.aborted) {
      return;
    }
    const answer = await readAnswer(
      createChatModel(connection).complete(request, signal),
      {
        onText: (text) => progress.report(new vscode.LanguageModelTextPart(text)),
        onReasoning: (text) => {
          const part = thinkingPart(text);
          if (part !== undefined) {
            progress.report(part);
          }
        },
        onSent: (part) => notices.onSent(part, request, ref, requester),
      },
      signal,
    );
    this.#finish(ref, answer, request, progress, requester);
  }

  /** @throws if the model is not one of the current gateway. */
  async #refOf(id: string): Promise<ModelRef> {
    const { isEnabled, gateways } = this.#deps;
    const ref = parseVscodeModelId(id);
    const current = isEnabled() ? await gateways.currentId() : undefined;
    if (ref === undefined || ref.gateway !== current) {
      throw anotherGatewayError();
    }
    return ref;
  }

  async #build(ref: ModelRef, { messages, options }: CallerRequest): Promise<CompletionRequest> {
    const { requestSettings, lookUpModel, acceptsTools, reasoning, notices } = this.#deps;
    const { systemPrompt: _ofTheChatView, ...settings } = requestSettings();
    const traits = await lookUpModel(ref.model);
    const chosen = readModelOptions(options.modelOptions ?? {});
    notices.onIgnoredOptions(chosen.ignored);
    const tools = toolsOf(options);
    const isWithoutTools = tools !== undefined && !(await acceptsTools(ref.model));
    return {
      purpose: 'vscodeChat',
      ...traits,
      ...settings,
      ...chosen.parameters,
      model: ref.model,
      messages: requestMessages(messages.map(readCallerMessage), (calls) =>
        reasoning.find(ref, calls),
      ),
      ...(tools === undefined ? {} : { tools }),
      ...(isWithoutTools ? { quirks: [...(traits.quirks ?? []), 'noTools'] } : {}),
    };
  }

  #finish(
    ref: ModelRef,
    answer: ReadAnswer,
    request: CompletionRequest,
    progress: Progress,
    requester: Requester,
  ): void {
    const { notices, reasoning } = this.#deps;
    const error = answerError(answer, ref.model);
    if (error !== undefined) {
      if (answer.failure !== undefined) {
        notices.onFailure(answer.failure, requester, ref.model);
      }
      notices.onEnd(ref, answer);
      throw error;
    }
    if (answer.state === 'stopped') {
      return;
    }
    notices.onEnd(ref, answer);
    // Others ask for the text alone, and may parse it.
    if (requester.type === 'core' && answer.calls.length === 0 && answer.sources.length > 0) {
      const list = `\n\n**${vscode.l10n.t('Sources')}**\n\n${sourcesMarkdown(answer.sources)}\n`;
      progress.report(new vscode.LanguageModelTextPart(list));
    }
    const calls = answer.calls.map((call): SentToolCall => {
      if (request.tools === undefined) {
        throw new Error(
          vscode.l10n.t('The model called the tool “{0}”, but no tools were offered.', call.name),
        );
      }
      const parsed = parsedCall(call);
      if (parsed === undefined) {
        throw new Error(
          vscode.l10n.t('The model called the tool “{0}” with invalid JSON.', call.name),
        );
      }
      return parsed;
    });
    if (answer.reasoning !== undefined) {
      reasoning.add(ref, calls, answer.reasoning);
    }
    for (const { id, name, input } of calls) {
      progress.report(new vscode.LanguageModelToolCallPart(id, name, input));
    }
  }
}

function anotherGatewayError(): Error {
  return errorWith(
    'NotFound',
    vscode.l10n.t("This model isn't one of the current gateway. Select a model again."),
  );
}

function toolsOf({
  tools = [],
  toolMode,
}: vscode.ProvideLanguageModelChatResponseOptions): OfferedTools | undefined {
  return tools.length === 0
    ? undefined
    : {
        definitions: tools.map(({ name, description, inputSchema }) => ({
          name,
          description,
          ...(isJsonRecord(inputSchema) ? { inputSchema } : {}),
        })),
        mode: toolMode === vscode.LanguageModelChatToolMode.Required ? 'required' : 'auto',
      };
}

/** `LanguageModelThinkingPart` is in no stable type (VS Code 1.139), but extensions can create it. */
function thinkingPart(text: string): vscode.LanguageModelResponsePart | undefined {
  const create: unknown = Reflect.get(vscode, 'LanguageModelThinkingPart');
  return typeof create === 'function' ? Reflect.construct(create, [text]) : undefined;
}
