// The box for editing a question. Nothing changes in the conversation until the user resends it.
import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useContext, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../../../../platform/page/controls';
import { handleEnter } from '../../composerRules';
import { ChatContext, PageContext, PreferencesContext, useStartAnswer } from '../../contexts';
import { UnsentText } from '../../unsentText';
import { textFieldMenu } from '../contextMenu';

interface Props {
  readonly questionId: string;
  readonly text: string;
  /** The question's attachments, which stay as they are. */
  readonly attached: ComponentChildren;
  readonly onCancel: () => void;
}

export function QuestionEdit({ questionId: messageId, text, attached, onCancel }: Props) {
  const { post, ui } = useContext(PageContext);
  const { id, isBusy } = useContext(ChatContext);
  const { sendWith } = useContext(PreferencesContext);
  const startAnswer = useStartAnswer();
  const box = useRef<HTMLTextAreaElement>(null);
  const [isBlank, setIsBlank] = useState(false);
  const draft = useMemo(
    () => new UnsentText((typed, of) => post({ type: 'saveEdit', messageId, text: typed }, of), id),
    [],
  );
  useLayoutEffect(() => {
    const { current } = box;
    // A box that is rendered again must not take the focus.
    if (current !== null && !ui.questionEdits.has(messageId)) {
      ui.questionEdits.set(messageId, text);
      current.focus();
      current.setSelectionRange(text.length, text.length);
    }
    const hiding = draft.flushOnHide();
    return () => {
      hiding.dispose();
      draft.flush();
    };
  }, []);
  const resend = (): void => {
    const typed = box.current?.value ?? '';
    if (typed.trim() !== '') {
      draft.flush();
      startAnswer({ type: 'edit', messageId, text: typed });
    }
  };
  const cancel = (): void => {
    ui.questionEdits.delete(messageId);
    draft.markSaved('');
    post({ type: 'saveEdit', messageId });
    onCancel();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.isComposing) {
      event.preventDefault();
      event.stopPropagation();
      cancel();
    } else {
      handleEnter(event, box.current, sendWith, resend);
    }
  };
  return (
    <div class="question-edit">
      {attached}
      <textarea
        ref={box}
        aria-label={l10n.t('Edit question')}
        rows={1}
        spellcheck={false}
        dir="auto"
        data-vscode-context={textFieldMenu}
        defaultValue={ui.questionEdits.get(messageId) ?? text}
        onInput={({ currentTarget: { value } }) => {
          ui.questionEdits.set(messageId, value);
          draft.save(value);
          setIsBlank(value.trim() === '');
        }}
        onBlur={() => draft.flush()}
        onKeyDown={onKeyDown}
      />
      <div class="button-row">
        <Button
          aria-disabled={isBlank || isBusy}
          title={isBusy ? l10n.t('Not available while an answer is running') : undefined}
          onClick={resend}
        >
          {l10n.t('Resend')}
        </Button>
        <Button secondary onClick={cancel}>
          {l10n.t('Cancel')}
        </Button>
      </div>
    </div>
  );
}
