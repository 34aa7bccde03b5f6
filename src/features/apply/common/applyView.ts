// What the chat view shows of Apply: where code blocks belong, and the changes that wait for the user. Texts are for the
// user.
import type { ApplyCommand } from './applyViewCommands';

/** The result in a code block's header. */
export interface BlockPlacement {
  /** The code block of the answer, counted from 0. */
  readonly block: number;
  /** The text reads `a.ts · 2 changes`, for example. */
  readonly text: string;
  /** `waiting`: a language server starts. `refused`: nothing of it can be placed. `conflict`: the user has to decide about a part. */
  readonly state: 'waiting' | 'placed' | 'conflict' | 'refused';
  /** The model can be asked to write it again. */
  readonly canRedo?: true;
}

/** The blocks of an answer that belong to a file. */
export interface AnswerPlacements {
  readonly blocks: readonly BlockPlacement[];
  /** Files that “Apply all” would change; 0 if it has nothing to do that “Apply” of one block doesn't. */
  readonly files: number;
}

/** A file with changes that wait for the user. */
export interface ProposalView {
  readonly id: string;
  readonly file: string;
  /** The text reads `2 changes, 1 conflict`, for example. */
  readonly text: string;
  /** “Accept all” leaves some of the changes, which take away what the answer does not mention. */
  readonly hasRemovals?: true;
  /** “Accept all” leaves some of the changes, of lines that the user has changed since. */
  readonly hasConflicts?: true;
  /** “Accept all” leaves all of the changes. */
  readonly isLeft?: true;
}

export interface ApplyViewState {
  /** The keys are answer IDs. */
  readonly placements?: Readonly<Record<string, AnswerPlacements>> | undefined;
  /** It is present while changes wait for the user. */
  readonly proposals?: readonly ProposalView[] | undefined;
  /** The errors that accepted changes have led to, by answer: `2 new errors: a.ts:14, b.ts:3`, for example. */
  readonly newErrors?: Readonly<Record<string, string>> | undefined;
  /** IDs of the answers of which accepted changes can be undone. */
  readonly undoable?: readonly string[] | undefined;
}

type ApplyEvent =
  | ({ readonly type: 'placements' } & Required<Pick<ApplyViewState, 'placements'>>)
  | ({ readonly type: 'newErrors' } & Required<Pick<ApplyViewState, 'newErrors'>>)
  | ({ readonly type: 'proposals' } & Required<Pick<ApplyViewState, 'proposals' | 'undoable'>>);

declare module '../../../chat/common/features' {
  interface WindowFeatures {
    readonly apply: {
      readonly state: ApplyViewState;
      readonly event: ApplyEvent;
      readonly command: ApplyCommand;
    };
  }
}
