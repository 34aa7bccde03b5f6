// The commands of the chat page that concern the history.
import * as v from 'valibot';
import { id, type CommandOf } from '../../../chat/common/commandFields';

export const historyViewCommands = [
  /** Opens one of the recent chats. */
  v.strictObject({ type: v.literal('openChat'), id }),
];

export type HistoryCommand = CommandOf<typeof historyViewCommands>;
