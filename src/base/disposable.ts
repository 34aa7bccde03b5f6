// Disposables as in VS Code's API, for layers that cannot import `vscode`.

export interface Disposable {
  dispose(): void;
}

/** Disposes its members together, last one first. Members added after that are disposed at once. */
export class DisposableStore implements Disposable {
  readonly #members: Disposable[];
  #isDisposed = false;

  constructor(...members: readonly Disposable[]) {
    this.#members = [...members];
  }

  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  add<T extends Disposable>(member: T): T {
    if (this.#isDisposed) {
      member.dispose();
    } else {
      this.#members.push(member);
    }
    return member;
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const member of this.#members.splice(0).toReversed()) {
      member.dispose();
    }
  }
}

/** Holds one disposable at a time: a new value disposes the previous one. */
export class DisposableValue<T extends Disposable = Disposable> implements Disposable {
  #value: T | undefined;
  #isDisposed = false;

  get value(): T | undefined {
    return this.#value;
  }

  /** `undefined` disposes the previous value only. After `dispose`, a new value is disposed at once. */
  set value(value: T | undefined) {
    const previous = this.#value;
    this.#value = this.#isDisposed ? undefined : value;
    if (previous !== value) {
      previous?.dispose();
    }
    if (this.#isDisposed) {
      value?.dispose();
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.value = undefined;
  }
}
