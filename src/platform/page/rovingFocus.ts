// Roving focus: in a toolbar, a menu or a list of attachments, the Tab key stops at one button only, and arrow keys move
// between the buttons.

const stepsInToolbar: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
const stepsInMenu: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** A list of buttons with arrow keys like a toolbar's. */
const composites = '[role=toolbar], [role=menu], [data-roving]';

/** Buttons of a list for the pointer only: there a key does the same. */
const stops = 'button:not([data-pointer-only])';

/** Serves all toolbars, menus and lists of the page, including those of code blocks, which are not components. */
export function enableRovingFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    const buttons = buttonsOf(compositeOf(target));
    // Shift+Tab comes from behind: all buttons of a list are stops until one had the focus.
    const isFirstByKey =
      buttons.length > 1 &&
      buttons.every(({ tabIndex }) => tabIndex === 0) &&
      target instanceof Element &&
      target.matches(':focus-visible');
    if (isFirstByKey && target !== buttons[0]) {
      buttons[0]?.focus();
      return;
    }
    for (const button of buttons) {
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

/** Restores the one stop of the Tab key after buttons have come or gone. */
export function keepTabStop(composite: Element | null): void {
  const buttons = buttonsOf(composite);
  const stop = buttons.find(({ tabIndex }) => tabIndex === 0) ?? buttons[0];
  for (const button of buttons) {
    button.tabIndex = button === stop ? 0 : -1;
  }
}

function compositeOf(target: EventTarget | null): Element | null {
  return target instanceof HTMLButtonElement && target.matches(stops)
    ? target.closest(composites)
    : null;
}

function buttonsOf(composite: Element | null): readonly HTMLElement[] {
  return [...(composite?.querySelectorAll<HTMLElement>(stops) ?? [])];
}
