// The commands of the chat page that concern VS Code's own chat.
import * as v from 'valibot';
import type { CommandOf } from '../../../chat/common/commandFields';

export const vscodeChatViewCommands = [
  v.strictObject({ type: v.literal('openVscodeChat') }),
  v.strictObject({ type: v.literal('openVscodeChatSetting') }),
  v.strictObject({ type: v.literal('dismissVscodeChatHint') }),
];

export type VscodeChatCommand = CommandOf<typeof vscodeChatViewCommands>;
