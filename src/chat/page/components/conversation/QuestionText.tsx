// The text of a question. A long one is folded, so that it does not push its answer out of view.
import * as l10n from '@vscode/l10n';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { LinkButton } from '../../../../platform/page/controls';
import { PageContext } from '../../contexts';

interface Props {
  readonly questionId: string;
  readonly text: string;
}

export function QuestionText({ questionId, text }: Props) {
  const { unfoldedQuestions } = useContext(PageContext).ui;
  const box = useRef<HTMLDivElement>(null);
  const [isUnfolded, setIsUnfolded] = useState(unfoldedQuestions.has(questionId));
  const [isLong, setIsLong] = useState(false);
  const unfold = (unfolded: boolean): void => {
    unfoldedQuestions[unfolded ? 'add' : 'delete'](questionId);
    setIsUnfolded(unfolded);
  };
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null || isUnfolded) {
      return undefined;
    }
    // The number of lines depends on the width. The observer is also called once at the start, after the layout.
    const observer = new ResizeObserver(() =>
      setIsLong(current.scrollHeight > current.clientHeight + 1),
    );
    observer.observe(current);
    // Sent by find before it scrolls to a match in the folded part.
    const show = (): void => unfold(true);
    current.addEventListener('beforematch', show);
    return () => {
      observer.disconnect();
      current.removeEventListener('beforematch', show);
    };
  }, [isUnfolded]);
  return (
    <>
      <div
        ref={box}
        dir="auto"
        class={`question-text${isUnfolded ? '' : isLong ? ' folded long' : ' folded'}`}
      >
        {text}
      </div>
      {isLong && (
        <LinkButton
          class="link-button show-more"
          aria-expanded={isUnfolded}
          onClick={() => unfold(!isUnfolded)}
        >
          {isUnfolded ? l10n.t('Show less') : l10n.t('Show more')}
        </LinkButton>
      )}
    </>
  );
}
