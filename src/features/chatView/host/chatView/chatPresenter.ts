// Turns what happens in a chat into the state and events of its views. Views are added and removed at any time.
import { type Disposable, DisposableStore } from '../../../../base/disposable';
import { omitUndefined } from '../../../../base/omitUndefined';
import type { ChatDraft } from '../../../../conversation/node/session/chatDraft';
import type { ChatSession } from '../../../../conversation/node/session/chatSession';
import type { ContextBudget } from '../../../contextWindow/node/contextBudget';
import type { ContextLimitCheck } from '../../../contextWindow/node/contextLimitCheck';
import type { QuestionQueue } from '../../../../conversation/node/session/questionQueue';
import type { SentRequestLog } from '../../../../conversation/node/request/sentRequestLog';
import { type Answer, findAnswer } from '../../../../conversation/common/conversation';
import type { ConversationEvent } from '../../../../conversation/common/conversationEvent';
import type {
  Alternative,
  GatewayChangePrompt,
  Notice,
  PromptProgressView,
  Suggestions,
  ViewEvent,
  ViewState,
} from '../../common/protocol';
import type { ImageInput } from '../../../attachments/host/imageInput';
import type { SecretsCheck } from '../../../secrets/node/secretsCheck';
import type { GatewayConsent } from '../../../../conversation/node/send/gatewayConsent';
import type { SentQuestion } from '../../../../conversation/common/draft';
import { findMessage } from '../../../../conversation/common/messageTree';
import { type Attachment, withoutText } from '../../../../conversation/common/attachment';
import { eventForPage, forPage, queueForPage } from '../../common/pageContents';
import type { Gateways } from '../../../setup/host/gateways';
import { gatewayChangePrompt } from '../../../setup/host/gatewayChangePromptText';
import { usageView } from '../../../usage/host/usageTexts';
import { remediesFor } from '../../../../platform/host/text/failureActions';
import { type Advice, answerNotice } from '../../../../platform/host/text/answerNotice';
import { type AnswerTexts, answerTexts, textsOf } from '../../../../platform/host/text/answerTexts';
import { secretsPrompt } from '../../../secrets/host/secretsPromptText';
import { contextLimitPrompt } from '../../../contextWindow/host/contextLimitPromptText';
import type { ViewChannel } from './viewChannel';
import type { WindowState } from '../../node/windowState';

export interface ChatPresenterDeps {
  readonly session: ChatSession;
  readonly budget: ContextBudget;
  readonly contextLimit: ContextLimitCheck;
  readonly consent: GatewayConsent;
  readonly secrets: SecretsCheck;
  readonly imageInput: ImageInput;
  readonly gateways: Gateways;
  readonly sentRequests: SentRequestLog;
  readonly windowState: WindowState;
  readonly draft: ChatDraft;
  readonly queue: QuestionQueue;
}

export class ChatPresenter implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #deps: ChatPresenterDeps;
  readonly #channels = new Set<ViewChannel>();
  /** By answer ID. */
  readonly #advice = new Map<string, Advice>();
  /** The answers whose missing or rejected key was stored since, by ID. */
  readonly #withStoredKey = new Set<string>();
  /** The text of the message box as it was last sent to the views or received from one. */
  #sentText: string;
  #sentAttachments: readonly Attachment[];
  #lastSent: SentQuestion | undefined;
  #promptProgress: PromptProgressView | undefined;
  #suggestions: Suggestions | undefined;

  constructor(deps: ChatPresenterDeps) {
    const {
      session,
      budget,
      contextLimit,
      consent,
      secrets,
      imageInput,
      windowState,
      draft,
      queue,
    } = deps;
    this.#deps = deps;
    this.#sentText = draft.text;
    this.#sentAttachments = draft.attachments;
    this.#disposables.add(
      draft.onDidChange((changed) => {
        budget.setDraft(changed);
        this.#sendAttachments();
      }),
    );
    this.#disposables.add(
      draft.onDidSend((sent) => {
        // Each view clears its own message box.
        this.#sentText = draft.text === '' ? '' : this.#sentText;
        this.#lastSent = sent;
        this.#send({ type: 'questionSent', ...sent });
      }),
    );
    this.#disposables.add(session.onDidChange((event) => this.#handle(event)));
    this.#disposables.add(
      session.onDidProcessPrompt(({ answerId, share }) =>
        this.#sendPromptProgress({ answerId, percent: Math.floor(share * 100) }),
      ),
    );
    this.#disposables.add(
      budget.onDidChange((current) =>
        this.#send({
          type: 'budget',
          budget: current,
          isContextLengthUnknown: budget.isContextLengthUnknown,
        }),
      ),
    );
    this.#disposables.add(
      contextLimit.onDidChange((state) =>
        this.#send({
          type: 'contextLimitPrompt',
          contextLimitPrompt: contextLimitPrompt(state, session.conversation.model),
        }),
      ),
    );
    this.#disposables.add(
      consent.onDidChange(() =>
        this.#send(
          omitUndefined({ type: 'gatewayChangePrompt', prompt: this.#gatewayChangePrompt() }),
        ),
      ),
    );
    this.#disposables.add(
      imageInput.onDidChange((acceptsImages) => this.#send({ type: 'imageInput', acceptsImages })),
    );
    this.#disposables.add(
      secrets.onDidChange((state) =>
        this.#send({ type: 'secretsPrompt', secretsPrompt: secretsPrompt(state) }),
      ),
    );
    this.#disposables.add(
      queue.onDidChange((state) => this.#send({ type: 'queue', queue: queueForPage(state) })),
    );
    this.#disposables.add(windowState.onDidChange((event) => this.#send(event)));
  }

  get state(): ViewState {
    const { session, budget, contextLimit, sentRequests, windowState, draft, queue } = this.#deps;
    const { secrets, imageInput } = this.#deps;
    const { conversation } = session;
    return {
      conversation: forPage(conversation),
      ...textsOf(conversation, (answer) => this.#notice(answer)),
      usage: usageView(conversation, sentRequests),
      ...windowState.current,
      draft: draft.text,
      attachments: draft.attachments.map(withoutText),
      ...omitUndefined({
        edits: draft.edits,
        lastSent: this.#lastSent,
        gatewayChangePrompt: this.#gatewayChangePrompt(),
        promptProgress: this.#promptProgress,
        suggestions: this.#suggestions,
        secretsPrompt: secretsPrompt(secrets.state),
        acceptsImages: imageInput.isAccepted,
      }),
      queue: queueForPage(queue.state),
      budget: budget.budget,
      isContextLengthUnknown: budget.isContextLengthUnknown,
      contextLimitPrompt: contextLimitPrompt(contextLimit.state, conversation.model),
    };
  }

  /** Sends the events from now on to a view, until the result is disposed. */
  addView(channel: ViewChannel): Disposable {
    this.#channels.add(channel);
    return { dispose: () => void this.#channels.delete(channel) };
  }

  /** Sets what is known about the model of a failed answer; its notice shows it. */
  setModelAdvice(answerId: string, advice: Advice, picked?: Alternative): void {
    this.#advice.set(answerId, advice);
    const answer = findAnswer(this.#deps.session.conversation, answerId);
    const notice = answer === undefined ? undefined : this.#notice(answer);
    if (notice !== undefined) {
      this.#send(omitUndefined({ type: 'notice', answerId, notice, picked }));
    }
  }

  /** To be called when a key for `host` was stored. Retry becomes the primary button where it was missing or rejected. */
  offerRetry(host: string): void {
    for (const answer of this.#deps.session.conversation.messages) {
      const failure = answer.kind === 'answer' ? answer.outcome?.failure : undefined;
      if (
        answer.kind === 'answer' &&
        failure?.host === host &&
        remediesFor(failure)[0] === 'setApiKey'
      ) {
        this.#withStoredKey.add(answer.id);
        const notice = this.#notice(answer);
        if (notice !== undefined) {
          this.#send({ type: 'notice', answerId: answer.id, notice });
        }
      }
    }
  }

  /** Puts the model that the user picked first among the offers in a failed answer's notice. */
  showPickedModel(answerId: string, alternative: Alternative): void {
    const { listed = true, alternatives = [] } = this.#advice.get(answerId) ?? {};
    const others = alternatives.filter(({ model }) => model !== alternative.model);
    this.setModelAdvice(answerId, { listed, alternatives: [alternative, ...others] }, alternative);
  }

  isOffered(answerId: string, model: string): boolean {
    const offered = this.#advice.get(answerId)?.alternatives ?? [];
    return offered.some((alternative) => alternative.model === model);
  }

  /** Sends the usage of all answers again, for example when prices have changed. */
  sendUsage(): void {
    const { session, sentRequests } = this.#deps;
    this.#send({ type: 'usage', usage: usageView(session.conversation, sentRequests) });
  }

  /** Sends the text of the message box to the views that do not have it, except `from`: the last change wins. */
  sendDraft(from?: ViewChannel): void {
    const { text } = this.#deps.draft;
    if (text !== this.#sentText) {
      this.#sentText = text;
      this.#send({ type: 'draft', text }, from);
    }
  }

  showSuggestions(suggestions: Suggestions): void {
    this.#suggestions = suggestions;
    this.#send({ type: 'suggestions', suggestions });
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
      this.#send({ type: 'promptProgress', ...progress });
    }
  }

  #handle(event: ConversationEvent): void {
    this.#promptProgress = undefined;
    if (event.type === 'versionChosen') {
      this.#sendVersion(event.messageId);
      return;
    }
    if (event.type === 'continued') {
      this.#advice.delete(event.answerId);
      this.#withStoredKey.delete(event.answerId);
    }
    const texts = event.type === 'textAppended' ? {} : this.#answerTexts(event);
    this.#send({ type: 'conversation', event: eventForPage(event), ...texts });
    if (event.type === 'ended') {
      const { session, sentRequests } = this.#deps;
      const usage = usageView(session.conversation, sentRequests, event.answerId);
      this.#send({ type: 'usage', usage });
    }
    if (event.type === 'summaryFailed') {
      this.sendUsage();
    }
  }

  #sendAttachments(): void {
    const { attachments } = this.#deps.draft;
    if (attachments !== this.#sentAttachments) {
      this.#sentAttachments = attachments;
      this.#send({ type: 'attachments', attachments: attachments.map(withoutText) });
    }
  }

  /** The messages of another version have not been sent to the views yet. */
  #sendVersion(messageId: string): void {
    const { conversation, notices, adjustments, usage } = this.state;
    this.#send({ type: 'versionShown', messageId, conversation, notices, adjustments, usage });
  }

  #notice(answer: Answer): Notice | undefined {
    return answerNotice(answer, this.#advice.get(answer.id), this.#withStoredKey.has(answer.id));
  }

  #gatewayChangePrompt(): GatewayChangePrompt | undefined {
    const { consent, gateways } = this.#deps;
    return consent.prompt && gatewayChangePrompt(consent.prompt, gateways);
  }

  #send(event: ViewEvent, from?: ViewChannel): void {
    for (const channel of this.#channels) {
      if (channel !== from) {
        channel.sendEvent(event);
      }
    }
  }

  /** The texts of the answer that an event changed. */
  #answerTexts(event: ConversationEvent): AnswerTexts {
    const answer =
      'answerId' in event ? findAnswer(this.#deps.session.conversation, event.answerId) : undefined;
    return answer === undefined ? {} : answerTexts(answer, (one) => this.#notice(one));
  }
}
