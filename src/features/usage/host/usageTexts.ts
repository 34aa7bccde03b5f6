// The usage of answers as the view shows it. A value that was not reported is shown as such, never as 0.
import { l10n } from 'vscode';
import { omitUndefined } from '../../../base/omitUndefined';
import { shownAnswers } from '../../../conversation/common/answerGroups';
import type { Answer, Conversation } from '../../../conversation/common/conversation';
import type { SentRequestLog } from '../../../conversation/node/request/sentRequestLog';
import type { Cost, CostTotals } from '../../../gateway/common/prices';
import type { Price } from '../../../gateway/common/usage';
import { joinItems } from '../../../platform/host/text/joinTexts';
import {
  costText,
  countText,
  secondsText,
  speedText,
} from '../../../platform/host/text/numberText';
import { quirkTexts } from '../../../platform/host/text/quirkText';
import { cachedPriceText, priceText } from '../../models/host/modelText';
import { ownPrices } from '../../models/host/requestSettings';
import type { UsageRow, UsageTexts, UsageView } from '../common/usageView';
import {
  answerCost,
  answerUsage,
  containsImages,
  conversationTotals,
  type AnswerUsage,
  type ConversationTotals,
} from '../node/answerUsage';

/** Models may report any name; longer ones are truncated. */
const maxNameChars = 256;

/**
 * Usage of all ended answers, or of one, and the total of the conversation. A warning is shown once per chat.
 * @param toolTokens the length of the tools' descriptions
 */
export function usageView(
  conversation: Conversation,
  sentRequests: SentRequestLog,
  toolTokens: number,
  answerId?: string,
): UsageView {
  const priceOf = ownPrices();
  const answers: Record<string, UsageTexts> = {};
  const costs: Record<string, string> = {};
  const hasImages = containsImages(conversation);
  const warnings = new Set<string>();
  for (const message of shownAnswers(conversation)) {
    if (message.rounds !== undefined) {
      const cost = answerCost(message, priceOf, hasImages);
      costs[message.id] = cost === undefined ? '' : shortCost(cost);
    }
    const usage = answerUsage(message, priceOf, hasImages);
    if (usage === undefined) {
      continue;
    }
    const isKnown = sentRequests.get(message.id).length > 0;
    const { warning, ...texts } = usageTexts(usage, message, isKnown, toolTokens);
    // A gateway that maps a model to another one does so for each answer.
    const isNew = warning !== undefined && !warnings.has(warning);
    warnings.add(warning ?? '');
    if (answerId === undefined || message.id === answerId) {
      answers[message.id] = isNew ? { ...texts, warning } : texts;
    }
  }
  // The total is part of an answer's details, so a chat without answers shows none.
  const hasAnswers = conversation.messages.some(({ kind }) => kind === 'answer');
  const total = hasAnswers ? totalRows(conversationTotals(conversation, priceOf)) : [];
  return { answers, costs, total };
}

function usageTexts(
  answered: AnswerUsage,
  answer: Answer,
  isKnown: boolean,
  toolTokens: number,
): UsageTexts {
  const {
    requestedModel,
    servedModel,
    comparison,
    apiFormat,
    usage,
    firstContentMs,
    tokensPerSecond,
    quirks = [],
  } = answered;
  const warning =
    comparison === 'other' && servedModel !== undefined
      ? l10n.t('Answered by “{0}”, not “{1}”.', shownName(servedModel), shownName(requestedModel))
      : undefined;
  const free = answered.isFree === true ? l10n.t('none') : undefined;
  const speed = tokensPerSecond === undefined ? undefined : speedText(tokensPerSecond);
  const first = firstContentMs === undefined ? undefined : secondsText(firstContentMs);
  const isRenamed = servedModel !== undefined && servedModel !== requestedModel;
  // The cost first: a narrow view cuts the end, and the answer's head names the model.
  const summary = [
    free === undefined ? answered.cost && shortCost(answered.cost) : l10n.t('no cost'),
    tokensText(answered),
    first === undefined ? undefined : l10n.t('first token after {0}', first),
    speed,
    isRenamed ? shownName(servedModel) : undefined,
  ];
  const figures: readonly Figure[] = [
    [l10n.t('Cost'), answered.cost === undefined ? free : shownCost(answered.cost)],
    ...priceFigure(answered),
    [l10n.t('Requested model'), shownName(requestedModel)],
    [l10n.t('Model in the response'), servedText(answered)],
    [l10n.t('API format'), apiFormat],
    ...quirks.map((quirk): Figure => [l10n.t('Adjustment'), quirkTexts[quirk].label()]),
    [l10n.t('Tokens in'), count(usage.inputTokens)],
    [l10n.t('Cached'), count(usage.cachedTokens), true],
    ...(usage.cacheWriteTokens === undefined
      ? []
      : [[l10n.t('Written to cache'), countText(usage.cacheWriteTokens), true] as const]),
    ...(answer.rounds === undefined
      ? []
      : [
          [
            l10n.t('Descriptions of the tools, in each request'),
            l10n.t('about {0}', countText(toolTokens)),
            true,
          ] as const,
        ]),
    [l10n.t('Tokens out'), count(usage.outputTokens)],
    [l10n.t('Reasoning'), count(usage.reasoningTokens), true],
    [l10n.t('Time to first token'), first],
    [l10n.t('Speed'), speed],
  ];
  return omitUndefined({
    summary: summary.filter((part) => part !== undefined).join(' · '),
    warning,
    rows: figures.flatMap(rowOf),
    notReported: answered.isFree === true ? undefined : notReportedText(figures),
    request: requestText(answer, isKnown),
  });
}

function requestText({ outcome }: Answer, isKnown: boolean): UsageTexts['request'] {
  if (isKnown) {
    return {
      isAvailable: true,
      text:
        outcome?.failure?.nothingSent === true
          ? l10n.t('Show request (not sent)')
          : l10n.t('Show request'),
    };
  }
  return outcome?.sentAt === undefined
    ? undefined
    : {
        isAvailable: false,
        text: l10n.t('The request is no longer available. Portico keeps requests in memory only.'),
      };
}

/** The cost in a line of figures. */
function shortCost(cost: Cost): string {
  const text = costText(cost);
  return cost.isEstimate === true ? l10n.t('est. {0}', text) : text;
}

function shownCost(cost: Cost): string {
  const text = costText(cost);
  return cost.isEstimate === true ? l10n.t('{0} (estimated)', text) : text;
}

/** The price behind the cost, and where it is from. */
function priceFigure({ cost, price }: AnswerUsage): readonly Figure[] {
  if (cost === undefined) {
    return [];
  }
  if (price === undefined) {
    return [[l10n.t('Source of the cost'), l10n.t('reported by the gateway')]];
  }
  const texts = [priceText(price), cachedPriceText(price), priceSourceText(price)];
  return [[l10n.t('Price'), texts.filter((text) => text !== '').join(' · ')]];
}

function priceSourceText({ source, group }: Price): string {
  if (source === 'settings') {
    return 'portico.models';
  }
  if (source !== 'priceList') {
    return l10n.t("the gateway's model list");
  }
  return group === undefined
    ? l10n.t("the gateway's price list")
    : l10n.t("the gateway's price list, group {0}", shownName(group));
}

/** What all requests of today cost. */
export function dayRow(totals: CostTotals): readonly UsageRow[] {
  return rowOf([l10n.t('Today, all requests'), totalsText(totals) || undefined]);
}

/** `''` for no requests. */
export function totalsText({ costs, withoutCost }: CostTotals): string {
  const unknown =
    withoutCost === 1
      ? l10n.t('1 request of unknown cost')
      : l10n.t('{0} requests of unknown cost', countText(withoutCost));
  return [...costs.map(shownCost), ...(withoutCost === 0 ? [] : [unknown])].join(' + ');
}

function servedText({ servedModel, comparison }: AnswerUsage): string | undefined {
  const name = servedModel === undefined ? undefined : shownName(servedModel);
  return name !== undefined && comparison === 'alias'
    ? l10n.t('{0} (probably an alias of the same model)', name)
    : name;
}

function tokensText({ usage }: AnswerUsage): string | undefined {
  const input = count(usage.inputTokens);
  const output = count(usage.outputTokens);
  if (input !== undefined && output !== undefined) {
    return l10n.t('{0} tokens in, {1} out', input, output);
  }
  return input === undefined
    ? output && l10n.t('{0} tokens out', output)
    : l10n.t('{0} tokens in', input);
}

function totalRows(totals: ConversationTotals): readonly UsageRow[] {
  const { requests, rejected, withoutUsage, withoutCost } = totals;
  const tokens = (sum: number): string | undefined =>
    withoutUsage === requests - rejected && sum === 0 ? undefined : countText(sum);
  const unlessZero = (number: number): string | undefined =>
    number === 0 ? undefined : countText(number);
  const costs = totals.costs.map(shownCost).join(' + ');
  const free = requests === rejected ? l10n.t('none') : undefined;
  const figures: readonly Figure[] = [
    [l10n.t('Cost'), costs === '' ? free : costs],
    [l10n.t('Requests without a price'), unlessZero(withoutCost)],
    [l10n.t('Requests (including earlier versions)'), countText(requests)],
    [l10n.t('Rejected (not charged)'), unlessZero(rejected)],
    [l10n.t('Tokens in'), tokens(totals.inputTokens)],
    [l10n.t('Tokens out'), tokens(totals.outputTokens)],
    [l10n.t('Requests without token counts'), unlessZero(withoutUsage)],
  ];
  return figures.flatMap(rowOf);
}

/** A label and its value, if that is known. */
type Figure = readonly [label: string, value: string | undefined, isPart?: true];

function rowOf([label, value, isPart]: Figure): readonly UsageRow[] {
  return value === undefined ? [] : [omitUndefined({ label, value, isPart })];
}

function notReportedText(figures: readonly Figure[]): string | undefined {
  const labels = figures.flatMap(([label, value]) => (value === undefined ? [label] : []));
  return labels.length === 0 ? undefined : l10n.t('Not reported: {0}.', joinItems(labels));
}

function count(tokens: number | undefined): string | undefined {
  return tokens === undefined ? undefined : countText(tokens);
}

/** Removes control characters, which could hide text or change its direction. */
export function shownName(model: string): string {
  const visible = model.replace(/[\p{Cc}\p{Cf}]/gu, '');
  return visible.length > maxNameChars ? `${visible.slice(0, maxNameChars)}…` : visible;
}
