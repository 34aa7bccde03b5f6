// The find bar above the conversation: search term, matches, and buttons that step through them.
import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { IconButton } from '../../../../platform/page/controls';
import { focusConversation } from '../../../../platform/page/focus';
import type { ChatFind, FindState } from '../../find/chatFind';
import { textFieldMenu } from '../contextMenu';

export function FindBar({ find }: { readonly find: ChatFind }) {
  const box = useRef<HTMLInputElement>(null);
  const focusedBefore = useRef<Element | null>(null);
  const state = find.state.value;
  useLayoutEffect(() => {
    focusedBefore.current = document.activeElement;
    const selected = document.getSelection()?.toString() ?? '';
    if (box.current !== null) {
      if (selected !== '' && !selected.includes('\n')) {
        box.current.value = selected;
      }
      box.current.focus();
      box.current.select();
      find.search(box.current.value);
    }
  }, []);
  const close = (): void => {
    find.close();
    const { current } = focusedBefore;
    if (current instanceof HTMLElement && current !== document.body && current.isConnected) {
      current.focus({ preventScroll: true });
    } else {
      focusConversation();
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
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
  const stepButton = (direction: 'previous' | 'next', label: string, title: string) => (
    <IconButton
      icon={direction === 'previous' ? 'arrow-up' : 'arrow-down'}
      label={label}
      aria-disabled={state.count === 0}
      title={title}
      onClick={() => find.step(direction)}
    />
  );
  return (
    <div class="find" role="search" aria-label={l10n.t('Find in chat')} onKeyDown={onKeyDown}>
      <input
        ref={box}
        type="text"
        aria-label={l10n.t('Find in chat')}
        placeholder={l10n.t('Find')}
        spellcheck={false}
        dir="auto"
        data-vscode-context={textFieldMenu}
        onInput={({ currentTarget: { value } }) => find.search(value)}
      />
      <span class="find-count" role="status">
        {countText(state, box.current?.value ?? '')}
      </span>
      <span class="find-buttons">
        {stepButton('previous', l10n.t('Previous match'), l10n.t('Previous match (Shift+Enter)'))}
        {stepButton('next', l10n.t('Next match'), l10n.t('Next match (Enter)'))}
        <IconButton
          icon="close"
          label={l10n.t('Close')}
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
