// What an answer took, as far as it is known: a figure that nobody reported is absent, and never made up.
import type { Answer, Conversation, Outcome, Usage } from '../../shared/conversation/conversation';
import type { ApiFormat } from '../../shared/conversation/apiFormat';
import { type Cost, costOf, type PriceOf } from './prices';
import { countRefusedRequests } from './refusedRequests';
import { mayBeCharged } from '../retry/retryPolicy';
import { compareModels, type ServedModel } from '../models/servedModel';

/** Content that came within less than this, in ms, came all at once: its speed is the network's. */
const shortestMs = 100;

export interface AnswerUsage {
  readonly asked: string;
  readonly served?: string;
  /** Absent where the answer does not name its model. */
  readonly comparison?: ServedModel;
  /** Absent in answers of older versions, and where nothing was asked. */
  readonly form?: ApiFormat;
  readonly usage: Usage;
  /** From sending, or from the question in answers of older versions, to the first content, in ms. */
  readonly firstContentMs?: number;
  /** While content came, the last time it did; absent where it came all at once. */
  readonly tokensPerSecond?: number;
  readonly cost?: Cost;
  /** No request left, or all were refused: it cost nothing. */
  readonly free?: true;
}

/** Of all requests, those of replaced answers too: they were paid. */
export interface ConversationTotals {
  /** Requests that have left and ended. */
  readonly requests: number;
  /** Those among them that were refused: they cost nothing, and nothing is missing of them. */
  readonly refused: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Requests that are missing from the tokens, since their answers came without usage. */
  readonly withoutUsage: number;
  /** One sum for each currency. */
  readonly costs: readonly Cost[];
  /** Requests that are missing from the costs. */
  readonly withoutCost: number;
}

/** The figures of an answer that has ended, all its paid requests together; undefined while it runs. */
export function answerUsage(answer: Answer, priceOf: PriceOf): AnswerUsage | undefined {
  const { outcome, model, startedAt } = answer;
  if (outcome === undefined) {
    return undefined;
  }
  const runs = paidRuns(answer);
  const [first = outcome] = runs;
  const last = runs.at(-1) ?? outcome;
  const served = servedModelOf(model, runs);
  const { firstContentAt, sentAt = startedAt } = first;
  const tokensPerSecond = speedOf(last, answer.reasoning !== '');
  const cost = sumOfCosts(runs.map((run) => runCost(run, run.model ?? model, priceOf)));
  return {
    asked: model,
    usage: sumOfUsage(runs),
    ...(served === undefined ? {} : { served, comparison: compareModels(model, served) }),
    ...(last.apiFormat === undefined ? {} : { form: last.apiFormat }),
    ...(firstContentAt === undefined ? {} : { firstContentMs: firstContentAt - sentAt }),
    ...(tokensPerSecond === undefined ? {} : { tokensPerSecond }),
    ...(cost === undefined ? {} : { cost }),
    ...(runs.length === 0 ? { free: true } : {}),
  };
}

export function conversationTotals(
  conversation: Conversation,
  priceOf: PriceOf,
): ConversationTotals {
  let [inputTokens, outputTokens, withoutUsage, withoutCost] = [0, 0, 0, 0];
  const costs = new Map<string, number>();
  const paid = paidRequests(conversation);
  const refused = countRefusedRequests(conversation, new Set(paid.map(({ run }) => run)));
  for (const { run, model } of paid) {
    const { usage = {} } = run;
    inputTokens += usage.inputTokens ?? 0;
    outputTokens += usage.outputTokens ?? 0;
    if (usage.inputTokens === undefined || usage.outputTokens === undefined) {
      withoutUsage += 1;
    }
    const cost = runCost(run, model, priceOf);
    if (cost === undefined) {
      withoutCost += 1;
    } else {
      costs.set(cost.currency, (costs.get(cost.currency) ?? 0) + cost.amount);
    }
  }
  return {
    requests: paid.length + refused,
    refused,
    inputTokens,
    outputTokens,
    withoutUsage,
    costs: [...costs].map(([currency, amount]) => ({ currency, amount })),
    withoutCost,
  };
}

interface PaidRequest {
  readonly run: Outcome;
  readonly model: string;
}

/** Those for answers, shown or aside, and those for summaries, had or not. */
function paidRequests(conversation: Conversation): readonly PaidRequest[] {
  const { offPath, messages, omitted = [], failedSummaries = [] } = conversation;
  const answers = [...offPath, ...messages].filter((message) => message.kind === 'answer');
  return [
    ...answers.flatMap((answer) =>
      paidRuns(answer).map((run) => ({ run, model: run.model ?? answer.model })),
    ),
    ...omitted.flatMap(({ summary }) =>
      summary === undefined ? [] : [{ run: summary.outcome, model: summary.model }],
    ),
    ...failedSummaries.flatMap(({ outcome, model }) =>
      mayHaveCost(outcome) ? [{ run: outcome, model }] : [],
    ),
  ];
}

/** The last that answered, or the first that was not the one asked. */
function servedModelOf(asked: string, runs: readonly Outcome[]): string | undefined {
  // What answered for another model before says nothing of this one.
  const own = runs.filter(({ model = asked }) => model === asked);
  const served = own.flatMap(({ servedModel }) => servedModel ?? []);
  return served.find((model) => compareModels(asked, model) === 'other') ?? served.at(-1);
}

const usageNames = ['inputTokens', 'outputTokens', 'reasoningTokens', 'cachedTokens'] as const;

/** A number that one of the requests did not report is not known of all of them. */
function sumOfUsage(runs: readonly Outcome[]): Usage {
  const sums: { -readonly [K in keyof Usage]: Usage[K] } = {};
  for (const name of usageNames) {
    const counts = runs.flatMap(({ usage }) => usage?.[name] ?? []);
    if (counts.length > 0 && counts.length === runs.length) {
      sums[name] = counts.reduce((sum, count) => sum + count, 0);
    }
  }
  return sums;
}

function runCost(run: Outcome, model: string, priceOf: PriceOf): Cost | undefined {
  const price = priceOf(model) ?? run.listedPrice;
  return price === undefined ? undefined : costOf(run.usage ?? {}, price);
}

function sumOfCosts(costs: readonly (Cost | undefined)[]): Cost | undefined {
  const known = costs.filter((cost) => cost !== undefined);
  const [first] = known;
  return first !== undefined &&
    known.length === costs.length &&
    known.every(({ currency }) => currency === first.currency)
    ? { ...first, amount: known.reduce((sum, { amount }) => sum + amount, 0) }
    : undefined;
}

/** Output tokens over the time from the first to the last content. */
function speedOf(run: Outcome, showsReasoning: boolean): number | undefined {
  const { firstContentAt, lastContentAt, usage } = run;
  if (firstContentAt === undefined || lastContentAt === undefined) {
    return undefined;
  }
  const ms = lastContentAt - firstContentAt;
  const tokens = shownTokens(usage, showsReasoning);
  return tokens === undefined || ms < shortestMs ? undefined : (tokens * 1000) / ms;
}

/** Reasoning that is not shown was written before the first content came. */
function shownTokens(usage: Usage | undefined, showsReasoning: boolean): number | undefined {
  const { outputTokens, reasoningTokens = 0 } = usage ?? {};
  const hidden = showsReasoning ? 0 : reasoningTokens;
  return outputTokens === undefined || hidden >= outputTokens
    ? outputTokens
    : outputTokens - hidden;
}

/** The requests for an answer that may have cost something; text that came was sent by the first at least. */
function paidRuns({ earlierOutcomes = [], outcome, text, reasoning }: Answer): readonly Outcome[] {
  const runs = outcome === undefined ? earlierOutcomes : [...earlierOutcomes, outcome];
  return runs.filter((run, at) => (at === 0 && text + reasoning !== '') || mayHaveCost(run));
}

function mayHaveCost({ failure, firstContentAt, sentAt, usage }: Outcome): boolean {
  if (firstContentAt !== undefined || usage !== undefined) {
    return true;
  }
  // Without a failure it came to an end of its own, or was stopped: before it left, maybe.
  return failure === undefined ? sentAt !== undefined : mayBeCharged(failure);
}
