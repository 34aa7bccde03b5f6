// State that all chats of a window show: connection, preferences, other chats, files of the workspace, and what features
// add to it.
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { WindowFeatureEvent, WindowFeatureState } from '../common/features';
import type { Preferences, ViewEvent, ViewState } from '../common/protocol';
import { addPaths } from '../common/viewState';

type WindowEvent =
  | WindowFeatureEvent
  | (ViewEvent & {
      type: 'connection' | 'preferences' | 'backgroundChats' | 'fileReferencesResolved';
    });

type WindowViewState = WindowFeatureState &
  Pick<ViewState, 'connection' | 'preferences' | 'backgroundChats' | 'fileReferences'>;

export class WindowState implements Disposable {
  readonly #changed = new Emitter<WindowEvent>();
  #current: WindowViewState;

  readonly onDidChange = this.#changed.event;

  constructor(preferences: Preferences) {
    const connection = { baseUrl: undefined, baseUrlProblem: undefined, key: 'missing' } as const;
    this.#current = { connection, preferences, fileReferences: [] };
  }

  get current(): WindowViewState {
    return this.#current;
  }

  update(event: WindowEvent): void {
    if (event.type === 'fileReferencesResolved') {
      const fileReferences = addPaths(this.#current.fileReferences, event.paths);
      this.#current = { ...this.#current, fileReferences };
    } else {
      const { type: _type, ...change } = event;
      this.#current = { ...this.#current, ...change };
    }
    this.#changed.fire(event);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
