// Roving focus: in a toolbar or menu, the Tab key stops at one button only, and arrow keys move between the buttons.

const stepsInToolbar: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
const stepsInMenu: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** For all toolbars and menus of the page, including those of code blocks, which are not components. */
export function enableRovingFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    for (const button of buttonsOf(compositeOf(target))) {
      button.tabIndex = button === target ? 0 : -1;
    }
  });
  // Captured, because the conversation scrolls by some of these keys.
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
