// The usage of answers as the view shows it. A value that was not reported is shown as such, never as 0.
import { l10n } from 'vscode';
import { omitUndefined } from '../../base/omitUndefined';
import {
  type AnswerUsage,
  type ConversationTotals,
  answerUsage,
  containsImages,
  conversationTotals,
} from '../../chat/cost/answerUsage';
import type { SentRequestLog } from '../../chat/request/sentRequestLog';
import type { Answer, Conversation, Price } from '../../shared/conversation/conversation';
import type { UsageRow, UsageTexts, UsageView } from '../../shared/protocol/protocol';
import { costText, countText, secondsText, speedText } from '../text/numberText';
import { modelsSetting } from '../settings';
import { quirkTexts } from '../text/quirkText';

/** Models may report any name; longer ones are truncated. In characters. */
const maxNameLength = 256;

/** Usage of all ended answers, or of one, and the total of the conversation. */
export function usageView(
  conversation: Conversation,
  sentRequests: SentRequestLog,
  answerId?: string,
): UsageView {
  const settings = modelsSetting();
  const priceOf = (model: string): Price | undefined => settings.of(model).price;
  const answers: Record<string, UsageTexts> = {};
  const hasImages = containsImages(conversation);
  for (const message of conversation.messages) {
    if (message.kind === 'answer' && (answerId === undefined || message.id === answerId)) {
      const usage = answerUsage(message, priceOf, hasImages);
      if (usage !== undefined) {
        const isKnown = sentRequests.get(message.id).length > 0;
        answers[message.id] = usageTexts(usage, message, isKnown);
      }
    }
  }
  // The total is part of an answer's details, so a chat without answers shows none.
  const hasAnswers = conversation.messages.some(({ kind }) => kind === 'answer');
  return { answers, total: hasAnswers ? totalRows(conversationTotals(conversation, priceOf)) : [] };
}

function usageTexts(answered: AnswerUsage, answer: Answer, isKnown: boolean): UsageTexts {
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
      ? l10n.t(
          'You asked for “{0}”, but the gateway reports that “{1}” answered.',
          shownName(requestedModel),
          shownName(servedModel),
        )
      : undefined;
  const free = answered.isFree === true ? l10n.t('none') : undefined;
  const cost = answered.cost === undefined ? free : costText(answered.cost);
  const speed = tokensPerSecond === undefined ? undefined : speedText(tokensPerSecond);
  const first = firstContentMs === undefined ? undefined : secondsText(firstContentMs);
  const summary = [
    warning ?? shownName(servedModel ?? requestedModel),
    tokensText(answered),
    first === undefined ? undefined : l10n.t('first token after {0}', first),
    speed,
    free === undefined ? (cost ?? l10n.t('cost unknown')) : l10n.t('no cost'),
  ];
  return omitUndefined({
    summary: summary.filter((part) => part !== undefined).join(' · '),
    warning,
    rows: [
      row(l10n.t('Requested model'), shownName(requestedModel)),
      row(l10n.t('Model in the response'), servedText(answered)),
      row(l10n.t('API format'), apiFormat ?? unknown()),
      ...quirks.map((quirk) => row(l10n.t('Adjustment'), quirkTexts[quirk].label())),
      row(l10n.t('Tokens in'), reported(usage.inputTokens)),
      row(l10n.t('Cached'), reported(usage.cachedTokens)),
      ...(usage.cacheWriteTokens === undefined
        ? []
        : [row(l10n.t('Written to cache'), countText(usage.cacheWriteTokens))]),
      row(l10n.t('Tokens out'), reported(usage.outputTokens)),
      row(l10n.t('Reasoning'), reported(usage.reasoningTokens)),
      row(
        l10n.t('Time to first token'),
        first ?? (answer.state === 'failed' ? l10n.t('none received') : unknown()),
      ),
      row(l10n.t('Speed'), speed ?? unknown()),
      row(l10n.t('Cost'), cost ?? unknown()),
    ],
    request: requestText(answer, isKnown),
  });
}

function requestText({ outcome }: Answer, isKnown: boolean): UsageTexts['request'] {
  if (isKnown) {
    return {
      isAvailable: true,
      text:
        outcome?.failure?.nothingSent === true
          ? l10n.t('Show Request (Not Sent)')
          : l10n.t('Show Request'),
    };
  }
  return outcome?.sentAt === undefined
    ? undefined
    : {
        isAvailable: false,
        text: l10n.t('The request is no longer available. Portico keeps requests in memory only.'),
      };
}

function servedText({ servedModel, comparison }: AnswerUsage): string {
  if (servedModel === undefined) {
    return notReported();
  }
  return comparison === 'alias'
    ? l10n.t('{0} (probably an alias of the same model)', shownName(servedModel))
    : shownName(servedModel);
}

function tokensText({ usage }: AnswerUsage): string {
  const { inputTokens, outputTokens } = usage;
  return inputTokens === undefined && outputTokens === undefined
    ? l10n.t('tokens not reported')
    : l10n.t('{0} tokens in, {1} out', reported(inputTokens), reported(outputTokens));
}

function totalRows(totals: ConversationTotals): readonly UsageRow[] {
  const { requests, rejected, withoutUsage, withoutCost } = totals;
  const tokens = (count: number): string =>
    withoutUsage === requests - rejected && count === 0 ? notReported() : countText(count);
  const costs = totals.costs.map(costText).join(' + ');
  return [
    row(l10n.t('Requests (including earlier versions)'), countText(requests)),
    ...(rejected === 0 ? [] : [row(l10n.t('Rejected (not charged)'), countText(rejected))]),
    row(l10n.t('Tokens in'), tokens(totals.inputTokens)),
    row(l10n.t('Tokens out'), tokens(totals.outputTokens)),
    ...(withoutUsage === 0
      ? []
      : [row(l10n.t('Requests without token counts'), countText(withoutUsage))]),
    row(l10n.t('Cost'), costs !== '' ? costs : requests === rejected ? l10n.t('none') : unknown()),
    ...(withoutCost === 0 || costs === ''
      ? []
      : [row(l10n.t('Requests without a price'), countText(withoutCost))]),
  ];
}

function row(label: string, value: string): UsageRow {
  return { label, value };
}

function reported(tokens: number | undefined): string {
  return tokens === undefined ? notReported() : countText(tokens);
}

function notReported(): string {
  return l10n.t('not reported');
}

function unknown(): string {
  return l10n.t('unknown');
}

/** Without control characters, which could hide text or change its direction. */
function shownName(model: string): string {
  const visible = model.replace(/[\p{Cc}\p{Cf}]/gu, '');
  return visible.length > maxNameLength ? `${visible.slice(0, maxNameLength)}…` : visible;
}
