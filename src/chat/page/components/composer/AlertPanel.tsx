// A panel about a question that is held until the user decides. It gets the focus, and Escape cancels.
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { focusComposer, useFocusFallback } from '../../../../platform/page/focus';

interface Props {
  readonly title: string;
  /** Why the question is held. */
  readonly text: ComponentChildren;
  /** A queued question is sent while the user may be typing, so the panel gets no focus at first. */
  readonly isQueued: boolean;
  /** Changes whenever the buttons are replaced: the panel then takes the focus, as the focused button may be gone. */
  readonly buttonSet?: boolean;
  readonly onCancel: () => void;
  readonly children: ComponentChildren;
}

export function AlertPanel({ title, text, isQueued, buttonSet, onCancel, children }: Props) {
  const id = useId();
  const panel = useFocusFallback<HTMLDivElement>(focusComposer);
  const isFirstRender = useRef(true);
  useLayoutEffect(() => {
    // The chat may be in another view, too, and only one of them has the keyboard.
    if (document.hasFocus() && (!isFirstRender.current || !isQueued)) {
      panel.current?.focus();
    }
    isFirstRender.current = false;
  }, [buttonSet]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.isComposing) {
      event.preventDefault();
      event.stopPropagation();
      onCancel();
    }
  };
  return (
    <div
      ref={panel}
      class="panel alert-panel"
      role="alertdialog"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <h2 id={`${id}title`}>{title}</h2>
      <div id={`${id}text`}>{text}</div>
      {children}
    </div>
  );
}
