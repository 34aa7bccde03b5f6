// What the host finds for a code block: the file, and where its changes are.
import type * as vscode from 'vscode';
import type { FileProposal } from '../common/fileProposal';
import type { Placement } from '../common/placement';

/** Changes of one file that a code block proposes. */
export type LocatedChange =
  | {
      readonly type: 'placed';
      readonly block: number;
      readonly uri: vscode.Uri;
      readonly proposal: FileProposal;
      readonly placement: Placement;
      /** The text in which they are placed, with `\n` as line ends. */
      readonly now: string;
    }
  | {
      readonly type: 'newFile';
      readonly block: number;
      /** The path in the workspace, or as the model wrote it where that leads out of it. */
      readonly path: string;
      readonly code: string;
      /** An editor has it, not saved yet. */
      readonly isOpen: boolean;
    }
  | {
      /** The words before it say that it is no change. */
      readonly type: 'shown';
      readonly block: number;
      /** The file's name, if one is known. */
      readonly path: string | undefined;
    }
  | {
      readonly type: 'refused';
      readonly block: number;
      /** It is undefined if no file is known. */
      readonly uri?: vscode.Uri;
      /** The path as the model wrote it, if it named one. */
      readonly path: string;
      /** The second half of “can't be placed: …”. */
      readonly reason: string;
      /** The files that have this name, for the user to choose from. */
      readonly candidates?: readonly vscode.Uri[];
    };

export type PlacedChange = LocatedChange & { readonly type: 'placed' };
