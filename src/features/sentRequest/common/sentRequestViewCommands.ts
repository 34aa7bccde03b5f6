// The commands of the chat page that concern sent requests.
import * as v from 'valibot';
import { type CommandOf, messageId } from '../../chatView/common/commandFields';

export const sentRequestViewCommands = [
  v.strictObject({ type: v.literal('showSentRequest'), messageId }),
  v.strictObject({ type: v.literal('copyAsCurl'), messageId }),
];

export type SentRequestCommand = CommandOf<typeof sentRequestViewCommands>;
