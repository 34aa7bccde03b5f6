// What features add to the page. src/compose/page.ts lists the features, and their order is that of each place.
import type { ReadonlySignal } from '@preact/signals';
import { createContext, type ComponentChildren, type ComponentType } from 'preact';
import { useContext } from 'preact/hooks';
import type { Event } from '../../base/emitter';
import type { Answer, QuestionContent, ToolRound } from '../../conversation/common/conversation';
import type { CodeButtonOf } from '../../markdown/page/code/codeBlock';
import type { FeatureCommand, FeatureWithEvents } from '../common/features';
import type { CodeBlockPosition, ViewEvent, ViewState } from '../common/protocol';
import type { MenuItem } from './components/MoreMenu';
import type { Post } from './hostConnection';

export interface ViewProps {
  readonly view: ViewState;
}

/** The message box is there before the first snapshot. */
export interface ComposerProps {
  readonly view: ViewState | undefined;
}

/** A question of the conversation or the queue. */
export interface QuestionProps {
  readonly question: QuestionContent & { readonly id: string };
  readonly isQueued: boolean;
}

export interface AnswerProps {
  readonly answer: Answer;
}

export interface AnswerRoundsProps extends AnswerProps {
  readonly rounds: readonly ToolRound[];
}

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

export interface AssistantDeps {
  readonly post: Post;
  /** Saves the text of the message box at once. */
  readonly saveDraft: () => void;
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

/** What a feature gets that does something in the page outside of components. */
export interface FeaturePage {
  readonly post: Post;
  /** Undefined until the first snapshot. */
  readonly state: ReadonlySignal<ViewState | undefined>;
  /** Fires when what a feature did for a command has ended; features say for which ones. */
  readonly onDidEnd: Event<FeatureCommand>;
}

/** The sentence for a screen reader about an event, if there is one. */
export type Announcement = (
  event: ViewEvent,
  before: ViewState | undefined,
  current: ViewState | undefined,
) => string | undefined;

/** What the components of each place get. */
export interface Places {
  /** An empty chat shows these before what the chat says itself. */
  readonly welcome: ViewProps;
  /** The first line of an empty chat that is set up. */
  readonly emptyTitle: ViewProps;
  /** The first examples of an empty chat. */
  readonly starters: ViewProps;
  /** Below the examples of an empty chat. */
  readonly emptyHints: ViewProps;
  /** The panels between the conversation and the message box, above the queue. */
  readonly panels: ViewProps;
  /** In the message box, above its text. */
  readonly composer: ComposerProps;
  /** The row under the message box: first what is added to the question, then what it goes to. */
  readonly barStart: ComposerProps;
  readonly barEnd: ComposerProps;
  readonly question: QuestionProps;
  /** The tool calls between two texts of an answer. */
  readonly answerRounds: AnswerRoundsProps;
  /** Lines about the whole answer after its text, also while it runs. */
  readonly answerTotals: AnswerProps;
  /** Lines between the text of an answer and its notice. */
  readonly answerEnd: AnswerProps;
  /** Buttons after “Retry”. */
  readonly answerTools: AnswerProps;
}

/** What a feature adds to the code blocks of answers. */
export interface CodeBlockFeature {
  readonly button: CodeButtonOf;
  /** What is done for each action of its buttons. */
  readonly didPress: Readonly<
    Record<string, (button: HTMLButtonElement, position: CodeBlockPosition) => void>
  >;
  readonly menuItems: (position: CodeBlockPosition) => readonly MenuItem[];
}

export interface PageFeature {
  readonly places?: { readonly [P in keyof Places]?: readonly ComponentType<Places[P]>[] };
  /** Provides what messages show, so that a change renders only the components that read it. */
  readonly Provider?: ComponentType<ComposerProps & { readonly children: ComponentChildren }>;
  readonly useAnswerDetails?: (answerId: string) => AnswerDetails;
  readonly createAssistant?: (deps: AssistantDeps) => ComposerAssistant;
  readonly codeBlock?: (post: Post) => CodeBlockFeature;
  readonly announcements?: readonly Announcement[];
  /** Whether Escape stops what the feature does. */
  readonly isBusy?: (view: ViewState) => boolean;
  /** What it does outside of components. It is called before the page renders. */
  readonly start?: (page: FeaturePage) => void;
}

/** One for each feature that sends the page something. */
export type PageFeatures = Readonly<Record<FeatureWithEvents, PageFeature>>;

export const FeaturesContext = createContext<readonly PageFeature[]>([]);

/** Provides what messages show of the features. */
export function FeatureProviders({
  view,
  children,
}: ComposerProps & { readonly children: ComponentChildren }) {
  return useContext(FeaturesContext).reduceRight(
    (inner, { Provider }) =>
      Provider === undefined ? inner : <Provider view={view}>{inner}</Provider>,
    <>{children}</>,
  );
}

/** What the features show in a place. */
export function Place<P extends keyof Places>({ of, props }: { of: P; props: Places[P] }) {
  const components: readonly ComponentType<Places[P]>[] = useContext(FeaturesContext).flatMap(
    ({ places }) => places?.[of] ?? [],
  );
  return components.map((Component, index) => <Component key={index} {...props} />);
}
