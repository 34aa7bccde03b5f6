// A question near the limit waits until the user has said what is to be left out: nothing is dropped unasked.
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { type Budget, isNearLimit, type TrimAction } from '../../shared/conversation/contextBudget';
import { assertNever } from '../../base/assertNever';
import { findAnswer, canContinue, type Summary } from '../../shared/conversation/conversation';
import type { ConversationEvent } from '../../shared/conversation/conversationEvent';
import type { QueuedQuestion } from '../../shared/conversation/draft';
import type { AnswerRun } from '../session/answerRun';
import type { ChatSession } from '../session/chatSession';
import type { ContextBudget } from './contextBudget';
import { continueInstruction } from '../session/continuation';
import { oldestTurns, type OldestTurns } from './oldestTurns';
import type { Content } from './requestTokens';
import { messagesUpTo, summaryInstruction } from '../request/summaryRequest';
import { summarize, type SummaryProblem, type SummaryRunParts } from '../request/summaryRun';

export interface MakingRoomParts extends SummaryRunParts {
  readonly session: ChatSession;
  readonly budget: ContextBudget;
}

/** What the user is to decide. */
export interface ContextLimitState {
  readonly budget: Budget;
  /** What would be left out; undefined where the question is too long by itself. */
  readonly turns: OldestTurns | undefined;
  /** Whether a request that sums the turns up would fit. */
  readonly canSummarize: boolean;
  readonly isSummarizing: boolean;
  /** The question comes from the queue, and not from what the reader does now. */
  readonly queued: boolean;
  /** How the summary went wrong, if it did. */
  readonly problem?: SummaryProblem;
}

/** A question that waits. */
interface Pending {
  readonly question: Content;
  /** It stands in the message box. */
  readonly isDraft: boolean;
  /** It stands in the queue. */
  readonly queued?: QueuedQuestion;
  /** How many messages stand before it. */
  readonly before: number;
  /** What the request ends with, behind how many messages, where that is not the question. */
  readonly end?: { readonly question: Content; readonly before: number };
  readonly send: () => boolean;
}

/** What leaves nothing to be decided, or something else. */
const closing: ReadonlySet<ConversationEvent['type']> = new Set([
  'asked',
  'retried',
  'continued',
  'versionChosen',
  'modelChosen',
]);

export class ContextLimitGate implements Disposable {
  readonly #own = new DisposableStore();
  readonly #changed = this.#own.add(new Emitter<ContextLimitState | undefined>());
  readonly #parts: MakingRoomParts;
  #pending: Pending | undefined;
  #choice: ContextLimitState | undefined;
  #run: AnswerRun | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(parts: MakingRoomParts) {
    this.#parts = parts;
    this.#own.add(
      parts.session.onDidChange(({ type }) => {
        if (closing.has(type)) {
          this.#close();
        }
      }),
    );
  }

  /** Undefined while no question waits. */
  get choice(): ContextLimitState | undefined {
    return this.#choice;
  }

  /** Asks a question, at once where there is room. False when it was not sent. */
  ask(text: string): boolean {
    const { session } = this.#parts;
    const before = session.conversation.messages.length;
    return this.#send({ question: { text }, isDraft: true, before, send: () => session.ask(text) });
  }

  /** Asks a question in other words, at once where there is room. False when it was not sent. */
  edit(questionId: string, text: string): boolean {
    const { session } = this.#parts;
    const { messages } = session.conversation;
    const before = messages.findIndex(({ id }) => id === questionId);
    const question = { ...messages[before], text };
    const send = (): boolean => session.edit(questionId, text);
    return this.#send({ question, isDraft: false, before, send });
  }

  /** Asks a question from the queue, at once where there is room. False when it was not sent. */
  askQueued(queued: QueuedQuestion): boolean {
    const { session } = this.#parts;
    const { id, text } = queued;
    const before = session.conversation.messages.length;
    const send = (): boolean => session.ask(text, id);
    return this.#send({ question: { text }, isDraft: false, queued, before, send });
  }

  /** Asks the question of an answer again, at once where there is room. False when it was not sent. */
  retry(answerId: string): boolean {
    const { session } = this.#parts;
    const { messages } = session.conversation;
    const answer = findAnswer(session.conversation, answerId);
    const before = messages.findIndex(({ id }) => id === answer?.questionId);
    const question = messages[before] ?? { text: '' };
    return this.#send({ question, isDraft: false, before, send: () => session.retry(answerId) });
  }

  /** Has an answer go on, at once where there is room for its text too. False when it was not sent. */
  continueAnswer(answerId: string): boolean {
    const { session } = this.#parts;
    const { messages } = session.conversation;
    const answer = findAnswer(session.conversation, answerId);
    const send = (): boolean => session.continueAnswer(answerId);
    if (answer === undefined || !canContinue(answer)) {
      return send();
    }
    const before = messages.findIndex(({ id }) => id === answer.questionId);
    const question = messages[before] ?? { text: '' };
    const asked = { text: continueInstruction };
    const end = { question: asked, before: messages.indexOf(answer) + 1 };
    return this.#send({ question, isDraft: false, before, end, send });
  }

  /** A question that was changed is weighed anew once it is sent. */
  draftChanged(text: string): void {
    if (this.#pending?.isDraft === true && this.#pending.question.text.trim() !== text.trim()) {
      this.#close();
    }
  }

  /** A question that is no longer the first in the queue is not sent. */
  queueChanged(first: QueuedQuestion | undefined): void {
    if (this.#pending?.queued !== undefined && this.#pending.queued !== first) {
      this.#close();
    }
  }

  /** Does what the user chose for the question that waits. */
  choose(way: TrimAction): void {
    const pending = this.#pending;
    const choice = this.#choice;
    const leaves = way === 'stop' || way === 'cancel';
    if (
      pending === undefined ||
      choice === undefined ||
      (this.#parts.session.isRunning && !leaves)
    ) {
      return;
    }
    switch (way) {
      case 'drop':
      case 'summarize':
        if (choice.turns === undefined || choice.isSummarizing) {
          return;
        }
        if (way === 'summarize') {
          this.#summarise(pending, choice, choice.turns);
        } else {
          this.#leaveOut(pending, choice.turns, undefined);
        }
        return;
      case 'send':
        this.#close();
        pending.send();
        return;
      case 'stop':
        this.#run?.stop();
        return;
      case 'cancel':
        this.#close();
        return;
      default:
        assertNever(way);
    }
  }

  dispose(): void {
    this.#run?.abandon();
    this.#own.dispose();
  }

  #send(pending: Pending): boolean {
    const { session, budget: contextBudget } = this.#parts;
    if (session.isRunning || this.#run !== undefined) {
      return false;
    }
    const { question, before, end = { question, before } } = pending;
    const budget = contextBudget.budgetFor(end.question, end.before);
    if (budget === undefined || question.text.trim() === '' || !isNearLimit(budget)) {
      this.#close();
      return pending.send();
    }
    const { conversation } = session;
    const turns = oldestTurns(conversation, before, question.text, budget, (without) =>
      contextBudget.tokensOf(without, end.before, end.question),
    );
    this.#pending = pending;
    const summarisable = this.#fits(turns, budget);
    const queued = pending.queued !== undefined;
    this.#show({ budget, turns, canSummarize: summarisable, isSummarizing: false, queued });
    return false;
  }

  /** Whether a request that sums the turns up leaves room for the summary. */
  #fits(turns: OldestTurns | undefined, { limit, reserve }: Budget): boolean {
    const { session, budget } = this.#parts;
    const last = turns?.questions.at(-1);
    if (last === undefined) {
      return false;
    }
    const end = messagesUpTo(session.conversation, last.id);
    const question = { text: summaryInstruction };
    return budget.tokensOf(session.conversation, end, question) + reserve <= limit;
  }

  #leaveOut(pending: Pending, { questions }: OldestTurns, summary: Summary | undefined): void {
    const last = questions.at(-1);
    this.#close();
    if (last !== undefined) {
      this.#parts.session.omitTurns(last.id, summary);
      pending.send();
    }
  }

  #summarise(pending: Pending, choice: ContextLimitState, turns: OldestTurns): void {
    const { session } = this.#parts;
    const { conversation } = session;
    const upTo = turns.questions.at(-1)?.id ?? '';
    const { problem: _before, ...open } = choice;
    const run = summarize(this.#parts, conversation, upTo, (end) => {
      if ('lost' in end) {
        session.recordFailedSummary(end.lost);
      }
      if (this.#run !== run) {
        return;
      }
      this.#run = undefined;
      if ('summary' in end) {
        this.#leaveOut(pending, turns, end.summary);
      } else {
        const { problem } = end;
        this.#show({ ...open, ...(problem.state === 'stopped' ? {} : { problem }) });
      }
    });
    this.#run = run;
    this.#show({ ...open, isSummarizing: true });
  }

  /** A summary that is being made is of no use any more. */
  #close(): void {
    const run = this.#run;
    this.#run = undefined;
    this.#pending = undefined;
    run?.stop();
    this.#show(undefined);
  }

  #show(choice: ContextLimitState | undefined): void {
    if (choice !== this.#choice) {
      this.#choice = choice;
      this.#changed.fire(choice);
    }
  }
}
