// The commands of the chat page that concern the tools that read the workspace.
import * as v from 'valibot';
import { id, type CommandOf } from '../../../chat/common/commandFields';

export const workspaceToolsViewCommands = [
  /** Turns the switch off, or asks before it turns it on. */
  v.strictObject({ type: v.literal('switchWorkspaceAccess'), isOn: v.boolean() }),
  v.strictObject({ type: v.literal('answerWorkspaceAccess'), isAllowed: v.boolean() }),
  /** Shows exactly what the model got for a call. */
  v.strictObject({ type: v.literal('showToolResult'), messageId: id, callId: id }),
];

export type WorkspaceToolsCommand = CommandOf<typeof workspaceToolsViewCommands>;
