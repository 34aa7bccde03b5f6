// MoreMenu: a button that opens a menu with less frequent actions. Menu: the menu of such a button. prepareMenu: gives a
// button a menu when it is pressed.
import * as l10n from '@vscode/l10n';
import { render } from 'preact';
import { useId } from 'preact/hooks';
import { Button, Icon } from '../../../platform/page/controls';

export interface MenuItem {
  readonly label: string;
  /** Is set if the item turns something on and off. */
  readonly isChecked?: boolean;
  /** How deep it is below the items before it, in steps. */
  readonly indent?: number;
  readonly onSelect: () => void;
}

export function MoreMenu({ items }: { readonly items: readonly MenuItem[] }) {
  const id = useId();
  return (
    <>
      <Button secondary class="button secondary more" aria-haspopup="menu" popovertarget={id}>
        {l10n.t('More')}
        <Icon name="chevron-down" />
      </Button>
      <Menu id={id} items={items} />
    </>
  );
}

interface Props {
  readonly id?: string;
  readonly label?: string;
  readonly items: readonly MenuItem[];
  readonly onClosed?: () => void;
}

/** Opens when its button is pressed: the one with it as `popovertarget`. */
function Menu({ id, label: name = l10n.t('More'), items, onClosed }: Props) {
  return (
    <div
      {...(id !== undefined && { id })}
      class="menu"
      role="menu"
      popover="auto"
      aria-label={name}
      onBeforeToggle={({ currentTarget }) => {
        // The browser focuses the first item when the menu opens. With the attribute in the page from the start, it
        // would log a warning: pages in a frame must not move the focus when they load.
        currentTarget.querySelector('button')?.toggleAttribute('autofocus', true);
      }}
      onToggle={({ newState }) => {
        if (newState === 'closed') {
          onClosed?.();
        }
      }}
      onFocusOut={({ relatedTarget, currentTarget }) => {
        // A press of its own button closes it by itself: closed before that, it would open again.
        if (
          relatedTarget instanceof Node &&
          !currentTarget.contains(relatedTarget) &&
          !isButtonOf(currentTarget, relatedTarget)
        ) {
          currentTarget.hidePopover();
        }
      }}
      onKeyDown={(event) => {
        // Elsewhere, Escape stops the answer.
        if (event.key === 'Escape') {
          event.preventDefault();
          event.stopPropagation();
          event.currentTarget.hidePopover();
        }
      }}
    >
      {items.map(({ label, isChecked, indent, onSelect }, index) => (
        <button
          key={index}
          type="button"
          {...(isChecked === undefined
            ? { role: 'menuitem' }
            : { role: 'menuitemcheckbox', 'aria-checked': isChecked })}
          tabIndex={-1}
          style={
            indent === undefined ? undefined : { paddingInlineStart: `${12 * (indent + 1)}px` }
          }
          onClick={({ currentTarget }) => {
            currentTarget.parentElement?.hidePopover();
            onSelect();
          }}
        >
          {label}
          {isChecked === true && <Icon name="check" />}
        </button>
      ))}
    </div>
  );
}

function isButtonOf(menu: Element, node: Node): boolean {
  return node instanceof HTMLButtonElement && node.popoverTargetElement === menu;
}

/**
 * Gives a button that is being pressed a menu, which the browser then opens. The menu is in the page, in `parent`, only
 * while it is open: an answer can have thousands of such buttons.
 */
export function prepareMenu(
  button: HTMLButtonElement,
  parent: Element,
  items: readonly MenuItem[],
  label?: string,
): void {
  if (button.popoverTargetElement?.isConnected === true) {
    return;
  }
  const place = document.createElement('div');
  const remove = (): void => {
    render(null, place);
    place.remove();
  };
  parent.append(place);
  render(<Menu {...(label !== undefined && { label })} items={items} onClosed={remove} />, place);
  button.popoverTargetElement = place.firstElementChild;
}
