// The commands of the chat page that concern applying code. They name the place of the code, never code or paths.
import * as v from 'valibot';
import { id, type CommandOf } from '../../../chat/common/commandFields';

const messageId = id;
const index = v.pipe(v.number(), v.integer(), v.minValue(0));
const block = index;

export const applyViewCommands = [
  /**
   * These code blocks of an answer are complete on the screen: the page wants to know where they belong. It is sent again
   * when they are rendered again.
   */
  v.strictObject({
    type: v.literal('codeBlocksSeen'),
    messageId,
    blocks: v.array(block),
  }),
  v.strictObject({ type: v.literal('applyCode'), messageId, block }),
  v.strictObject({ type: v.literal('applyAll'), messageId }),
  v.strictObject({ type: v.literal('newFile'), messageId, block }),
  v.strictObject({ type: v.literal('sendToTerminal'), messageId, block }),
  /** Shows the changes of a file that wait for the user. */
  v.strictObject({ type: v.literal('showProposal'), id }),
  v.strictObject({ type: v.literal('acceptProposals') }),
  /** Accepts what would take code away from a file, which `acceptProposals` leaves. */
  v.strictObject({ type: v.literal('acceptRemovals'), id }),
  v.strictObject({ type: v.literal('rejectProposals') }),
  /** Shows the next change of lines that the user has changed, too. */
  v.strictObject({ type: v.literal('nextConflict') }),
  /** Opens the place of the n-th applied or refused change of an answer. */
  v.strictObject({ type: v.literal('openAppliedChange'), messageId, index }),
  /** Asks the model to write a refused change again. */
  v.strictObject({ type: v.literal('redoChange'), messageId, index }),
  /** Asks it from the header of the block, before a click on Apply. */
  v.strictObject({ type: v.literal('redoCode'), messageId, block }),
  /** Asks it to fix the errors that an answer's changes have led to. */
  v.strictObject({ type: v.literal('fixErrors'), messageId }),
  /** Shows how the code of an answer differs from that of the one beside it, from which the next question continues. */
  v.strictObject({ type: v.literal('compareCode'), messageId }),
  /** Undoes all changes of an answer that were accepted in this window. */
  v.strictObject({ type: v.literal('undoApplied'), messageId }),
];

export type ApplyCommand = CommandOf<typeof applyViewCommands>;
