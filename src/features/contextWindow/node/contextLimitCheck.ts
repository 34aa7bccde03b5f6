// Holds a question that may not fit the model's context window until the user has decided what to
// omit: nothing is dropped without being asked.
import { assertNever } from '../../../base/assertNever';
import type { Disposable } from '../../../base/disposable';
import {
  isNearLimit,
  type TokenBudget,
  type TrimAction,
} from '../../../conversation/common/contextLimit';
import type { Conversation, Question, Summary } from '../../../conversation/common/conversation';
import type { AuxiliaryRequestDeps } from '../../../conversation/node/request/auxiliaryRequest';
import { messageCountUpTo, sentHistory } from '../../../conversation/node/request/requestMessages';
import { HeldQuestion } from '../../../conversation/node/send/heldQuestion';
import {
  sentConversation,
  type CheckDecision,
  type PendingSend,
  type RequestEnd,
  type SendCheck,
} from '../../../conversation/node/send/sendCheck';
import type { AnswerRun } from '../../../conversation/node/session/answerRun';
import type { ChatSession } from '../../../conversation/node/session/chatSession';
import type { ContextBudget } from './contextBudget';
import { summarize, summaryInstruction, type SummaryProblem } from './summary';

/** Omitting turns frees the context window down to this share, answer included, so that more questions fit. */
const targetRatio = 0.7;

export interface ContextLimitCheckDeps extends AuxiliaryRequestDeps {
  readonly session: ChatSession;
  readonly budget: ContextBudget;
}

/** The oldest turns that are still sent. */
interface OldestTurns {
  /** Their questions, oldest first; at least one. */
  readonly questions: readonly Question[];
  /** Size of the request without them. */
  readonly remainingTokens: number;
}

/** What the user decides. */
export interface ContextLimitState {
  readonly budget: TokenBudget;
  /** The turns to omit; undefined if the question is too long by itself. */
  readonly turns: OldestTurns | undefined;
  /** Whether a request that summarizes these turns would fit. */
  readonly canSummarize: boolean;
  readonly isSummarizing: boolean;
  /** The question comes from the queue: the user may be doing something else. */
  readonly isQueued: boolean;
  /** Why the last summary failed. */
  readonly problem?: SummaryProblem;
}

export class ContextLimitCheck implements Disposable {
  readonly held = new HeldQuestion<ContextLimitState>();
  #summaryRun: AnswerRun | undefined;

  constructor(private readonly deps: ContextLimitCheckDeps) {}

  readonly check: SendCheck = (send, _connection, signal) => {
    const { source, question, requestEnd = question } = send;
    if (question === undefined || requestEnd === undefined) {
      return this.#fits(send);
    }
    const conversation = sentConversation(send, this.deps.session.conversation);
    const { content, before } = requestEnd;
    const budget = this.deps.budget.budgetFor(content, before, conversation);
    if (budget === undefined || !isNearLimit(budget)) {
      return true;
    }
    const turns = oldestTurns(conversation, question, budget, (without) =>
      this.deps.budget.tokensOf(without, before, content),
    );
    signal.addEventListener('abort', () => this.#close(false));
    const state: ContextLimitState = {
      budget,
      turns,
      canSummarize: this.#canSummarize(turns, budget),
      isSummarizing: false,
      isQueued: typeof source === 'object',
    };
    return this.held.hold(state, signal);
  };

  /**
   * A further model is not asked what exceeds its context window: some servers drop the beginning without a word. It can
   * still be asked again.
   */
  async #fits({ model, requestEnd, fail }: PendingSend): Promise<CheckDecision> {
    const { session, budget } = this.deps;
    if (model === undefined || requestEnd === undefined || fail === undefined) {
      return true;
    }
    const limit = await budget.contextLengthOf(model);
    const needed = budget.tokensOf(session.conversation, requestEnd.before, requestEnd.content);
    return limit === undefined || needed <= limit
      ? true
      : { failure: { kind: 'contextTooLong', tokens: { needed, limit } } };
  }

  /** Does what the user chose for the question that is held. */
  choose(action: TrimAction): void {
    const { state } = this.held;
    switch (action) {
      case 'omit':
        if (state?.turns !== undefined && !state.isSummarizing) {
          this.#omit(state.turns, undefined);
        }
        return;
      case 'summarize':
        if (state?.turns !== undefined && !state.isSummarizing) {
          this.#summarize(state, state.turns);
        }
        return;
      case 'stopSummary':
        this.#summaryRun?.stop();
        return;
      case 'send':
      case 'cancel':
        this.#close(action === 'send');
        return;
      default:
        assertNever(action);
    }
  }

  dispose(): void {
    this.#summaryRun?.abandon();
    this.held.dispose();
  }

  /** Whether a request that summarizes the turns leaves enough tokens for the summary. */
  #canSummarize(
    turns: OldestTurns | undefined,
    { contextLength, answerTokens }: TokenBudget,
  ): boolean {
    const { session, budget } = this.deps;
    const last = turns?.questions.at(-1);
    if (last === undefined) {
      return false;
    }
    const before = messageCountUpTo(session.conversation.messages, last.id);
    const instruction = { text: summaryInstruction };
    const tokens = budget.tokensOf(session.conversation, before, instruction);
    return tokens + answerTokens <= contextLength;
  }

  #omit({ questions }: OldestTurns, summary: Summary | undefined): void {
    const last = questions.at(-1);
    if (last !== undefined) {
      this.deps.session.omitTurns(last.id, summary);
    }
    this.#close(last !== undefined);
  }

  #summarize(state: ContextLimitState, turns: OldestTurns): void {
    const { session } = this.deps;
    const upTo = turns.questions.at(-1)?.id ?? '';
    const { problem: _last, ...held } = state;
    const run = summarize(this.deps, session.conversation, upTo, (end) => {
      if ('failedSummary' in end) {
        session.add({ type: 'summaryFailed', failedSummary: end.failedSummary });
      }
      if (this.#summaryRun !== run) {
        return;
      }
      this.#summaryRun = undefined;
      if ('summary' in end) {
        this.#omit(turns, end.summary);
      } else {
        const { problem } = end;
        this.held.show({ ...held, ...(problem.state === 'stopped' ? {} : { problem }) });
      }
    });
    this.#summaryRun = run;
    this.held.show({ ...held, isSummarizing: true });
  }

  /** Ends the prompt; a summary that is under way is of no use any more. */
  #close(isAllowed: boolean): void {
    const run = this.#summaryRun;
    this.#summaryRun = undefined;
    run?.stop();
    this.held.release(isAllowed);
  }
}

/**
 * The fewest turns before a question that have to be omitted to reach the target, or all if that is not
 * enough. Undefined if there are none.
 */
function oldestTurns(
  conversation: Conversation,
  { content, before }: RequestEnd,
  { contextLength, answerTokens }: TokenBudget,
  tokensOf: (conversation: Conversation) => number,
): OldestTurns | undefined {
  const { messages } = sentHistory(conversation, before, content.text);
  const questions = messages.filter((message) => message.kind === 'question');
  let turns: OldestTurns | undefined;
  for (const [index, { id }] of questions.entries()) {
    const omitted = [...(conversation.omitted ?? []), { lastQuestionId: id, omittedAt: Infinity }];
    const remainingTokens = tokensOf({ ...conversation, omitted });
    turns = { questions: questions.slice(0, index + 1), remainingTokens };
    if (remainingTokens + answerTokens <= contextLength * targetRatio) {
      break;
    }
  }
  return turns;
}
