// State that all chats of a window show: connection, preferences, background chats.
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { ConnectionState } from '../../shared/conversation/connectionState';
import type { BackgroundChats, Preferences, ViewEvent } from '../../shared/protocol/protocol';

export class WindowState implements Disposable {
  readonly #changed = new Emitter<ViewEvent>();
  #connection: ConnectionState = { baseUrl: undefined, baseUrlProblem: undefined, key: 'missing' };
  #preferences: Preferences;
  #backgroundChats: BackgroundChats | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(preferences: Preferences) {
    this.#preferences = preferences;
  }

  get connection(): ConnectionState {
    return this.#connection;
  }

  get preferences(): Preferences {
    return this.#preferences;
  }

  get backgroundChats(): BackgroundChats | undefined {
    return this.#backgroundChats;
  }

  setConnection(connection: ConnectionState): void {
    this.#connection = connection;
    this.#changed.fire({ type: 'connection', connection });
  }

  setPreferences(preferences: Preferences): void {
    this.#preferences = preferences;
    this.#changed.fire({ type: 'preferences', preferences });
  }

  setBackgroundChats(backgroundChats: BackgroundChats | undefined): void {
    this.#backgroundChats = backgroundChats;
    this.#changed.fire({ type: 'backgroundChats', backgroundChats });
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
