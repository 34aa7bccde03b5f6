// What the chat view shows of the models: whether they accept images, and which ones are unavailable.

export interface ModelsPart {
  /** Whether the chat's model accepts images; absent if that is not known. */
  readonly acceptsImages?: boolean | undefined;
}

export interface ModelsEvent {
  readonly type: 'imageInput';
  readonly acceptsImages: boolean | undefined;
}

/** The same for all chats of a window. */
export interface UnavailableModelsPart {
  /** IDs of the models that turned out to be unavailable at the current gateway. */
  readonly unavailableModels?: readonly string[];
}

export interface UnavailableModelsEvent {
  readonly type: 'unavailableModels';
  readonly unavailableModels: readonly string[];
}
