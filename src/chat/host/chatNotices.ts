// The notices under a chat's answers: what is known of their models, and whether a missing key was stored since.
import { omitUndefined } from '../../base/omitUndefined';
import { shownAnswers } from '../../conversation/common/answerGroups';
import { findAnswer, type Answer } from '../../conversation/common/conversation';
import type { ChatSession } from '../../conversation/node/session/chatSession';
import type { Alternative, Notice } from '../../platform/common/notice';
import { answerNotice, type Advice } from '../../platform/host/text/answerNotice';
import { remediesFor } from '../../platform/host/text/failureActions';
import type { ViewEvent } from '../common/protocol';

export class ChatNotices {
  /** The keys are answer IDs. */
  readonly #advice = new Map<string, Advice>();
  /** The answers whose missing or rejected key was stored since, by ID. */
  readonly #withStoredKey = new Set<string>();

  /** @param send Sends an event to the pages that show the chat. */
  constructor(
    private readonly session: Pick<ChatSession, 'conversation'>,
    private readonly send: (event: ViewEvent) => void,
  ) {}

  of(answer: Answer): Notice | undefined {
    return answerNotice(answer, this.#advice.get(answer.id), this.#withStoredKey.has(answer.id));
  }

  /** Sets what is known about the model of a failed answer; its notice shows it. */
  advise(answerId: string, advice: Advice, picked?: Alternative): void {
    this.#advice.set(answerId, advice);
    const answer = findAnswer(this.session.conversation, answerId);
    const notice = answer === undefined ? undefined : this.of(answer);
    if (notice !== undefined) {
      this.send(omitUndefined({ type: 'notice', answerId, notice, picked }));
    }
  }

  /** Call this when a key for `host` was stored, or what it demands. Retry becomes the primary button where that was missing. */
  offerRetry(host: string): void {
    for (const answer of shownAnswers(this.session.conversation)) {
      const { failure } = answer.outcome ?? {};
      if (
        failure?.host === host &&
        (failure.demand !== undefined || remediesFor(failure)[0] === 'setApiKey')
      ) {
        this.#withStoredKey.add(answer.id);
        const notice = this.of(answer);
        if (notice !== undefined) {
          this.send({ type: 'notice', answerId: answer.id, notice });
        }
      }
    }
  }

  /** Shows a model that the user picked first among the offers in a failed answer's notice. */
  showPicked(answerId: string, alternative: Alternative): void {
    const { listed = true, alternatives = [] } = this.#advice.get(answerId) ?? {};
    const others = alternatives.filter(({ model }) => model !== alternative.model);
    this.advise(answerId, { listed, alternatives: [alternative, ...others] }, alternative);
  }

  isOffered(answerId: string, model: string): boolean {
    const offered = this.#advice.get(answerId)?.alternatives ?? [];
    return offered.some((alternative) => alternative.model === model);
  }

  /** Call this when an answer is continued: what was known concerns its last end. */
  forget(answerId: string): void {
    this.#advice.delete(answerId);
    this.#withStoredKey.delete(answerId);
  }
}
