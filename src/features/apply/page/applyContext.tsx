// What messages show of Apply, so that a change renders only the components that read it.
import { createContext, type ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ViewState } from '../../../chat/common/protocol';
import type { ApplyViewState } from '../common/applyView';

type AnswersPart = Pick<ApplyViewState, 'placements' | 'newErrors' | 'undoable'>;

export const ApplyContext = createContext<AnswersPart>({});

export function ApplyProvider(props: {
  readonly view: ViewState | undefined;
  readonly children: ComponentChildren;
}) {
  const { placements, newErrors, undoable } = props.view ?? {};
  const part = useMemo(
    () => ({ placements, newErrors, undoable }),
    [placements, newErrors, undoable],
  );
  return <ApplyContext.Provider value={part}>{props.children}</ApplyContext.Provider>;
}
