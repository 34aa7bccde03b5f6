// State that all chats of a window show: connection, preferences, background chats.
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Preferences, ViewEvent, ViewState } from '../../shared/protocol/protocol';

type WindowEvent = ViewEvent & { type: 'connection' | 'preferences' | 'backgroundChats' };

export class WindowState implements Disposable {
  readonly #changed = new Emitter<WindowEvent>();
  #current: Pick<ViewState, WindowEvent['type']>;

  readonly onDidChange = this.#changed.event;

  constructor(preferences: Preferences) {
    const connection = { baseUrl: undefined, baseUrlProblem: undefined, key: 'missing' } as const;
    this.#current = { connection, preferences };
  }

  get current(): Pick<ViewState, WindowEvent['type']> {
    return this.#current;
  }

  update(event: WindowEvent): void {
    const { type: _type, ...change } = event;
    this.#current = { ...this.#current, ...change };
    this.#changed.fire(event);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
