// Roving focus in toolbars and menus: the Tab key stops at one of their buttons, arrow keys move between them.

const composites = '[role=toolbar], [role=menu]';

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
};

/** Covers all toolbars and menus of the page, whoever builds their buttons. */
export function enableRovingFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    const buttons = siblingButtons(target);
    for (const button of buttons) {
      button.tabIndex = button === target ? 0 : -1;
    }
  });
  document.addEventListener('keydown', (event) => {
    const { key, target, defaultPrevented, altKey, ctrlKey, metaKey, shiftKey } = event;
    const buttons = siblingButtons(target);
    if (buttons.length === 0 || defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) {
      return;
    }
    const next = nextIndex(
      key,
      buttons.findIndex((button) => button === target),
      buttons.length,
    );
    if (next !== undefined) {
      event.preventDefault();
      buttons[next]?.focus();
    }
  });
}

function siblingButtons(target: EventTarget | null): readonly HTMLElement[] {
  const composite = target instanceof HTMLButtonElement ? target.closest(composites) : null;
  return [...(composite?.querySelectorAll<HTMLElement>('button') ?? [])];
}

function nextIndex(key: string, current: number, count: number): number | undefined {
  const step = steps[key];
  if (step !== undefined) {
    return (current + step + count) % count;
  }
  return key === 'Home' ? 0 : key === 'End' ? count - 1 : undefined;
}
