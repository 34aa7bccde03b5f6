// Every subscription has an owner that ends it, without this code depending on VS Code.

export interface Disposable {
  dispose(): void;
}

/** Owns disposables and ends them together, last one first; what is added later ends at once. */
export class DisposableStore implements Disposable {
  readonly #owned: Disposable[] = [];
  #disposed = false;

  get isDisposed(): boolean {
    return this.#disposed;
  }

  add<T extends Disposable>(owned: T): T {
    if (this.#disposed) {
      owned.dispose();
    } else {
      this.#owned.push(owned);
    }
    return owned;
  }

  dispose(): void {
    this.#disposed = true;
    for (const owned of this.#owned.splice(0).toReversed()) {
      owned.dispose();
    }
  }
}
