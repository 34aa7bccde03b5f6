// SuggestionBox: the list of suggestions of the message box: when it opens, what it shows, and its keys. The focus stays in
// the message box.
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { ViewEvent } from '../../../chat/common/protocol';
import { replaceSelection } from '../../../chat/page/composerRules';
import type { AssistantDeps, ComposerAssistant } from '../../../chat/page/pageFeatures';
import type { Suggestion, Suggestions } from '../common/attachmentsView';
import { suggestionAttributes, SuggestionList, type ShownSuggestions } from './SuggestionList';
import { hasPhrase, suggestionQueryAt, type SuggestionQuery } from './suggestionQuery';

export class SuggestionBox implements ComposerAssistant {
  readonly #typed = signal<SuggestionQuery | undefined>(undefined);
  readonly #received = signal<Suggestions | undefined>(undefined);
  /** The ID of the item that the user has moved to. */
  readonly #activeId = signal<string | undefined>(undefined);
  readonly #isHidden = signal(false);

  /** Undefined while the list is closed or hidden. */
  readonly shown: ReadonlySignal<ShownSuggestions | undefined> = computed(() => {
    const typed = this.#typed.value;
    const received = this.#received.value;
    if (typed === undefined || received === undefined || this.#isHidden.value) {
      return undefined;
    }
    const isCurrent = received.query === typed.query;
    const items = isCurrent
      ? received.items
      : received.items.filter((item) => mayMatch(item, typed.query));
    const index = items.findIndex(({ id }) => id === this.#activeId.value);
    const isSearching = !isCurrent || received.isSearching === true;
    if (items.length === 0 && typed.query.includes(' ')) {
      // More likely text than a query.
      return undefined;
    }
    return { items, active: Math.max(0, index), isSearching };
  });

  constructor(private readonly deps: AssistantDeps) {}

  /**
   * Opens the list if the user has just typed a trigger, and follows what is typed then. Pasted text never opens it.
   * @param typed what was inserted by typing
   */
  didType(box: HTMLTextAreaElement, typed: string): void {
    const query = queryIn(box) ?? this.#phraseIn(box);
    const isOpen = this.#continues(query);
    if (query !== undefined && (isOpen || typed.length > query.query.length)) {
      this.#search(query, isOpen);
    } else {
      this.close();
    }
  }

  /** Closes the list when the cursor leaves the query. */
  didMoveCursor(box: HTMLTextAreaElement): void {
    const query = queryIn(box) ?? this.#phraseIn(box);
    if (query === undefined || !this.#continues(query)) {
      this.close();
    } else {
      this.#search(query, true);
    }
  }

  get attributes() {
    return suggestionAttributes(this.shown.value);
  }

  render(messageBox: () => HTMLTextAreaElement | null): ComponentChildren {
    const shown = this.shown.value;
    const onChoose = (item: Suggestion): void => {
      const box = messageBox();
      if (box !== null) {
        this.choose(item, box);
      }
    };
    return shown === undefined ? null : <SuggestionList shown={shown} onChoose={onChoose} />;
  }

  didReceive(event: ViewEvent): void {
    if (event.type !== 'suggestions') {
      return;
    }
    const { suggestions } = event;
    const typed = this.#typed.value;
    if (typed?.trigger === suggestions.trigger && typed.query === suggestions.query) {
      const before = this.#received.value;
      // Rows that come late for the same query must not take the place of the one that Enter would choose.
      if (before?.trigger === suggestions.trigger && before.query === suggestions.query) {
        this.#activeId.value ??= before.items[0]?.id;
      }
      this.#received.value = suggestions;
    }
  }

  /** Hides the list while the message box does not have the focus. */
  hide(): void {
    this.#isHidden.value = true;
  }

  /**
   * The message box has the focus again. VS Code may take the focus from the page and return it a moment later, for
   * example when the user starts to type at once after a command has focused the chat.
   */
  show(box: HTMLTextAreaElement): void {
    this.#isHidden.value = false;
    this.didMoveCursor(box);
  }

  close(): void {
    this.#typed.value = undefined;
    this.#received.value = undefined;
    this.#activeId.value = undefined;
  }

  /** Whether the list has handled the key press. */
  didPressKey(event: KeyboardEvent, box: HTMLTextAreaElement): boolean {
    const { key, altKey, ctrlKey, metaKey, shiftKey, isComposing, keyCode } = event;
    const shown = this.shown.value;
    const isOfInputMethod = isComposing || keyCode === 229;
    if (shown === undefined || isOfInputMethod || altKey || ctrlKey || metaKey || shiftKey) {
      return false;
    }
    const { items, active } = shown;
    const item = items[active];
    if (key === 'Escape') {
      // Elsewhere, Escape stops the answer.
      event.stopPropagation();
      this.close();
    } else if (item === undefined) {
      return false;
    } else if (key === 'Enter' || key === 'Tab') {
      this.choose(item, box);
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      const step = key === 'ArrowDown' ? 1 : -1;
      this.#activeId.value = items[(active + step + items.length) % items.length]?.id;
    } else {
      return false;
    }
    event.preventDefault();
    return true;
  }

  /** Removes the trigger and the query from the message box: the host attaches or inserts what was chosen. */
  choose({ id }: Suggestion, box: HTMLTextAreaElement): void {
    const typed = this.#typed.value;
    if (typed !== undefined) {
      this.close();
      box.focus();
      const { trigger, query, start } = typed;
      box.setSelectionRange(start, start + trigger.length + query.length);
      replaceSelection(box, '');
      // Otherwise the saved draft could replace the prompt that the host inserts.
      this.deps.saveDraft();
      this.deps.post({ type: 'chooseSuggestion', trigger, id });
    }
  }

  /**
   * A query of several words, as long as an item that was found has them, or nothing has come yet: `@problems in` for
   * “Problems in the File”.
   */
  #phraseIn(box: HTMLTextAreaElement): SuggestionQuery | undefined {
    const { value, selectionStart, selectionEnd } = box;
    const typed = this.#typed.value;
    if (typed === undefined || typed.trigger === '/' || selectionStart !== selectionEnd) {
      return undefined;
    }
    const query = value.slice(typed.start + 1, selectionEnd);
    const found = this.#received.value?.items;
    const isPhrase =
      found === undefined
        ? /^\S+(?: \S*){1,4}$/u.test(query)
        : found.some(({ label }) => hasPhrase(label, query));
    return isPhrase ? { ...typed, query } : undefined;
  }

  #continues(query: SuggestionQuery | undefined): boolean {
    const typed = this.#typed.value;
    return typed !== undefined && typed.start === query?.start && typed.trigger === query.trigger;
  }

  #search(typed: SuggestionQuery, isOpen: boolean): void {
    if (!isOpen || typed.query !== this.#typed.value?.query) {
      if (!isOpen) {
        this.close();
      }
      this.#typed.value = typed;
      const { trigger, query } = typed;
      this.deps.post({ type: 'suggest', trigger, query });
    }
  }
}

function queryIn(box: HTMLTextAreaElement): SuggestionQuery | undefined {
  const { value, selectionStart, selectionEnd } = box;
  return selectionStart === selectionEnd ? suggestionQueryAt(value, selectionEnd) : undefined;
}

/** Whether an item that was found for an earlier query may be found again. */
function mayMatch({ label, description = '' }: Suggestion, query: string): boolean {
  const text = `${description}/${label}`.toLowerCase();
  let at = 0;
  return Array.from(query.toLowerCase()).every((character) => {
    at = text.indexOf(character, at) + 1;
    return at > 0;
  });
}
