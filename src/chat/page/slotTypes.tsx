// What a feature can add to places of the page. `slots.tsx` lists it.
import type { ComponentChildren, ComponentType } from 'preact';
import type { ReadonlySignal } from '@preact/signals';
import type { Answer, QuestionContent } from '../../conversation/common/conversation';
import type { ViewEvent, ViewState } from '../common/protocol';
import type { Post } from './host';

export interface ViewProps {
  readonly view: ViewState;
}

/** A part of what is between the conversation and the message box, or in an empty chat. */
export type ViewSlot = ComponentType<ViewProps>;

/** A part of the message box, which is there before the first snapshot. */
export type ComposerSlot = ComponentType<{ readonly view: ViewState | undefined }>;

export interface QuestionProps {
  readonly question: QuestionContent & { readonly id: string };
  readonly isQueued: boolean;
}

/** A part of a question, of the conversation or the queue. */
export type QuestionSlot = ComponentType<QuestionProps>;

export interface AnswerProps {
  readonly answer: Answer;
}

/** A part of an answer. */
export type AnswerSlot = ComponentType<AnswerProps>;

/** A button of an answer that opens something below the toolbar. */
export interface AnswerDetails {
  readonly isOpen: boolean;
  /** Is shown in the toolbar. */
  readonly button: ComponentChildren;
  /** Is shown beside the toolbar. */
  readonly summary: ComponentChildren;
  /** Are shown below the toolbar. */
  readonly details: ComponentChildren;
}

/** Helps while the user types in the message box, which keeps the focus. */
export interface ComposerAssistant {
  /** Attributes of the message box. */
  readonly attributes: {
    readonly 'aria-controls'?: string;
    readonly 'aria-activedescendant'?: string;
  };
  /** What is shown below the message box. */
  readonly render: (box: () => HTMLTextAreaElement | null) => ComponentChildren;
  /** @param typed what was inserted by typing */
  readonly didType: (box: HTMLTextAreaElement, typed: string) => void;
  readonly didMoveCursor: (box: HTMLTextAreaElement) => void;
  readonly didReceive: (event: ViewEvent) => void;
  /** The message box has the focus. */
  readonly show: (box: HTMLTextAreaElement) => void;
  /** The message box does not have the focus. */
  readonly hide: () => void;
  readonly close: () => void;
  /** Whether it has handled the key press. */
  readonly didPressKey: (event: KeyboardEvent, box: HTMLTextAreaElement) => boolean;
}

/** For what a feature does in the page outside of components. */
export interface FeaturePage {
  readonly post: Post;
  /** Undefined until the first snapshot. */
  readonly state: ReadonlySignal<ViewState | undefined>;
}

/** The sentence for a screen reader about an event, if there is one. */
export type Announcement = (
  event: ViewEvent,
  before: ViewState | undefined,
  current: ViewState | undefined,
) => string | undefined;

/** Renders the components of a place, in order. */
export function renderSlots<P extends object>(
  slots: readonly ComponentType<P>[],
  props: P,
): ComponentChildren {
  return slots.map((Slot, index) => <Slot key={index} {...props} />);
}
