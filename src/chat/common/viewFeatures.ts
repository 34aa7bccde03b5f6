// What the features show in the chat view: their parts of its state, and the events that change them.
import type { ApplyEvent, ApplyPart } from '../../features/apply/common/applyView';
import type {
  AttachmentsEvent,
  AttachmentsPart,
  EditorOfferEvent,
  EditorOfferPart,
} from '../../features/attachments/common/attachmentsView';
import type { BalanceEvent, BalancePart } from '../../features/balance/common/balanceView';
import type {
  CodeColorsEvent,
  CodeColorsPart,
} from '../../features/codeColors/common/codeColorsView';
import type {
  ContextWindowEvent,
  ContextWindowPart,
} from '../../features/contextWindow/common/contextWindowView';
import type { HistoryEvent, HistoryPart } from '../../features/history/common/historyView';
import type {
  ModelsEvent,
  ModelsPart,
  UnavailableModelsEvent,
  UnavailableModelsPart,
} from '../../features/models/common/modelsView';
import type { SecretsEvent, SecretsPart } from '../../features/secrets/common/secretsView';
import type { SetupEvent, SetupPart } from '../../features/setup/common/setupView';
import {
  reduceUsage,
  type UsageEvent,
  type UsagePart,
  usageWithout,
} from '../../features/usage/common/usageView';
import type {
  VscodeChatEvent,
  VscodeChatPart,
} from '../../features/vscodeChat/common/vscodeChatPart';
import type {
  WorkspaceToolsEvent,
  WorkspaceToolsPart,
} from '../../features/workspaceTools/common/workspaceToolsView';

/** What belongs to a chat. */
export interface ChatFeatures
  extends
    AttachmentsPart,
    ContextWindowPart,
    ModelsPart,
    SecretsPart,
    SetupPart,
    UsagePart,
    WorkspaceToolsPart {}

export type ChatFeatureEvent =
  | AttachmentsEvent
  | ContextWindowEvent
  | ModelsEvent
  | SecretsEvent
  | SetupEvent
  | UsageEvent
  | WorkspaceToolsEvent;

/** What all chats of a window show. */
export interface WindowFeatures
  extends
    ApplyPart,
    BalancePart,
    CodeColorsPart,
    HistoryPart,
    EditorOfferPart,
    UnavailableModelsPart,
    VscodeChatPart {}

export type WindowFeatureEvent =
  | ApplyEvent
  | BalanceEvent
  | CodeColorsEvent
  | HistoryEvent
  | EditorOfferEvent
  | UnavailableModelsEvent
  | VscodeChatEvent;

type Features = ChatFeatures & WindowFeatures;
type FeatureEvent = ChatFeatureEvent | WindowFeatureEvent;
/** The events whose fields replace those of the state. */
type ReplacingEvent = Exclude<FeatureEvent, UsageEvent>;

/** The fields of each event. VS Code drops undefined fields of messages: an event does not tell which ones it has. */
const replacedFields: {
  readonly [T in ReplacingEvent['type']]: Readonly<
    Record<Exclude<keyof Extract<ReplacingEvent, { type: T }>, 'type'>, true>
  >;
} = {
  placements: { placements: true },
  proposals: { proposals: true, undoable: true },
  attachments: { attachments: true },
  balance: { balance: true },
  suggestions: { suggestions: true },
  editorOffer: { editorOffer: true },
  budget: { budget: true, isContextLengthUnknown: true },
  contextLimitPrompt: { contextLimitPrompt: true },
  recentChats: { recentChats: true },
  imageInput: { acceptsImages: true },
  workspacePrompt: { hasWorkspacePrompt: true },
  unavailableModels: { unavailableModels: true },
  secretsPrompt: { secretsPrompt: true },
  gatewayChangePrompt: { gatewayChangePrompt: true },
  workspaceAccess: { workspaceAccess: true },
  vscodeChat: { vscodeChatHint: true },
  codeStyles: { codeStyles: true },
};

/** What an event changes. */
export function reduceFeatures(state: Features, event: FeatureEvent): Partial<Features> {
  if (event.type === 'usage') {
    return reduceUsage(state, event);
  }
  const { type, ...changed } = event;
  const absent = Object.keys(replacedFields[type]).map((field) => [field, undefined]);
  return { ...Object.fromEntries(absent), ...changed };
}

/** What the features show under the messages. */
export type MessageFeatures = UsagePart;

export function messageFeatures({ usage }: MessageFeatures): MessageFeatures {
  return { usage };
}

/** Leaves out what belongs to the messages that `isDropped` names. */
export function featuresWithout(
  features: MessageFeatures,
  isDropped: (messageId: string) => boolean,
): MessageFeatures {
  return usageWithout(features, isDropped);
}
