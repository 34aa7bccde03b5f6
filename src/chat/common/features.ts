// What features add to the chat view. Each feature declares its own in its folder `common/`, by `declare module`: the chat
// has their types without importing them, as src/compose/ lists the features without knowing what they add.

/** By the name of a feature: its part of the state of each chat, the events that change it, and its commands. */
export interface ChatFeatures {}

/** The same of what all chats of a window show. */
export interface WindowFeatures {}

type MemberOf<Features, F, Member extends string> = F extends keyof Features
  ? Features[F] extends Readonly<Record<Member, infer T>>
    ? T
    : never
  : never;

type Added<Features, Member extends string> = MemberOf<Features, keyof Features, Member>;

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

/** The events of a feature. */
export type EventOf<F> = MemberOf<ChatFeatures, F, 'event'> | MemberOf<WindowFeatures, F, 'event'>;

type FeatureName = keyof ChatFeatures | keyof WindowFeatures;

export type FeatureWithEvents = {
  [F in FeatureName]: EventOf<F> extends never ? never : F;
}[FeatureName];

export type ChatFeatureCommand = Added<ChatFeatures, 'command'>;
export type WindowFeatureCommand = Added<WindowFeatures, 'command'>;
export type FeatureCommand = ChatFeatureCommand | WindowFeatureCommand;

/** What features show under the messages: it goes with a message. */
export type MessageFeatureState = All<Added<ChatFeatures, 'messages'>>;

/**
 * The fields of the state that each event replaces. VS Code drops undefined fields of messages: an event does not tell
 * which ones it has.
 */
export type ReplacedFields<E extends { readonly type: string }> = {
  readonly [T in E['type']]: Readonly<
    Record<Exclude<keyof Extract<E, { readonly type: T }>, 'type'>, true>
  >;
};
