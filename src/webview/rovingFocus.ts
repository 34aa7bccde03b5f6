// Roving focus in toolbars and menus: the Tab key stops at one of their buttons, arrow keys move between them.

const stepsInToolbar: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
const stepsInMenu: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Covers all toolbars and menus of the page, whoever builds their buttons. */
export function enableRovingFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    for (const button of buttonsOf(compositeOf(target))) {
      button.tabIndex = button === target ? 0 : -1;
    }
  });
  // Before the conversation, which scrolls by some of these keys.
  document.addEventListener('keydown', didPressKey, true);
}

function didPressKey(event: KeyboardEvent): void {
  const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
  const composite = compositeOf(target);
  if (composite === null || altKey || ctrlKey || metaKey || shiftKey) {
    return;
  }
  const buttons = buttonsOf(composite);
  const { length } = buttons;
  const step = (composite.role === 'menu' ? stepsInMenu : stepsInToolbar)[key];
  const current = buttons.findIndex((button) => button === target);
  const next =
    step === undefined ? { Home: 0, End: length - 1 }[key] : (current + step + length) % length;
  if (next !== undefined) {
    event.preventDefault();
    buttons[next]?.focus();
  }
}

function compositeOf(target: EventTarget | null): Element | null {
  return target instanceof HTMLButtonElement ? target.closest('[role=toolbar], [role=menu]') : null;
}

function buttonsOf(composite: Element | null): readonly HTMLElement[] {
  return [...(composite?.querySelectorAll('button') ?? [])];
}
