// The commands of the chat page that concern the colors of code.
import * as v from 'valibot';
import { id, type CommandOf } from '../../../chat/common/commandFields';

export const codeColorsViewCommands = [
  /** VS Code tells its active color theme to pages, not to extensions; it may not be that of the settings. */
  v.strictObject({ type: v.literal('themeShown'), id }),
];

export type CodeColorsCommand = CommandOf<typeof codeColorsViewCommands>;
