// The suggestions for what is typed after `@`, `#` or `/`, above the message box, which keeps the focus.
import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../../platform/page/controls';
import type { Suggestion } from '../common/attachmentsView';

export interface ShownSuggestions {
  /** Empty if nothing matches, or nothing is found yet. */
  readonly items: readonly Suggestion[];
  /** The index of the item that Enter chooses. */
  readonly active: number;
  readonly isSearching: boolean;
}

interface Props {
  readonly shown: ShownSuggestions;
  readonly onChoose: (item: Suggestion) => void;
}

const listId = 'suggestions';

function optionId(index: number): string {
  return `suggestion-${index}`;
}

/** The attributes of the message box, as ARIA asks for in a text field with a list. */
export function suggestionAttributes(shown: ShownSuggestions | undefined) {
  return shown === undefined || shown.items.length === 0
    ? {}
    : { 'aria-controls': listId, 'aria-activedescendant': optionId(shown.active) };
}

export function SuggestionList({ shown: { items, active, isSearching }, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [items, active]);
  return (
    <div class="suggestions-area">
      {items.length === 0 ? (
        <p class="suggestions no-suggestions" role="status">
          {isSearching ? l10n.t('Searching…') : l10n.t('No results')}
        </p>
      ) : (
        <div
          ref={list}
          id={listId}
          class="suggestions"
          role="listbox"
          aria-label={l10n.t('Suggestions')}
          aria-busy={isSearching}
          // What scrolls must be focusable, though here the message box has the keys.
          tabIndex={0}
          // Otherwise the message box would lose the focus.
          onMouseDown={(event) => event.preventDefault()}
        >
          {items.map((item, index) => (
            <div
              key={item.id}
              id={optionId(index)}
              class="suggestion"
              role="option"
              aria-selected={index === active}
              title={[item.label, item.description].join('\n').trim()}
              onClick={() => onChoose(item)}
            >
              <Icon name={item.icon} />
              <bdi class="suggestion-label">
                {item.prefix !== undefined && <span aria-hidden="true">{item.prefix}</span>}
                {item.label}
              </bdi>
              <bdi class="suggestion-description">{item.description}</bdi>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
