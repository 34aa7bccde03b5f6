// The commands of the chat page that concern VS Code's own chat.
import * as v from 'valibot';
import type { CommandOf } from '../../chatView/common/commandFields';

export const vscodeChatViewCommands = [v.strictObject({ type: v.literal('openVscodeChat') })];

export type VscodeChatCommand = CommandOf<typeof vscodeChatViewCommands>;
