// What the features show in the chat view: their parts of its state, and the events that change them.
import type {
  AttachmentsEvent,
  AttachmentsPart,
  SelectionOfferEvent,
  SelectionOfferPart,
} from '../../attachments/common/attachmentsView';
import type {
  ContextWindowEvent,
  ContextWindowPart,
} from '../../contextWindow/common/contextWindowView';
import type { HistoryEvent, HistoryPart } from '../../history/common/historyView';
import type {
  ModelsEvent,
  ModelsPart,
  UnavailableModelsEvent,
  UnavailableModelsPart,
} from '../../models/common/modelsView';
import type { SecretsEvent, SecretsPart } from '../../secrets/common/secretsView';
import type { SetupEvent, SetupPart } from '../../setup/common/setupView';
import {
  reduceUsage,
  type UsageEvent,
  type UsagePart,
  usageWithout,
} from '../../usage/common/usageView';
import type { VscodeChatEvent, VscodeChatPart } from '../../vscodeChat/common/vscodeChatPart';

/** What belongs to a chat. */
export interface ChatFeatures
  extends AttachmentsPart, ContextWindowPart, ModelsPart, SecretsPart, SetupPart, UsagePart {}

export type ChatFeatureEvent =
  AttachmentsEvent | ContextWindowEvent | ModelsEvent | SecretsEvent | SetupEvent | UsageEvent;

/** What all chats of a window show. */
export interface WindowFeatures
  extends HistoryPart, SelectionOfferPart, UnavailableModelsPart, VscodeChatPart {}

export type WindowFeatureEvent =
  HistoryEvent | SelectionOfferEvent | UnavailableModelsEvent | VscodeChatEvent;

type Features = ChatFeatures & WindowFeatures;

/** What an event changes. */
export function reduceFeatures(
  state: Features,
  event: ChatFeatureEvent | WindowFeatureEvent,
): Partial<Features> {
  switch (event.type) {
    case 'usage':
      return reduceUsage(state, event);
    default: {
      // The event's fields replace those of the state.
      const { type: _type, ...changed } = event;
      return changed;
    }
  }
}

/** What the features show under the messages. */
export type MessageFeatures = UsagePart;

export function messageFeatures({ usage }: MessageFeatures): MessageFeatures {
  return { usage };
}

/** Without what belongs to the messages that `isDropped` names. */
export function featuresWithout(
  features: MessageFeatures,
  isDropped: (messageId: string) => boolean,
): MessageFeatures {
  return usageWithout(features, isDropped);
}
