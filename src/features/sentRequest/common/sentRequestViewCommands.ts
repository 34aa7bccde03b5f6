// The commands of the chat page that concern sent requests.
import * as v from 'valibot';
import { id, type CommandOf } from '../../../chat/common/commandFields';

export const sentRequestViewCommands = [
  v.strictObject({ type: v.literal('showSentRequest'), messageId: id }),
  v.strictObject({ type: v.literal('copyAsCurl'), messageId: id }),
];

export type SentRequestCommand = CommandOf<typeof sentRequestViewCommands>;
