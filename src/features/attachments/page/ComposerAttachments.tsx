// What is attached to the message that is being written, and what comes in by paste and drop.
import * as l10n from '@vscode/l10n';
import { useContext, useLayoutEffect, useState } from 'preact/hooks';
import type { ViewState } from '../../../chat/common/protocol';
import { ChatContext, PageContext } from '../../../chat/page/contexts';
import { Button, Icon, LinkButton } from '../../../platform/page/controls';
import type { BoxSelection } from '../common/attachmentsViewCommands';
import { attachFiles } from './attachFiles';
import { AttachmentList } from './AttachmentList';
import { DropTarget } from './DropTarget';
import { longText, pastedFiles } from './transfer';

/** The host accepts no more at once. */
const maxUris = 100;

export function ComposerAttachments({ view }: { readonly view: ViewState | undefined }) {
  const { attachments = [], acceptsImages } = view ?? {};
  const pasted = attachments.findLast(({ kind }) => kind === 'pastedText');
  const model = view?.conversation.model ?? '';
  const { post } = useContext(PageContext);
  const { id } = useContext(ChatContext);
  const chatId = id === '' ? undefined : id;
  const [problem, setProblem] = useState('');
  const attachTransferred = (files: readonly File[]): void => {
    setProblem('');
    void attachFiles(files, post, chatId).then(setProblem);
  };
  const attachUris = (uris: readonly string[]): void => {
    for (let first = 0; first < uris.length; first += maxUris) {
      post({ type: 'attachFiles', uris: uris.slice(first, first + maxUris) });
    }
  };
  // Not `useEffect`, which waits for the first paint: the user may paste before it.
  useLayoutEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      const { clipboardData, target } = event;
      const files =
        clipboardData === null || isOtherField(target) ? [] : pastedFiles(clipboardData);
      if (files.length > 0) {
        event.preventDefault();
        attachTransferred(files);
        return;
      }
      const text =
        clipboardData !== null && isMessageBox(target) ? longText(clipboardData) : undefined;
      if (text !== undefined) {
        event.preventDefault();
        post({ type: 'attachText', text, selection: boxSelection() }, chatId);
      }
    };
    const onInput = (): void => setProblem('');
    document.addEventListener('paste', onPaste);
    document.addEventListener('input', onInput);
    return () => {
      document.removeEventListener('paste', onPaste);
      document.removeEventListener('input', onInput);
    };
  }, [chatId]);
  return (
    <>
      {attachments.length > 0 && (
        <div class="composer-attachments">
          <AttachmentList
            attachments={attachments}
            post={post}
            contextLength={view?.budget?.contextLength}
          />
        </div>
      )}
      {pasted !== undefined && (
        <p class="attach-line" role="status">
          {l10n.t('Long text was attached.')}{' '}
          <LinkButton
            onClick={() => post({ type: 'pasteAsText', id: pasted.id, selection: boxSelection() })}
          >
            {l10n.t('Paste as text')}
          </LinkButton>
        </p>
      )}
      {acceptsImages === false && attachments.some(({ image }) => image !== undefined) && (
        <p class="icon-line attach-problem" role="status">
          <Icon name="warning" />
          <span>{l10n.t("{0} doesn't accept images: they won't be sent.", model)}</span>
          <Button secondary onClick={() => post({ type: 'runSetupStep', step: 'model' })}>
            {l10n.t('Select model')}
          </Button>
        </p>
      )}
      {problem !== '' && (
        <p class="icon-line attach-problem" role="alert">
          <Icon name="warning" />
          <span>{problem}</span>
        </p>
      )}
      <DropTarget onDropFiles={attachTransferred} onDropUris={attachUris} />
    </>
  );
}

/** The box keeps it while something else has the focus. */
function boxSelection(): BoxSelection {
  const box = document.querySelector<HTMLTextAreaElement>('.composer textarea');
  return { start: box?.selectionStart ?? 0, end: box?.selectionEnd ?? 0 };
}

function isMessageBox(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('.composer textarea');
}

/** A text field that is not the message box. */
function isOtherField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea') && !isMessageBox(target);
}
