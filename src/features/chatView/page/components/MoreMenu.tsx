// MoreMenu: a button that opens a menu with less frequent actions. Menu: the menu of such a button.
import * as l10n from '@vscode/l10n';
import { useId } from 'preact/hooks';
import { Button, Icon } from '../../../../platform/page/controls';

export interface MenuItem {
  readonly label: string;
  /** For an item that turns something on and off. */
  readonly isChecked?: boolean;
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
  readonly items: readonly MenuItem[];
  readonly onClosed?: () => void;
}

/** Opens when its button is pressed: the one with it as `popovertarget`. */
export function Menu({ id, items, onClosed }: Props) {
  return (
    <div
      {...(id !== undefined && { id })}
      class="menu"
      role="menu"
      popover="auto"
      aria-label={l10n.t('More')}
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
      {items.map(({ label, isChecked, onSelect }) => (
        <button
          key={label}
          type="button"
          {...(isChecked === undefined
            ? { role: 'menuitem' }
            : { role: 'menuitemcheckbox', 'aria-checked': isChecked })}
          tabIndex={-1}
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
