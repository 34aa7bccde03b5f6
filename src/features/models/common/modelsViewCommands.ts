// The commands of the chat page that concern other models.
import * as v from 'valibot';
import { id, type CommandOf } from '../../../chat/common/commandFields';

const model = v.pipe(v.string(), v.maxLength(256));

export const modelsViewCommands = [
  /** Lets the user pick a model: the host asks it at once, or offers it if it would change the answer. */
  v.strictObject({ type: v.literal('pickModelForRetry'), messageId: id }),
  /** Lets the user pick models that are asked, too: their answers stand beside the one with this ID. */
  v.strictObject({ type: v.literal('pickModelsToAlsoAsk'), messageId: id }),
  /** Sends the request of an answer to one of the alternative models in its notice. */
  v.strictObject({ type: v.literal('retryWithModel'), messageId: id, model }),
  /** Lets the user choose what applies to this chat instead of the settings. */
  v.strictObject({ type: v.literal('chooseChatSettings') }),
  /** Shows the workspace's system prompt. */
  v.strictObject({ type: v.literal('showWorkspacePrompt') }),
];

export type ModelsCommand = CommandOf<typeof modelsViewCommands>;
