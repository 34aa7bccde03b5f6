// Whether the model of a chat accepts images, and which models of its gateway do. The page warns before an image is
// sent in vain.
import { DisposableStore, type Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { knownQuirks, type ModelFacts } from '../../../conversation/node/retry/modelFacts';
import type { ChatSession } from '../../../conversation/node/session/chatSession';
import { apiFormatOf } from '../../../gateway/common/apiFormatLookup';
import type { ModelRecord } from '../../../gateway/common/modelRecord';
import type { Gateways } from '../../setup/host/gateways';
import { acceptsImages } from '../node/acceptsImages';
import { findModel, type ModelCatalog } from './modelCatalog';
import { modelsSetting } from './requestSettings';

export interface ImageInputDeps {
  readonly session: ChatSession;
  readonly gateways: Gateways;
  readonly catalog: ModelCatalog;
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
    const record = findModel(await this.deps.catalog.lastList(), model);
    return (await modelsWithImages(this.deps))(record ?? { id: model, chat: true });
  }
}

/** Tells whether a model of the current gateway accepts images; undefined if no source says so. */
export async function modelsWithImages({
  gateways,
  modelFacts,
}: Pick<ImageInputDeps, 'gateways' | 'modelFacts'>): Promise<
  (model: ModelRecord) => boolean | undefined
> {
  const settings = modelsSetting();
  const quirksOf = await knownQuirks(modelFacts, (await gateways.currentId()) ?? '');
  return (model) => {
    const apiFormat = apiFormatOf(model, settings.of(model.id).apiFormat);
    return acceptsImages(model, settings, quirksOf(model.id, apiFormat));
  };
}
