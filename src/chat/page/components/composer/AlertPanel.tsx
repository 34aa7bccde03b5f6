// A panel that asks the user to decide, for example about a question that is held. It gets the focus.
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../../../platform/page/controls';
import { focusComposer, useFocusFallback } from '../../../../platform/page/focus';

interface Props<A extends string> {
  readonly title: string;
  /** Why it asks. */
  readonly text: ComponentChildren;
  /** A queued question is sent while the user may be typing, so the panel gets no focus at first. */
  readonly isQueued: boolean;
  /** The buttons. Escape gives the last answer. */
  readonly answers: readonly (readonly [answer: A, label: string] | false)[];
  /** The answer whose button stands out. */
  readonly primary: A;
  readonly onAnswer: (answer: A) => void;
  /** Stands above the buttons. */
  readonly children?: ComponentChildren;
}

export function AlertPanel<A extends string>(props: Props<A>) {
  const { title, text, isQueued, primary, onAnswer, children } = props;
  const answers = props.answers.filter((answer) => answer !== false);
  const id = useId();
  const panel = useFocusFallback<HTMLDivElement>(focusComposer);
  const isFirstRender = useRef(true);
  useLayoutEffect(() => {
    // The chat may be in another view, too, and only one of them has the keyboard.
    if (document.hasFocus() && (!isFirstRender.current || !isQueued)) {
      panel.current?.focus();
    }
    isFirstRender.current = false;
    // The focused button may be gone.
  }, [answers.map(([answer]) => answer).join()]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const [escape] = answers.at(-1) ?? [];
    if (event.key === 'Escape' && !event.isComposing && escape !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      onAnswer(escape);
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
      <div class="button-row">
        {answers.map(([answer, label]) => (
          <Button key={answer} secondary={answer !== primary} onClick={() => onAnswer(answer)}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}
