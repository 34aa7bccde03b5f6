// A question with tools: the model calls them, gets what they found, and goes on, until it answers or a bound is reached.
import type { Clock } from '../../../base/clock';
import type { ChatModel, CompletionRequest, StreamPart } from '../../../gateway/common/chatModel';
import { costOf } from '../../../gateway/common/prices';
import { messageTokens } from '../../../gateway/common/tokenEstimate';
import type {
  OfferedTools,
  ReceivedReasoning,
  ToolDefinition,
} from '../../../gateway/common/tools';
import type { Price, Usage } from '../../../gateway/common/usage';
import type { ToolBound, ToolOutcome, ToolRun } from '../../common/conversation';
import { roundMessages } from '../../common/toolRound';

/** The tools that a chat offers. */
export interface ChatTools {
  readonly definitions: readonly ToolDefinition[];
  /** Never rejects. `signal` ends it. */
  run(call: ToolRun, signal: AbortSignal): Promise<ToolOutcome>;
}

/** What the tools of one question may use before they pause. */
export interface ToolBounds {
  readonly calls: number;
  /** Tokens sent in all requests together, those sent again included. */
  readonly tokens: number;
  /** The amount has the currency of the model's price. */
  readonly cost?: number | undefined;
  /** The time that all calls take together. */
  readonly ms: number;
}

/** What the tools of one question have used, of all its answers that run at the same time. */
export interface ToolUse {
  calls: number;
  tokens: number;
  /** Of models with prices in several currencies, the sum of the amounts. */
  cost: number;
  ms: number;
}

export const usualBounds: ToolBounds = { calls: 20, tokens: 100_000, ms: 60_000 };

/** A model that asks for the same thing so often does not know what to do with it. */
const maxEqualCalls = 3;
/** So many rounds in a row that read nothing new lead nowhere. */
const maxIdleRounds = 2;

export type LoopPart =
  | StreamPart
  /** The model called tools; its request has ended. */
  | {
      readonly type: 'toolsCalled';
      readonly runs: readonly ToolRun[];
      readonly reasoning?: ReceivedReasoning;
    }
  | { readonly type: 'toolReturned'; readonly callId: string; readonly result: ToolOutcome }
  /** The last request goes out without tools. */
  | { readonly type: 'toolsWithdrawn' }
  /** Always the last part. */
  | { readonly type: 'toolsPaused'; readonly bound: ToolBound };

export interface ToolLoopDeps {
  readonly chatModel: ChatModel;
  readonly clock: Clock;
  /** Resolves once everything so far is on disk. */
  readonly sync: () => Promise<void>;
  readonly tools: ChatTools;
  readonly bounds: ToolBounds;
  readonly used: ToolUse;
  readonly price: Price | undefined;
}

/** A round that is not complete: some of its calls have no result yet. */
export interface OpenRound {
  /** The answer's text before the calls. */
  readonly text: string;
  readonly runs: readonly ToolRun[];
  readonly reasoning?: ReceivedReasoning;
}

/**
 * Streams an answer with tools. Never throws, as `ChatModel.complete()`.
 *
 * @param open a round that was cut off: its calls run first, and no request is sent again for them
 */
export async function* toolLoop(
  deps: ToolLoopDeps,
  request: CompletionRequest,
  signal: AbortSignal,
  open?: OpenRound,
): AsyncGenerator<LoopPart> {
  const meter = new Meter(deps);
  const tools: OfferedTools = { definitions: deps.tools.definitions, mode: 'auto' };
  let current: CompletionRequest = { ...request, tools };
  let round = open;
  for (;;) {
    round ??= yield* askForCalls(deps, current, meter, signal);
    if (round === undefined || signal.aborted) {
      return;
    }
    const runs: ToolRun[] = [];
    for (const run of round.runs) {
      if (run.result !== undefined) {
        runs.push(run);
        continue;
      }
      const { bound } = meter;
      const result = bound === undefined ? await meter.run(run, signal) : undefined;
      if (signal.aborted) {
        return;
      }
      if (result === undefined) {
        yield { type: 'toolsPaused', bound: bound ?? 'time' };
        return;
      }
      runs.push({ ...run, result });
      yield { type: 'toolReturned', callId: run.id, result };
    }
    meter.endRound(runs);
    const { bound } = meter;
    if (bound !== undefined) {
      yield { type: 'toolsPaused', bound };
      return;
    }
    // What was read is on disk before it leaves.
    await deps.sync();
    const { continuedText: _joined, tools: _offered, ...same } = current;
    const rest = { ...same, purpose: 'toolRound' } as const;
    const messages = [...current.messages, ...roundMessages({ ...round, runs }, round.text)];
    if (meter.isStuck) {
      yield { type: 'toolsWithdrawn' };
    }
    current = { ...rest, messages, ...(meter.isStuck ? {} : { tools }) };
    round = undefined;
  }
}

/** Streams one request. Returns its calls; undefined if there are none to run. */
async function* askForCalls(
  { chatModel }: ToolLoopDeps,
  request: CompletionRequest,
  meter: Meter,
  signal: AbortSignal,
): AsyncGenerator<LoopPart, OpenRound | undefined> {
  let called: (StreamPart & { readonly type: 'toolCalls' }) | undefined;
  let text = '';
  let hasFailed = false;
  let usage: Usage | undefined;
  for await (const part of chatModel.complete(request, signal)) {
    if (part.type === 'toolCalls' && request.tools !== undefined) {
      called = part;
      continue;
    }
    if (part.type === 'text') {
      text += part.text;
    } else if (part.type === 'answerRestarted') {
      text = '';
    } else if (part.type === 'usage') {
      ({ usage } = part);
    }
    if (part.type === 'failure' && part.failure.kind === 'overBudget') {
      yield { type: 'toolsPaused', bound: 'budget' };
      return undefined;
    }
    hasFailed ||= part.type === 'failure';
    yield part;
  }
  meter.countRequest(request, usage);
  if (called === undefined || hasFailed || signal.aborted) {
    return undefined;
  }
  const { calls: runs, reasoning } = called;
  const round = { runs, ...(reasoning === undefined ? {} : { reasoning }) };
  yield { type: 'toolsCalled', ...round };
  return { text, ...round };
}

/** Measures what the tools of an answer use, and whether they lead somewhere. */
class Meter {
  #idleRounds = 0;
  /** How often each call was made. */
  readonly #counts = new Map<string, number>();

  constructor(private readonly deps: ToolLoopDeps) {}

  /** The bound that is reached. */
  get bound(): ToolBound | undefined {
    const { used, bounds } = this.deps;
    return used.calls >= bounds.calls
      ? 'calls'
      : used.tokens >= bounds.tokens
        ? 'tokens'
        : used.cost >= (bounds.cost ?? Infinity)
          ? 'cost'
          : used.ms >= bounds.ms
            ? 'time'
            : undefined;
  }

  get isStuck(): boolean {
    const isRepeated = [...this.#counts.values()].some((count) => count >= maxEqualCalls);
    return isRepeated || this.#idleRounds >= maxIdleRounds;
  }

  countRequest({ messages }: CompletionRequest, usage: Usage = {}): void {
    const { used, price } = this.deps;
    used.tokens += usage.inputTokens ?? messageTokens(messages);
    used.cost += costOf(usage, price)?.amount ?? 0;
  }

  /** Returns undefined once the time is up: a language server that loads a project may not answer for minutes. */
  async run(run: ToolRun, signal: AbortSignal): Promise<ToolOutcome | undefined> {
    const { tools, clock, bounds, used } = this.deps;
    const startedAt = clock.now();
    const late = new AbortController();
    const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
    const timer = clock.after(bounds.ms - used.ms, () => {
      resolve(undefined);
      late.abort();
    });
    const running = tools.run(run, AbortSignal.any([signal, late.signal]));
    const result = await Promise.race([running, timeout]);
    timer.dispose();
    used.ms += clock.now() - startedAt;
    used.calls += 1;
    const key = `${run.name} ${run.arguments}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    return result;
  }

  endRound(runs: readonly ToolRun[]): void {
    const isIdle = runs.every(({ result }) => result?.hasNothingNew === true);
    this.#idleRounds = isIdle ? this.#idleRounds + 1 : 0;
  }
}
