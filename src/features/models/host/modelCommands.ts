// Selects the model, refreshes the model list and opens the model catalog.
import * as vscode from 'vscode';
import type { ChatWindow } from '../../../chat/host/chatWindow';
import type { ModelFacts } from '../../../conversation/node/retry/modelFacts';
import type { Failure } from '../../../gateway/common/failure';
import type { ModelRecord } from '../../../gateway/common/modelRecord';
import { openLink } from '../../../platform/host/openLink';
import {
  connectionRemedy,
  runNoticeAction,
  showFailure,
} from '../../../platform/host/text/failureActions';
import { gatewayDisplayName } from '../../../platform/host/text/gatewayText';
import { joinSentences } from '../../../platform/host/text/joinTexts';
import { modelCountText } from '../../../platform/host/text/numberText';
import { runCommand } from '../../../platform/host/typedCommands';
import { showInformation, showProgress } from '../../../platform/host/window';
import type { Gateways } from '../../setup/host/gateways';
import type { ModelPicking, PickedModel } from '../../setup/host/modelPicking';
import { saveBaseUrl } from '../../setup/host/setupSettings';
import type { UnavailableModels } from '../node/unavailableModels';
import { alsoAsk } from './alsoAsk';
import { modelsWithImages } from './imageInput';
import { pickModel, type ModelPickerDeps, type ModelPickerOptions } from './modelPicker';
import { listChangeSentences } from './modelText';
import { catalogUrl, saveDefaultModel } from './requestSettings';

export interface ModelCommandsDeps extends ModelPickerDeps {
  readonly gateways: Gateways;
  readonly chats: ChatWindow;
  readonly modelFacts: ModelFacts;
  readonly unavailableModels: UnavailableModels;
}

export class ModelCommands implements ModelPicking {
  readonly #deps: ModelCommandsDeps;

  constructor(deps: ModelCommandsDeps) {
    this.#deps = deps;
  }

  get current(): string {
    return this.#deps.chats.current.session.conversation.model;
  }

  pick(options: ModelPickerOptions): Promise<PickedModel | undefined> {
    return pickModel(this.#deps, options);
  }

  /** Selects `model`, or the one that the user picks. Returns its ID, or undefined without one. */
  async select(model?: string): Promise<string | undefined> {
    if (model !== undefined) {
      return this.use(model);
    }
    const { chats, gateways, unavailableModels } = this.#deps;
    for (;;) {
      const picked = await pickModel(this.#deps, {
        current: chats.restored().then(() => this.current),
        switchFrom: this.#switchFrom(),
        acceptsImages: this.#acceptsImages(),
        unavailableIds: unavailableModels.of((await gateways.currentId()) ?? ''),
      });
      switch (picked?.type) {
        case undefined:
        case 'back':
          return undefined;
        case 'model':
          return this.use(picked.id);
        case 'baseUrl':
          await saveBaseUrl(picked.baseUrl);
          break;
        case 'failure':
          await this.#fix(picked.failure);
          break;
        case 'gateway':
          return runCommand<string | undefined>('portico.switchGateway');
      }
    }
  }

  async use(model: string): Promise<string> {
    const { chats } = this.#deps;
    await chats.restored();
    chats.current.session.chooseModel(model);
    await Promise.all([this.#deps.recentModels.remember(model), saveDefaultModel(model)]);
    return model;
  }

  /** Asks these models, or those that the user picks, the last question of the chat. Returns their IDs. */
  async alsoAsk(models?: readonly string[]): Promise<readonly string[]> {
    const { chats } = this.#deps;
    await chats.restored();
    const last = chats.current.session.conversation.messages.at(-1);
    if (last === undefined) {
      void showInformation(vscode.l10n.t('Ask a question first.'));
      return [];
    }
    return alsoAsk(this.#deps, chats.current, last.id, models);
  }

  async leaveGateway(): Promise<void> {
    await this.#deps.chats.restored();
    if (this.current !== '') {
      await this.#deps.recentModels.remember(this.current);
    }
  }

  async useLast(isSameAddress: boolean): Promise<string | undefined> {
    const { chats, recentModels } = this.#deps;
    await chats.restored();
    const [last = isSameAddress ? this.current : ''] = await recentModels.at();
    if (last !== '') {
      return this.use(last);
    }
    // If the user cancels, the previous gateway's model must not remain: it means nothing here.
    chats.current.session.chooseModel('');
    await saveDefaultModel('');
    return this.select();
  }

  async refresh(): Promise<void> {
    const { l10n } = vscode;
    const result = await showProgress(
      {
        location: vscode.ProgressLocation.Window,
        title: l10n.t('Fetching the model list…'),
      },
      () => this.#deps.catalog.fetch(),
    );
    if (result.ok) {
      const models = modelCountText(result.list.models.length);
      const changes = listChangeSentences(await result.changes());
      void showInformation(joinSentences(l10n.t('The gateway lists {0}.', models), ...changes));
      await this.#deps.catalog.addPrices();
    } else {
      await showFailure(result.failure);
    }
  }

  async openCatalog(): Promise<void> {
    const url = catalogUrl();
    if (url !== undefined) {
      await openLink(url);
    }
  }

  /** The name of the current gateway, if there are others to switch to. */
  async #switchFrom(): Promise<string | undefined> {
    const choices = await this.#deps.gateways.choices().catch(() => []);
    const inUse = choices.find(({ current }) => current);
    return choices.length < 2 || inUse === undefined ? undefined : gatewayDisplayName(inUse);
  }

  /** Undefined unless the page warns that the model won't get an image of the question. */
  #acceptsImages(): Promise<(model: ModelRecord) => boolean | undefined> | undefined {
    const { draft, parts } = this.#deps.chats.current;
    const hasImage = draft.attachments.some(({ image }) => image !== undefined);
    return hasImage && parts.view().acceptsImages === false
      ? modelsWithImages(this.#deps)
      : undefined;
  }

  /** Lets the user fix why the list could not be fetched; then the picker opens again. */
  async #fix(failure: Failure): Promise<void> {
    const action = connectionRemedy(failure);
    if (action !== undefined) {
      await runNoticeAction(action, undefined, failure);
    }
  }
}
