// What the chat view shows of the models: whether they accept images, which ones are unavailable, and their system prompt.
import type { ModelsCommand } from './modelsViewCommands';

export interface ModelsViewState {
  /** Whether the chat's model accepts images; absent if that is not known. */
  readonly acceptsImages?: boolean | undefined;
  /** The workspace sets the system prompt, and the user has allowed it. */
  readonly hasWorkspacePrompt?: boolean;
}

type ModelsEvent =
  | { readonly type: 'imageInput'; readonly acceptsImages: boolean | undefined }
  | { readonly type: 'workspacePrompt'; readonly hasWorkspacePrompt: boolean };

/** The same for all chats of a window. */
interface UnavailableModelsViewState {
  /** IDs of the models that turned out to be unavailable at the current gateway. */
  readonly unavailableModels?: readonly string[];
}

type UnavailableModelsEvent = {
  readonly type: 'unavailableModels';
} & Required<UnavailableModelsViewState>;

declare module '../../../chat/common/features' {
  interface ChatFeatures {
    readonly models: {
      readonly state: ModelsViewState;
      readonly event: ModelsEvent;
      readonly command: ModelsCommand;
    };
  }
  interface WindowFeatures {
    readonly models: {
      readonly state: UnavailableModelsViewState;
      readonly event: UnavailableModelsEvent;
    };
  }
}
