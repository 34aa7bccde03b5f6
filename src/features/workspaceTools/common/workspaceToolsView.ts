// What the chat view shows of the tools that read the workspace. All texts are for the user.
import type { WorkspaceToolsCommand } from './workspaceToolsViewCommands';

export interface WorkspaceAccessView {
  /** “Can read FOLDER”. */
  readonly label: string;
  readonly isOn: boolean;
  /** Why the model does not read although the switch is on. */
  readonly problem?: string;
  /** The question before the switch turns on. */
  readonly question?: string;
}

export interface WorkspaceToolsViewState {
  /** Absent where nothing can be read: without a folder, and in untrusted and virtual workspaces. */
  readonly workspaceAccess?: WorkspaceAccessView | undefined;
}

type WorkspaceToolsEvent = {
  readonly type: 'workspaceAccess';
} & Required<WorkspaceToolsViewState>;

declare module '../../../chat/common/features' {
  interface ChatFeatures {
    readonly workspaceTools: {
      readonly state: WorkspaceToolsViewState;
      readonly event: WorkspaceToolsEvent;
      readonly command: WorkspaceToolsCommand;
    };
  }
}
