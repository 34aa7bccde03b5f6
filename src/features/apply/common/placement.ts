// What placing a proposal takes and gives: the file's texts, and the lines of the file as it is now that would change.
import type { FileProposal } from './fileProposal';
import type { LineRange } from './fileText';
import type { ThingKind } from './thingTree';

/** A text of the file that the model was sent, with masked secrets and without invisible characters. */
export interface SeenText {
  readonly text: string;
  /** Lines count from 1. It is absent for the whole file, or its first lines. */
  readonly startLine?: number;
  /** The text is only the first lines of the file. */
  readonly isExcerpt?: true;
}

export interface CodeSymbol {
  readonly name: string;
  /** Lines of the file as it is now count from 0; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

export interface PlaceInput {
  readonly proposal: FileProposal;
  /** The file's name or path: its extension says how named things are found in it. */
  readonly path: string;
  /** The file as it is now, with its BOM and line ends. */
  readonly now: string;
  /** The newest stands first, and a selection before the whole files of its question: the first that has an edit's lines decides. */
  readonly seen: readonly SeenText[];
  readonly symbols?: readonly CodeSymbol[];
  /** The length limit cut the block. */
  readonly isCut: boolean;
}

/** What would go, in words: a named thing, or a number of lines of none. */
export interface RemovedThing {
  readonly kind: ThingKind | 'line';
  /** The name is that of the `NamedThing`; of lines, it is their number. */
  readonly name: string;
  /** The new thing that stands in its place. */
  readonly replacedBy?: string;
}

/** What code without quotes would take away though the answer does not mention it. It is for the user to accept: no “Accept all” writes it. */
export interface Removal {
  /** All edits of a group are accepted or rejected together. */
  readonly group: number;
  readonly things: readonly RemovedThing[];
}

export interface PlacedEdit {
  /** Lines of the file as it is now count from 0; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
  /** These lines have changed since the model saw them, or hold invisible characters that would go: the user decides. */
  readonly isConflict?: true;
  readonly removal?: Removal;
  /** The index of the edit in the proposal that it belongs to; 0 for code. */
  readonly edit: number;
}

export type RefusalReason =
  | 'notFound'
  | 'ambiguous'
  | 'changedSince'
  | 'cutOff'
  | 'markWouldBeWritten'
  | 'maskWouldBeWritten'
  | 'malformed'
  | 'tookTooLong'
  | 'deletesOrRenames'
  | 'notComplete';

export interface RefusedEdit {
  readonly edit: number;
  readonly reason: RefusalReason;
  /** A line of the file as it is now, from 0, near which the edit belongs. */
  readonly nearLine?: number;
}

/** What code without quotes stands for, where it changes something. */
export interface CodePlace {
  /** Lines of the file as it is now. */
  readonly range: LineRange;
  /** The name of a function or class says that it belongs there. */
  readonly isDefinition: boolean;
  /** It has the code of the file, with other comments and blank lines, or a part of that. */
  readonly isRemark: boolean;
  /** For each edit the lines of the file that it takes, or those beside its new lines. */
  readonly taken: readonly (readonly string[])[];
}

export interface Placement {
  /** They are sorted and do not overlap. */
  readonly edits: readonly PlacedEdit[];
  readonly refused: readonly RefusedEdit[];
  /** It replaces a function or a file that the model was not shown, which is never part of Apply all. */
  readonly isUnseen: boolean;
  /** The line of the file before which new lines stand that may be meant to replace the one above: never part of Apply all. */
  readonly uncertainLine?: number;
  readonly code?: CodePlace;
}

/** A placement of nothing. */
export function refuseAll(proposal: FileProposal, reason: RefusalReason): Placement {
  const edits = proposal.kind === 'edits' ? proposal.edits.map((_, index) => index) : [0];
  const refused = edits.map((edit) => ({ edit, reason }));
  return { edits: [], refused, isUnseen: false };
}
