// A quick pick without VS Code, for tests of what is in its rows.

export interface FakeRow {
  readonly kind?: number;
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly buttons?: readonly unknown[];
}

/** VS Code's side of a picker. */
export class FakePicker {
  /** The rows that VS Code was given, each time. */
  readonly received: (readonly FakeRow[])[] = [];
  value = '';
  busy = false;
  activeItems: readonly FakeRow[] = [];
  accept: () => void = () => undefined;
  triggerButton: (event: { readonly item: FakeRow; readonly button?: unknown }) => void = () =>
    undefined;
  #rows: readonly FakeRow[] = [];
  #changed: (text: string) => void = () => undefined;

  get items(): readonly FakeRow[] {
    return this.#rows;
  }
  set items(rows: readonly FakeRow[]) {
    this.#rows = rows;
    this.received.push(rows);
  }

  type(text = this.value): void {
    this.value = text;
    this.#changed(text);
  }

  onDidAccept = (listener: () => void): void => void (this.accept = listener);
  onDidChangeValue = (listener: (text: string) => void): void => void (this.#changed = listener);
  onDidTriggerButton = (): void => undefined;
  onDidTriggerItemButton = (listener: FakePicker['triggerButton']): void =>
    void (this.triggerButton = listener);
  onDidHide = (): void => undefined;
  show = (): void => undefined;
  dispose = (): void => undefined;
}
