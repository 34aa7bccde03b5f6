// MoreMenu: a button that opens a menu with the actions for which there is no room.
import * as l10n from '@vscode/l10n';
import { useId, useRef } from 'preact/hooks';
import { Button, Icon } from './controls';

interface Props {
  readonly items: readonly { readonly label: string; readonly onSelect: () => void }[];
}

export function MoreMenu({ items }: Props) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const close = (): void => menu.current?.hidePopover();
  return (
    <>
      <Button secondary class="button secondary more" aria-haspopup="menu" popovertarget={id}>
        {l10n.t('More')}
        <Icon name="chevron-down" />
      </Button>
      <div
        ref={menu}
        id={id}
        class="menu"
        role="menu"
        popover="auto"
        aria-label={l10n.t('More')}
        onBeforeToggle={({ currentTarget }) => {
          // The browser moves the focus there as the menu opens. Set any earlier, VS Code's frame would warn of it.
          currentTarget.querySelector('button')?.toggleAttribute('autofocus', true);
        }}
        onFocusOut={({ relatedTarget, currentTarget }) => {
          if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) {
            close();
          }
        }}
        onKeyDown={(event) => {
          // Elsewhere, Escape stops the answer.
          if (event.key === 'Escape') {
            event.preventDefault();
            event.stopPropagation();
            close();
          }
        }}
      >
        {items.map(({ label, onSelect }) => (
          <button
            key={label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            onClick={() => {
              close();
              onSelect();
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </>
  );
}
