// What features add to the chat view. Each feature declares its own in its folder `common/`, by `declare module`: the chat
// has their types without importing them, as src/compose/ lists the features without knowing what they add.

/** Each feature's part of the state of a chat, the events that change it, and its commands. */
export interface ChatFeatures {}

/** The same of what all chats of a window show. */
export interface WindowFeatures {}

type Added<Features, Member extends string> = {
  [F in keyof Features]: Features[F] extends Readonly<Record<Member, infer T>> ? T : never;
}[keyof Features];

type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer Intersection,
) => void
  ? Intersection
  : never;

export type ChatFeatureState = All<Added<ChatFeatures, 'state'>>;
export type WindowFeatureState = All<Added<WindowFeatures, 'state'>>;
export type FeatureState = ChatFeatureState & WindowFeatureState;

export type ChatFeatureEvent = Added<ChatFeatures, 'event'>;
export type WindowFeatureEvent = Added<WindowFeatures, 'event'>;
export type FeatureEvent = ChatFeatureEvent | WindowFeatureEvent;

export type FeatureWithEvents = NamesWithEvents<ChatFeatures> | NamesWithEvents<WindowFeatures>;

type NamesWithEvents<Features> = {
  [F in keyof Features]: Features[F] extends { readonly event: unknown } ? F : never;
}[keyof Features];

export type ChatFeatureCommand = Added<ChatFeatures, 'command'>;
export type WindowFeatureCommand = Added<WindowFeatures, 'command'>;
export type FeatureCommand = ChatFeatureCommand | WindowFeatureCommand;

/** What features show under the messages: it goes with a message. */
export type MessageFeatureState = All<Added<ChatFeatures, 'messages'>>;
