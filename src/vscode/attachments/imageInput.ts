// Whether the model of a chat accepts images: from the user's settings, from what its gateway rejected, or from the
// gateway's model list. The page warns before an image is sent in vain.
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { knownQuirks, type ModelFacts } from '../../chat/retry/modelFacts';
import type { ChatSession } from '../../chat/session/chatSession';
import type { Gateways } from '../gateway/gateways';
import type { ModelLists } from '../models/modelLists';
import { modelsSetting } from '../settings';

export interface ImageInputDeps {
  readonly session: ChatSession;
  readonly gateways: Gateways;
  readonly lists: ModelLists;
  readonly modelFacts: ModelFacts;
}

export class ImageInput implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new Emitter<boolean | undefined>());
  #isAccepted: boolean | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(private readonly deps: ImageInputDeps) {
    this.#disposables.add(
      deps.session.onDidChange(({ type }) => {
        if (type === 'modelChosen' || type === 'ended') {
          void this.refresh();
        }
      }),
    );
  }

  /** Undefined if no source says so. */
  get isAccepted(): boolean | undefined {
    return this.#isAccepted;
  }

  /** Call when the model list, the settings or the gateway may have changed. Never rejects. */
  async refresh(): Promise<void> {
    const { session } = this.deps;
    const { model } = session.conversation;
    const isAccepted = await this.#lookUp(model);
    if (model === session.conversation.model && isAccepted !== this.#isAccepted) {
      this.#isAccepted = isAccepted;
      this.#changed.fire(isAccepted);
    }
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #lookUp(model: string): Promise<boolean | undefined> {
    const { gateways, lists, modelFacts } = this.deps;
    const own = modelsSetting().of(model).imageInput;
    if (own !== undefined || model === '') {
      return own;
    }
    const gateway = await gateways.currentId();
    const apiFormat = await lists.apiFormat(model);
    const quirks =
      gateway === undefined ? [] : (await knownQuirks(modelFacts, gateway))(model, apiFormat);
    return quirks.includes('noImages') ? false : await lists.imageInput(model);
  }
}
