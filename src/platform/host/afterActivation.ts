// VS Code waits for `activate`: what cannot be needed yet starts in the next turn of the event loop.
import { DisposableStore, type Disposable } from '../../base/disposable';

export function afterActivation(start: () => Disposable): Disposable {
  const disposables = new DisposableStore();
  const pending = setImmediate(() => disposables.add(start()));
  disposables.add({ dispose: () => clearImmediate(pending) });
  return disposables;
}
