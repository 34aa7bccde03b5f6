// A question in its box, to be asked in other words. Nothing changes until it is sent.
import { createContext } from 'preact';
import { useContext, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Preferences } from '../../../shared/protocol/protocol';
import { leaveFor } from '../../retryFocus';
import { keyMeaning } from '../../composerRules';
import { DraftSync } from '../../draftSync';
import type { Post } from '../../host';
import * as l10n from '@vscode/l10n';
import { questionEdits } from '../../questionEdits';
import { breakLine } from '../../textBox';

/** A context, so that every box follows the setting without being handed it. */
export const SendWith = createContext<Preferences['sendWith']>('enter');

interface Props {
  readonly questionId: string;
  readonly text: string;
  readonly busy: boolean;
  readonly post: Post;
  readonly onCancel: () => void;
}

export function QuestionEdit({ questionId, text, busy, post, onCancel }: Props) {
  const sendWith = useContext(SendWith);
  const box = useRef<HTMLTextAreaElement>(null);
  const [blank, setBlank] = useState(false);
  const keeper = useMemo(
    () => new DraftSync((typed) => post({ type: 'saveEdit', messageId: questionId, text: typed })),
    [questionId, post],
  );
  useLayoutEffect(() => {
    const { current } = box;
    // One that comes back into view takes no focus from the reader.
    if (current !== null && !questionEdits.has(questionId)) {
      questionEdits.set(questionId, text);
      current.focus();
      current.setSelectionRange(text.length, text.length);
    }
    return () => keeper.flush();
  }, []);
  const send = (): void => {
    const { current } = box;
    if (current !== null && current.value.trim() !== '') {
      keeper.flush();
      leaveFor(current, busy, () =>
        post({ type: 'edit', messageId: questionId, text: current.value }),
      );
    }
  };
  const cancel = (): void => {
    questionEdits.delete(questionId);
    keeper.take('');
    post({ type: 'saveEdit', messageId: questionId });
    onCancel();
  };
  const pressed = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.isComposing) {
      event.preventDefault();
      event.stopPropagation();
      cancel();
      return;
    }
    const meaning = keyMeaning(event, sendWith);
    if (meaning === 'other' || box.current === null) {
      return;
    }
    event.preventDefault();
    if (meaning === 'breakLine') {
      breakLine(box.current);
    } else if (!event.repeat) {
      send();
    }
  };
  return (
    <div class="question-edit">
      <textarea
        ref={box}
        aria-label={l10n.t('Edit question')}
        rows={1}
        spellcheck={false}
        defaultValue={questionEdits.get(questionId) ?? text}
        onInput={({ currentTarget: { value } }) => {
          questionEdits.set(questionId, value);
          keeper.keep(value);
          setBlank(value.trim() === '');
        }}
        onBlur={() => keeper.flush()}
        onKeyDown={pressed}
      />
      <div class="question-edit-buttons">
        <button
          type="button"
          class="button"
          aria-disabled={blank || busy}
          title={busy ? l10n.t('Not while an answer is running') : undefined}
          onClick={send}
        >
          {l10n.t('Resend')}
        </button>
        <button type="button" class="button secondary" onClick={cancel}>
          {l10n.t('Cancel')}
        </button>
      </div>
    </div>
  );
}
