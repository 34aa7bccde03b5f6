// An answer's figures in words: what was not reported or is not known says so, and is never a 0.
import { l10n } from 'vscode';
import {
  type AnswerUsage,
  type ConversationTotals,
  answerUsage,
  conversationTotals,
} from '../../chat/cost/answerUsage';
import { priceLookup } from '../../chat/cost/prices';
import type { SentRequestLog } from '../../chat/request/sentRequestLog';
import type { Answer, Conversation } from '../../shared/conversation/conversation';
import type { UsageRow, UsageTexts, UsageView } from '../../shared/protocol/protocol';
import { costText, countText, secondsText, speedText } from '../text/numberText';
import { priceSetting } from '../settings';

/** A model may call itself anything; no name needs more. In characters. */
const longestName = 256;

/** The figures of the answers that have ended, or of one alone, and the conversation's total. */
export function usageView(
  conversation: Conversation,
  sentRequests: SentRequestLog,
  answerId?: string,
): UsageView {
  const priceOf = priceLookup(priceSetting());
  const answers: Record<string, UsageTexts> = {};
  for (const message of conversation.messages) {
    if (message.kind === 'answer' && (answerId === undefined || message.id === answerId)) {
      const figures = answerUsage(message, priceOf);
      if (figures !== undefined) {
        const isKnown = sentRequests.get(message.id).length > 0;
        answers[message.id] = figureTexts(figures, message, isKnown);
      }
    }
  }
  // The total stands in the details of an answer: a chat without any shows none.
  const hasAnswers = conversation.messages.some(({ kind }) => kind === 'answer');
  return { answers, total: hasAnswers ? totalRows(conversationTotals(conversation, priceOf)) : [] };
}

function figureTexts(figures: AnswerUsage, answer: Answer, isKnown: boolean): UsageTexts {
  const sent = sentText(answer, isKnown);
  const {
    requestedModel: asked,
    servedModel: served,
    comparison,
    apiFormat: form,
    usage,
    firstContentMs,
    tokensPerSecond,
  } = figures;
  const warning =
    comparison === 'other' && served !== undefined
      ? l10n.t(
          '“{0}” was asked, and the gateway says that “{1}” answered.',
          shownName(asked),
          shownName(served),
        )
      : undefined;
  const free = figures.isFree === true ? l10n.t('none') : undefined;
  const cost = figures.cost === undefined ? free : costText(figures.cost);
  const speed = tokensPerSecond === undefined ? undefined : speedText(tokensPerSecond);
  const first = firstContentMs === undefined ? undefined : secondsText(firstContentMs);
  const summary = [
    warning ?? shownName(served ?? asked),
    tokensText(figures),
    first === undefined ? undefined : l10n.t('began after {0}', first),
    speed,
    free === undefined ? (cost ?? l10n.t('cost unknown')) : l10n.t('no cost'),
  ];
  return {
    summary: summary.filter((part) => part !== undefined).join(' · '),
    ...(warning === undefined ? {} : { warning }),
    rows: [
      row(l10n.t('Model asked'), shownName(asked)),
      row(l10n.t('Model that answered'), servedText(figures)),
      row(l10n.t('Form of the interface'), form ?? unknown()),
      row(l10n.t('Tokens in'), reported(usage.inputTokens)),
      row(l10n.t('of these from a cache'), reported(usage.cachedTokens)),
      row(l10n.t('Tokens out'), reported(usage.outputTokens)),
      row(l10n.t('of these reasoning'), reported(usage.reasoningTokens)),
      row(l10n.t('First token after'), first ?? (answer.state === 'failed' ? none() : unknown())),
      row(l10n.t('Speed'), speed ?? unknown()),
      row(l10n.t('Cost'), cost ?? unknown()),
    ],
    ...(sent === undefined ? {} : { request: sent }),
  };
}

function sentText({ outcome }: Answer, isKnown: boolean): UsageTexts['request'] {
  if (isKnown) {
    return {
      isAvailable: true,
      text:
        outcome?.failure?.nothingSent === true
          ? l10n.t('Show What Was to Be Sent')
          : l10n.t('Show What Was Sent'),
    };
  }
  return outcome?.sentAt === undefined
    ? undefined
    : {
        isAvailable: false,
        text: l10n.t('What was sent is no longer known: it was kept in memory only.'),
      };
}

function servedText({ servedModel: served, comparison }: AnswerUsage): string {
  if (served === undefined) {
    return notReported();
  }
  return comparison === 'alias'
    ? l10n.t('{0} (another name, most likely of the same model)', shownName(served))
    : shownName(served);
}

function tokensText({ usage }: AnswerUsage): string {
  const { inputTokens, outputTokens } = usage;
  if (inputTokens === undefined && outputTokens === undefined) {
    return l10n.t('tokens not reported');
  }
  return l10n.t('{0} tokens in, {1} out', reported(inputTokens), reported(outputTokens));
}

function totalRows(totals: ConversationTotals): readonly UsageRow[] {
  const { requests, refused, withoutUsage, withoutCost } = totals;
  const tokens = (count: number): string =>
    withoutUsage === requests - refused && count === 0 ? notReported() : countText(count);
  const costs = totals.costs.map(costText).join(' + ');
  return [
    row(l10n.t('Requests, those of replaced answers too'), countText(requests)),
    ...(refused === 0 ? [] : [row(l10n.t('of these refused, at no cost'), countText(refused))]),
    row(l10n.t('Tokens in'), tokens(totals.inputTokens)),
    row(l10n.t('Tokens out'), tokens(totals.outputTokens)),
    ...(withoutUsage === 0
      ? []
      : [row(l10n.t('Requests missing from these tokens'), countText(withoutUsage))]),
    row(l10n.t('Cost'), costs !== '' ? costs : requests === refused ? l10n.t('none') : unknown()),
    ...(withoutCost === 0 || costs === ''
      ? []
      : [row(l10n.t('Requests missing from this cost'), countText(withoutCost))]),
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

function none(): string {
  return l10n.t('none came');
}

/** Without what would turn the text around it or hide in it. */
function shownName(model: string): string {
  const plain = model.replace(/[\p{Cc}\p{Cf}]/gu, '');
  return plain.length > longestName ? `${plain.slice(0, longestName)}…` : plain;
}
