// ResponseNotices: what the user and the log learn about requests of VS Code's chat and of other extensions.
import * as vscode from 'vscode';
import type { CompletionRequest, StreamPart } from '../../../gateway/common/chatModel';
import type { Failure } from '../../../gateway/common/failure';
import { failureTraits } from '../../../gateway/common/failureTraits';
import { visibleLine } from '../../../platform/host/requestLog';
import { failureSentence } from '../../../platform/host/text/failureText';
import { runCommand } from '../../../platform/host/typedCommands';
import { showError, showWarning } from '../../../platform/host/window';
import type { UnavailableModels } from '../../models/node/unavailableModels';
import type { Requester } from '../node/extensionAccess';
import { vscodeModelId, type ModelRef } from '../node/modelId';
import type { ReadAnswer } from '../node/readAnswer';

export interface ResponseNoticesDeps {
  readonly unavailableModels: UnavailableModels;
  readonly log: Pick<vscode.LogOutputChannel, 'info'>;
}

export class ResponseNotices {
  readonly #deps: ResponseNoticesDeps;
  #isKeyMissingShown = false;
  /** The models for which the user knows that requests go without tools. */
  readonly #withoutTools = new Set<string>();

  constructor(deps: ResponseNoticesDeps) {
    this.#deps = deps;
  }

  /** Call when a key was stored: if it is missing again, the notification is shown again. */
  onKeyStored(): void {
    this.#isKeyMissingShown = false;
  }

  onFailure(failure: Failure, requester: Requester, model: string): void {
    if (failure.kind !== 'keyMissing' || requester.type !== 'core' || this.#isKeyMissingShown) {
      return;
    }
    this.#isKeyMissingShown = true;
    const set = vscode.l10n.t('Set API Key…');
    void showError(failureSentence(failure, model), set).then((answer) =>
      answer === set ? runCommand('portico.setApiKey') : undefined,
    );
  }

  onIgnoredOptions(names: readonly string[]): void {
    if (names.length > 0) {
      this.#deps.log.info(visibleLine(`model options not sent: ${names.join(', ')}`));
    }
  }

  onSent(
    { quirks = [], reducedSchemas = [] }: StreamPart & { readonly type: 'sent' },
    { tools }: CompletionRequest,
    ref: ModelRef,
    requester: Requester,
  ): void {
    if (reducedSchemas.length > 0) {
      this.#deps.log.info(
        visibleLine(`tool schemas reduced for the API format: ${reducedSchemas.join(', ')}`),
      );
    }
    if (tools === undefined || !quirks.includes('noTools')) {
      return;
    }
    this.#deps.log.info(visibleLine(`sent without tools: model=${JSON.stringify(ref.model)}`));
    const id = vscodeModelId(ref);
    if (requester.type === 'core' && !this.#withoutTools.has(id)) {
      this.#withoutTools.add(id);
      void showWarning(
        vscode.l10n.t(
          "The model “{0}” doesn't accept tools, so Portico sent the request without them. Choose another model for tasks that need tools.",
          ref.model,
        ),
      );
    }
  }

  /** A model that is gone leaves VS Code's picker, and one that answered returns to it. */
  onEnd({ gateway, model }: ModelRef, { failure }: ReadAnswer): void {
    if (failure === undefined) {
      this.#deps.unavailableModels.forget(gateway, [model]);
    } else if (failureTraits[failure.kind].lacksModel === 'yes') {
      this.#deps.unavailableModels.add(gateway, model);
    }
  }
}
