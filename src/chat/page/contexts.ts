// Contexts of the page: a change renders only the components that read it, not every message.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Answer } from '../../conversation/common/conversation';
import type { Version } from '../../conversation/common/versions';
import { focusConversation } from '../../platform/page/focus';
import type { Preferences, PromptProgressView } from '../common/protocol';
import type { ViewCommand } from '../common/viewCommands';
import type { Post } from './hostConnection';
import { UiState } from './uiState';

/** The same for the life of the page. */
export interface PageServices {
  readonly post: Post;
  readonly ui: UiState;
  /** What the last paint has added to the end of an answer's text or reasoning. */
  readonly lastAppended: (answerId: string, part: 'text' | 'reasoning') => string;
  /** Call it before the height of the conversation changes: what is in view stays. */
  readonly holdPosition: () => void;
  /** Scrolls to a message, or to a part of it, and focuses that. */
  readonly goTo: (
    messageId: string,
    findPart?: (article: HTMLElement) => HTMLElement | undefined,
  ) => void;
}

export interface ShownChat {
  readonly id: string;
  /** An answer is running. */
  readonly isBusy: boolean;
  readonly isReadOnly: boolean;
  /** An answer can be requested: none is running, and the chat is not read-only. */
  readonly canAsk: boolean;
}

export const PageContext = createContext<PageServices>({
  post: () => {},
  ui: new UiState(),
  lastAppended: () => '',
  holdPosition: () => {},
  goTo: () => {},
});

/** IDs of the messages that are shown as plain text. */
export const PlainMessagesContext = createContext<readonly string[]>([]);

export const ChatContext = createContext<ShownChat>({
  id: '',
  isBusy: false,
  isReadOnly: false,
  canAsk: true,
});

/** The page has these until the first snapshot. */
export const usualPreferences: Preferences = { sendWith: 'enter', announce: 'sentences' };

/** Inside an answer that stands beside the chosen one, this is the chosen one: the next question continues from it. */
export const ChosenAnswerContext = createContext<Answer | undefined>(undefined);

/** What the user has set for all chats. */
export const PreferencesContext = createContext(usualPreferences);

export const PromptProgressContext = createContext<PromptProgressView | undefined>(undefined);

/** The keys are the IDs of the messages that have several versions. */
export const VersionsContext = createContext<ReadonlyMap<string, Version>>(new Map());

/**
 * Posts a command that starts an answer, if one can be requested. The pressed button then disappears, so the
 * focus moves to the conversation.
 */
export function useStartAnswer(): (command: ViewCommand) => void {
  const { post } = useContext(PageContext);
  const { canAsk } = useContext(ChatContext);
  return (command) => {
    if (canAsk) {
      focusConversation();
      post(command);
    }
  };
}
