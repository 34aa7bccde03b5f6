// Turns what happens in a chat into the state and events of the pages that show it.
import { DisposableStore, type Disposable } from '../../base/disposable';
import { omitUndefined } from '../../base/omitUndefined';
import { answerGroups } from '../../conversation/common/answerGroups';
import { findAnswer, isAlsoAsked, type Answer } from '../../conversation/common/conversation';
import type { ConversationEvent } from '../../conversation/common/conversationEvent';
import type { SentQuestion } from '../../conversation/common/draft';
import { findMessage } from '../../conversation/common/messageTree';
import type { ChatDraft } from '../../conversation/node/session/chatDraft';
import type { ChatSession } from '../../conversation/node/session/chatSession';
import type { QuestionQueue } from '../../conversation/node/session/questionQueue';
import type { ChatFeatureState, MessageFeatureState } from '../common/features';
import { eventForPage, forPage, queueForPage } from '../common/pageContents';
import type { PromptProgressView, ViewState } from '../common/protocol';
import type { WindowState } from '../node/windowState';
import { answerTexts, textsOf, type AnswerTexts } from './answerTexts';
import type { ChatNotices } from './chatNotices';
import type { ChatPages } from './chatPages';
import type { ViewChannel } from './viewChannel';

/** What features add to the state of a chat's pages, and to its events. */
export interface PresentedParts {
  /** What they show in a snapshot. */
  readonly view: () => Required<ChatFeatureState>;
  /** What they show under the messages. */
  readonly messages: () => MessageFeatureState;
  /** Call this when the pages have received an event of the conversation. */
  readonly didSend: (event: ConversationEvent) => void;
}

export interface ChatPresenterDeps {
  readonly session: ChatSession;
  readonly pages: ChatPages;
  readonly notices: ChatNotices;
  readonly parts: PresentedParts;
  readonly windowState: WindowState;
  readonly draft: ChatDraft;
  readonly queue: QuestionQueue;
}

export class ChatPresenter implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #deps: ChatPresenterDeps;
  /** The text of the message box as it was last sent to the pages or received from one. */
  #sentText: string;
  #lastSent: SentQuestion | undefined;
  #promptProgress: PromptProgressView | undefined;

  constructor(deps: ChatPresenterDeps) {
    const { session, pages, windowState, draft, queue } = deps;
    this.#deps = deps;
    this.#sentText = draft.text;
    this.#disposables.add(
      draft.onDidSend((sent) => {
        // Each page clears its own message box.
        this.#sentText = draft.text === '' ? '' : this.#sentText;
        this.#lastSent = sent;
        pages.send({ type: 'questionSent', ...sent });
      }),
    );
    this.#disposables.add(session.onDidChange((event) => this.#handle(event)));
    this.#disposables.add(
      session.onDidProcessPrompt(({ answerId, share }) =>
        this.#sendPromptProgress({ answerId, percent: Math.floor(share * 100) }),
      ),
    );
    this.#disposables.add(
      queue.onDidChange((state) => pages.send({ type: 'queue', queue: queueForPage(state) })),
    );
    this.#disposables.add(windowState.onDidChange((event) => pages.send(event)));
  }

  get state(): ViewState {
    const { session, notices, parts, windowState, draft, queue } = this.#deps;
    const { conversation } = session;
    return {
      conversation: forPage(conversation),
      ...textsOf(conversation, (answer) => notices.of(answer)),
      ...windowState.current,
      ...parts.view(),
      draft: draft.text,
      ...omitUndefined({
        edits: draft.edits,
        lastSent: this.#lastSent,
        promptProgress: this.#promptProgress,
      }),
      queue: queueForPage(queue.state),
    };
  }

  /** Sends the text of the message box to the pages that do not have it, except `from`: the last change wins. */
  sendDraft(from?: ViewChannel): void {
    const { draft, pages } = this.#deps;
    const { text } = draft;
    if (text !== this.#sentText) {
      this.#sentText = text;
      pages.send({ type: 'draft', text }, from);
    }
  }

  /** Saves an edit that is not sent yet; undefined when it was canceled. */
  saveEdit(questionId: string, text: string | undefined): void {
    const { session, draft } = this.#deps;
    if (findMessage(session.conversation, questionId)?.kind === 'question') {
      draft.saveEdit(questionId, text);
    }
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** Sends only whole percents: a server may report every few tokens. */
  #sendPromptProgress(progress: PromptProgressView): void {
    const { answerId, percent } = progress;
    if (this.#promptProgress?.answerId !== answerId || this.#promptProgress.percent !== percent) {
      this.#promptProgress = progress;
      this.#deps.pages.send({ type: 'promptProgress', ...progress });
    }
  }

  #handle(event: ConversationEvent): void {
    const { pages, notices, parts } = this.#deps;
    this.#promptProgress = undefined;
    if (event.type === 'versionChosen') {
      this.#sendVersion(event.messageId);
      return;
    }
    if (event.type === 'continued') {
      notices.forget(event.answerId);
    }
    const texts = event.type === 'textAppended' ? {} : this.#answerTexts(event);
    pages.send({ type: 'conversation', event: eventForPage(event), ...texts });
    parts.didSend(event);
    if (event.type === 'retried' && this.#showsVersions(event.answer)) {
      this.#sendVersion(event.answer.id);
    }
  }

  /** Whether earlier versions of an answer are shown from now on, as this is the first one that is asked beside it. */
  #showsVersions({ questionId }: Answer): boolean {
    const group = answerGroups(this.#deps.session.conversation).get(questionId) ?? [];
    return group.length > 2 && group.filter(isAlsoAsked).length === 1;
  }

  /** The messages of another version have not been sent to the pages yet. */
  #sendVersion(messageId: string): void {
    const { parts, pages } = this.#deps;
    const { conversation, notices, adjustments } = this.state;
    const texts = { conversation, notices, adjustments, ...parts.messages() };
    pages.send({ type: 'versionShown', messageId, ...texts });
  }

  /** The texts of the answer that an event changed. */
  #answerTexts(event: ConversationEvent): AnswerTexts {
    const { session, notices } = this.#deps;
    const answer =
      'answerId' in event ? findAnswer(session.conversation, event.answerId) : undefined;
    return answer === undefined ? {} : answerTexts(answer, (one) => notices.of(one));
  }
}
