// The commands of the chat page that concern the context window.
import * as v from 'valibot';
import type { CommandOf } from '../../../chat/common/commandFields';
import { trimActions } from '../../../conversation/common/contextLimit';

export const contextWindowViewCommands = [
  /** Asks the user for the context length of the chat's model, which no source gives. */
  v.strictObject({ type: v.literal('setContextLength') }),
  v.strictObject({ type: v.literal('trimContext'), action: v.picklist(trimActions) }),
];

export type ContextWindowCommand = CommandOf<typeof contextWindowViewCommands>;
