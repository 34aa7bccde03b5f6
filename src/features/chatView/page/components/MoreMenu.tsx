// MoreMenu: a button that opens a menu with less frequent actions.
import * as l10n from '@vscode/l10n';
import { useId, useRef } from 'preact/hooks';
import { Button, Icon } from '../../../../platform/page/controls';

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
          // The browser focuses the first item when the menu opens. With the attribute in the page from the start, it
          // would log a warning: pages in a frame must not move the focus when they load.
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
