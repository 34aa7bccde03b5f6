// Shows where files can be dropped while they are dragged over the page. VS Code lets them reach the page only while Shift
// is held, otherwise it opens them in an editor.
import * as l10n from '@vscode/l10n';
import { useEffect, useRef, useState } from 'preact/hooks';
import { focusComposer } from '../../../platform/page/focus';
import { droppedUris, isAttachable } from './transfer';

interface Props {
  readonly onDropFiles: (files: readonly File[]) => void;
  /** Receives the files and folders of VS Code. */
  readonly onDropUris: (uris: readonly string[]) => void;
}

export function DropTarget(props: Props) {
  const [hint, setHint] = useState('');
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    // What is dragged out of the page, for example a link, is not for it.
    let isFromPage = false;
    const isForUs = ({ dataTransfer }: DragEvent): boolean =>
      !isFromPage && dataTransfer !== null && isAttachable(dataTransfer.types);
    const onDragOver = (event: DragEvent): void => {
      if (isForUs(event)) {
        // Otherwise nothing can be dropped.
        event.preventDefault();
        setHint(
          event.shiftKey ? l10n.t('Drop to attach') : l10n.t('Hold Shift and drop to attach'),
        );
      }
    };
    const onDrop = (event: DragEvent): void => {
      setHint('');
      if (event.dataTransfer !== null && isForUs(event)) {
        event.preventDefault();
        const uris = droppedUris(event.dataTransfer);
        const files = [...event.dataTransfer.files];
        if (uris.length > 0) {
          latest.current.onDropUris(uris);
        } else if (files.length > 0) {
          latest.current.onDropFiles(files);
        }
        focusComposer();
      }
    };
    const setFromPage = ({ type }: Event): void => {
      isFromPage = type === 'dragstart';
    };
    document.addEventListener('dragstart', setFromPage, { signal });
    document.addEventListener('dragend', setFromPage, { signal });
    document.addEventListener('dragover', onDragOver, { signal });
    document.addEventListener('drop', onDrop, { signal });
    document.addEventListener(
      'dragleave',
      ({ relatedTarget }) => relatedTarget === null && setHint(''),
      { signal },
    );
    return () => listeners.abort();
  }, []);
  return hint === '' ? null : <div class="drop-target">{hint}</div>;
}
