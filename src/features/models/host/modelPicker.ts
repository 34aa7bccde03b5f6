// The model picker. It opens at once with what is known; the model list is fetched meanwhile.
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { ModelList, ModelRecord } from '../../../gateway/common/modelRecord';
import { runCommand } from '../../../platform/host/typedCommands';
import { inputButton, Picker } from '../../../platform/host/window';
import type { GatewayCandidate } from '../../setup/host/currentConnection';
import type { PickedModel } from '../../setup/host/modelPicking';
import { findModel, type ModelCatalog } from './modelCatalog';
import { modelPickerRows, type ModelPickerState, type ModelRow } from './modelPickerRows';
import { listChangeSentences } from './modelText';
import type { RememberedModels } from './rememberedModels';
import { catalogUrl } from './requestSettings';

export interface ModelPickerDeps {
  readonly catalog: ModelCatalog;
  readonly recentModels: RememberedModels;
  readonly pinnedModels: RememberedModels;
  readonly hiddenModels: RememberedModels;
}

export interface ModelPickerOptions {
  /** “Select Model” if absent. */
  readonly title?: string;
  /** The model of the chat, or of the answer to replace. */
  readonly current: string | Promise<string>;
  /** IDs of models to mark. */
  readonly unavailableIds?: ReadonlySet<string>;
  /** Present if the current model won't get an image of the question: whether another one accepts it. */
  readonly acceptsImages?: Promise<(model: ModelRecord) => boolean | undefined> | undefined;
  /** This model is the first row, and selected at first instead of the current one. */
  readonly suggested?: (list: ModelList) => string | undefined;
  /** A gateway that is not saved yet; the current one if absent. */
  readonly candidate?: GatewayCandidate;
  /** Picked by itself if the list has it and nothing was typed. */
  readonly wanted?: string | undefined;
  readonly step?: { readonly number: number; readonly of: number };
  /** The name of the current gateway, if there are others to switch to. */
  readonly switchFrom?: Promise<string | undefined>;
}

/** Undefined if the user pressed Escape. */
export function pickModel(
  deps: ModelPickerDeps,
  options: ModelPickerOptions,
): Promise<PickedModel | undefined> {
  return new ModelPicker(deps, options).show();
}

class ModelPicker {
  readonly #picker = new Picker<ModelRow>({ isOrderFixed: true });
  readonly #closesWithEscapeOnly = this.#picker.ignoreFocusOut;
  readonly #refreshButton = inputButton('refresh', vscode.l10n.t('Refresh Model List'));
  readonly #catalogButton = inputButton('link-external', vscode.l10n.t('Open Model Catalog'));
  #known: Promise<void> | undefined;
  #state: ModelPickerState;
  /** The last model that `suggested` returned. */
  #suggestedId: string | undefined;
  #finish: (picked: PickedModel | undefined) => void = () => {};
  /** Aborts the fetch in progress. */
  #fetch = new AbortController();

  constructor(
    private readonly deps: ModelPickerDeps,
    private readonly options: ModelPickerOptions,
  ) {
    const { l10n } = vscode;
    const { step, unavailableIds } = options;
    this.#state = {
      current: '',
      pinnedIds: [],
      hiddenIds: [],
      recentIds: [],
      listChanges: [],
      unavailableIds,
      isInConnect: step !== undefined,
    };
    const picker = this.#picker;
    picker.title = options.title ?? l10n.t('Select Model');
    picker.placeholder = l10n.t('Type to filter, or enter any model ID');
    // VS Code highlights the text there; which rows match is decided here.
    picker.matchOnDescription = true;
    picker.keepScrollPosition = true;
    picker.buttons = [
      ...(step === undefined ? [] : [vscode.QuickInputButtons.Back]),
      ...(catalogUrl() === undefined ? [] : [this.#catalogButton]),
      this.#refreshButton,
    ];
    picker.step = step?.number;
    picker.totalSteps = step?.of;
  }

  show(): Promise<PickedModel | undefined> {
    const picker = this.#picker;
    return new Promise((resolve) => {
      const finish = (picked: PickedModel | undefined): void => {
        resolve(picked);
        this.#fetch.abort();
        picker.dispose();
      };
      this.#finish = finish;
      picker.onDidChangeValue(() => this.#showRows());
      picker.onDidAccept(() => {
        const picked = picker.activeItems[0]?.choice;
        if (picked !== undefined) {
          finish(picked);
        }
      });
      picker.onDidTriggerButton((button) => {
        if (button === this.#refreshButton) {
          void this.#refresh();
        } else if (button === this.#catalogButton) {
          void runCommand('portico.openCatalog');
        } else {
          finish({ type: 'back' });
        }
      });
      picker.onDidTriggerItemButton(({ item, button }) => void this.#mark(item, button));
      picker.onDidHide(() => finish(undefined));
      this.#showRows();
      picker.show();
      void this.#refresh();
    });
  }

  /** Shows what needs no request. */
  async #showKnown(): Promise<void> {
    const { current, candidate, switchFrom, suggested } = this.options;
    const [list, currentModel, pinnedIds, hiddenIds, recent, gatewayName, acceptsImages] =
      await Promise.all([
        this.deps.catalog.lastList(candidate),
        current,
        this.deps.pinnedModels.at(candidate?.typed),
        this.deps.hiddenModels.at(candidate?.typed),
        this.deps.recentModels.at(candidate?.typed),
        switchFrom,
        this.options.acceptsImages,
      ]);
    // The current model is always among the first rows.
    const firstIds = suggested === undefined && currentModel !== '' ? [currentModel] : [];
    const recentIds = [...new Set([...firstIds, ...recent])];
    this.#state = {
      ...this.#state,
      list,
      current: currentModel,
      pinnedIds,
      hiddenIds,
      recentIds,
      gatewayName,
      acceptsImages,
    };
    if (!this.#fetch.signal.aborted) {
      this.#showRows();
    }
  }

  async #mark(row: ModelRow, button: vscode.QuickInputButton): Promise<void> {
    const id = modelIdOf(row);
    if (id === undefined) {
      return;
    }
    const { pinnedModels, hiddenModels } = this.deps;
    const typed = this.options.candidate?.typed;
    this.#state =
      button === row.hideButton
        ? { ...this.#state, hiddenIds: await hiddenModels.toggle(id, typed) }
        : { ...this.#state, pinnedIds: await pinnedModels.toggle(id, typed) };
    this.#showRows();
  }

  async #refresh(): Promise<void> {
    const { candidate, step } = this.options;
    const picker = this.#picker;
    // An earlier fetch must not replace the result of this one.
    this.#fetch.abort();
    this.#fetch = new AbortController();
    const { signal } = this.#fetch;
    picker.busy = true;
    // The modal about plain HTTP takes the focus and must not close the picker.
    picker.ignoreFocusOut = true;
    const [result] = await Promise.all([
      this.deps.catalog.fetch(candidate, signal),
      (this.#known ??= this.#showKnown()),
    ]);
    const list = result.ok ? result.list : await this.deps.catalog.lastList(candidate);
    if (signal.aborted) {
      return;
    }
    const failure = result.ok ? undefined : result.failure;
    this.#state = { ...this.#state, list, failure, listChanges: [] };
    this.#showRows();
    const { wanted = '' } = this.options;
    const found = findModel(result.ok ? list : undefined, wanted);
    const isUsable = found !== undefined && found.offline !== true;
    if (isUsable && picker.value === '') {
      return this.#finish({ type: 'model', id: found.id });
    }
    const isMissing = wanted !== '' && result.ok && !isUsable;
    const whyAsked = found
      ? vscode.l10n.t("{0} isn't available right now", wanted)
      : vscode.l10n.t("The gateway doesn't list “{0}”.", wanted);
    const listChanges = [
      ...(isMissing ? [whyAsked] : []),
      ...listChangeSentences(await result.changes()),
    ];
    const workingBaseUrl = failure && (await this.deps.catalog.workingBaseUrl(failure, candidate));
    if (signal.aborted) {
      return;
    }
    this.#state = { ...this.#state, listChanges, workingBaseUrl };
    picker.ignoreFocusOut = step !== undefined || this.#closesWithEscapeOnly;
    this.#showRows();
    const priced = result.ok ? await this.deps.catalog.addPrices(candidate, signal) : undefined;
    if (signal.aborted) {
      return;
    }
    this.#state = { ...this.#state, list: priced ?? list };
    picker.busy = false;
    this.#showRows();
  }

  #showRows(): void {
    const picker = this.#picker;
    const active = picker.activeItems[0];
    const suggested = this.#suggest(active);
    const rows = modelPickerRows({ ...this.#state, suggestedId: this.#suggestedId }, picker.value);
    // VS Code reports a row by its index: new rows could take the place of the one that the user accepts meanwhile.
    if (!isDeepStrictEqual(rows, picker.items)) {
      picker.items = rows;
    }
    const row = this.#rowToActivate(active, suggested);
    picker.activeItems = row === undefined ? [] : [row];
  }

  /** A newer list may suggest another model, until the user moves to another row. */
  #suggest(active: ModelRow | undefined): string | undefined {
    const { list } = this.#state;
    const hasMoved = this.#suggestedId !== undefined && modelIdOf(active) !== this.#suggestedId;
    if (hasMoved || list === undefined) {
      return undefined;
    }
    this.#suggestedId = this.options.suggested?.(list);
    return this.#suggestedId;
  }

  /** While something is typed, the model with that ID, else the first one. */
  #rowToActivate(
    active: ModelRow | undefined,
    suggestedId: string | undefined,
  ): ModelRow | undefined {
    const { items, value } = this.#picker;
    const typed = value.trim();
    const { failure, workingBaseUrl } = this.#state;
    if (typed === '' && (failure !== undefined || workingBaseUrl !== undefined)) {
      // Enter must not skip the problem.
      return items[0];
    }
    const models = items.filter(({ choice }) => choice?.type === 'model');
    const { suggested, acceptsImages } = this.options;
    // Enter does not change the model, whatever is pinned above it, unless the user needs another one.
    const isForOther = suggested !== undefined || acceptsImages !== undefined;
    const first = isForOther ? undefined : this.#state.current;
    const activeId = suggestedId ?? modelIdOf(active) ?? first;
    const same = models.find((row) => activeId !== undefined && modelIdOf(row) === activeId);
    if (typed === '' && same !== undefined) {
      return same;
    }
    const listed = models.filter(({ isTypedId }) => isTypedId !== true);
    const exact = listed.find((row) => modelIdOf(row) === typed);
    return exact ?? listed[0] ?? models[0] ?? items[0];
  }
}

function modelIdOf(row: ModelRow | undefined): string | undefined {
  return row?.choice?.type === 'model' ? row.choice.id : undefined;
}
