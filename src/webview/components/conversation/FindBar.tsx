// Above the conversation: what is looked for in it, and which of the places the reader is led to.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ChatFind, FindState } from '../../find/chatFind';
import * as l10n from '@vscode/l10n';

export function FindBar({ find }: { readonly find: ChatFind }) {
  const box = useRef<HTMLInputElement>(null);
  const before = useRef<Element | null>(null);
  const state = find.state.value;
  useLayoutEffect(() => {
    before.current = document.activeElement;
    const selected = document.getSelection()?.toString() ?? '';
    if (box.current !== null) {
      if (selected !== '' && !selected.includes('\n')) {
        box.current.value = selected;
      }
      box.current.focus();
      box.current.select();
      find.look(box.current.value);
    }
  }, []);
  const close = (): void => {
    find.close();
    const back = before.current;
    const log = document.querySelector<HTMLElement>('[role=log]');
    (back instanceof HTMLElement && back !== document.body && back.isConnected ? back : log)?.focus(
      { preventScroll: true },
    );
  };
  const pressed = (event: KeyboardEvent): void => {
    if (event.isComposing) {
      return;
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Enter' && event.target === box.current) {
      event.preventDefault();
      find.step(event.shiftKey ? 'previous' : 'next');
    }
  };
  const isEmpty = state.count === 0;
  const step = (way: 'previous' | 'next', label: string, keys: string) => (
    <button
      type="button"
      class={`icon-button codicon codicon-arrow-${way === 'previous' ? 'up' : 'down'}`}
      aria-label={label}
      aria-disabled={isEmpty}
      title={`${label} (${keys})`}
      onClick={() => find.step(way)}
    />
  );
  return (
    <div class="find" role="search" aria-label={l10n.t('Find in chat')} onKeyDown={pressed}>
      <input
        ref={box}
        type="text"
        aria-label={l10n.t('Find in chat')}
        placeholder={l10n.t('Find')}
        spellcheck={false}
        onInput={({ currentTarget: { value } }) => find.look(value)}
      />
      <span class="find-count" role="status">
        {countText(state, box.current?.value ?? '')}
      </span>
      <span class="find-buttons">
        {step('previous', l10n.t('Previous match'), l10n.t('Shift+Enter'))}
        {step('next', l10n.t('Next match'), l10n.t('Enter'))}
        <button
          type="button"
          class="icon-button codicon codicon-close"
          aria-label={l10n.t('Close')}
          title={l10n.t('Close (Escape)')}
          onClick={close}
        />
      </span>
    </div>
  );
}

function countText({ count, current, complete }: FindState, query: string): string {
  if (query.trim() === '') {
    return '';
  }
  if (count === 0) {
    return complete ? l10n.t('No results') : '…';
  }
  return l10n.t('{0} of {1}', current === 0 ? '?' : current, complete ? count : `${count}…`);
}
