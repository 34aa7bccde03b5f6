// The sentences that a screen reader announces. How an answer ends is announced, its streamed text is not.
import * as l10n from '@vscode/l10n';
import { assertNever } from '../../base/assertNever';
import { answerGroups } from '../../conversation/common/answerGroups';
import { findAnswer } from '../../conversation/common/conversation';
import { isAnnounced, type AnnouncedEvent } from '../../conversation/common/conversationEvent';
import { versionsOf } from '../../conversation/common/versions';
import { joinSentences } from '../../platform/page/joinPageTexts';
import type { ViewEvent, ViewState } from '../common/protocol';
import { retryCountdownText } from './components/answer/AutoRetryLine';
import { loadingText } from './components/answer/PendingIndicator';
import { readOnlyText } from './components/composer/ReadOnlyNote';
import type { Announcement } from './pageFeatures';

/** One announcement for events that arrive together; it replaces the last one, undefined does not change that. */
export function announcementOf(
  features: readonly Announcement[],
  events: readonly ViewEvent[],
  before: ViewState | undefined,
  current: ViewState | undefined,
): string | undefined {
  const sentences = events
    .map((event) => sentenceOf(features, event, before, current))
    .filter((sentence) => sentence !== undefined);
  const cleared = sentences.findLastIndex((text) => text === '' || text === waitingText());
  const latest = sentences.slice(cleared + 1);
  return latest.length > 0 ? latest.join(' ') : sentences[cleared];
}

function waitingText(): string {
  return l10n.t('Waiting for the answer');
}

function sentenceOf(
  features: readonly Announcement[],
  event: ViewEvent,
  before: ViewState | undefined,
  current: ViewState | undefined,
): string | undefined {
  const featureSentence = (): string | undefined =>
    features
      .map((announcement) => announcement(event, before, current))
      .find((sentence) => sentence !== undefined);
  switch (event.type) {
    case 'conversation':
      return isAnnounced(event.event)
        ? (answerSentence(event.event, event, current) ?? featureSentence())
        : undefined;
    case 'notice': {
      const { model, differences } = event.picked ?? {};
      return model === undefined
        ? undefined
        : joinSentences(
            l10n.t('“{0}” is now the first suggestion.', model),
            ...(differences ?? []),
          );
    }
    case 'backgroundChats':
      return event.backgroundChats?.isFinished === true
        ? event.backgroundChats.sentence
        : undefined;
    case 'versionShown': {
      const version = versionsOf(event.conversation).get(event.messageId);
      if (version !== undefined) {
        return l10n.t('Version {0} of {1}', version.number, version.count);
      }
      const chosen = event.conversation.messages.find(({ id }) => id === event.messageId);
      return chosen?.kind === 'answer'
        ? l10n.t('The next question continues from the answer of {0}.', chosen.model)
        : undefined;
    }
    case 'queue':
      return before === undefined || current?.queue !== event.queue
        ? undefined
        : queueSentence(before, current);
    default:
      return featureSentence();
  }
}

function answerSentence(
  event: AnnouncedEvent,
  { notice, adjustment }: ViewEvent & { type: 'conversation' },
  current: ViewState | undefined,
): string | undefined {
  switch (event.type) {
    case 'asked':
    case 'retried':
    case 'continued':
      return waitingText();
    case 'requestAdjusted':
      // A retry after a countdown has been announced at the start of the countdown.
      return event.adjustment.kind === 'delayed' ? '' : (adjustment?.notices.at(-1) ?? '');
    case 'retryScheduled':
      if (event.retryWait.failure.isLocal === true) {
        return loadingText();
      }
      return joinSentences(
        adjustment?.waitReason ?? '',
        retryCountdownText(event.retryWait.delayMs),
      );
    case 'changesApplied':
    case 'toolReturned':
      // The features have the sentences.
      return undefined;
    case 'madeReadOnly':
      return readOnlyText();
    case 'ended': {
      const sentence = notice?.sentence ?? l10n.t('Answer complete');
      const answer = current && findAnswer(current.conversation, event.answerId);
      const group = answer && answerGroups(current.conversation).get(answer.questionId);
      return (group?.length ?? 1) === 1
        ? sentence
        : l10n.t('{0}: {1}', answer?.model ?? '', sentence);
    }
    default:
      return assertNever(event);
  }
}

function queueSentence(before: ViewState, current: ViewState): string | undefined {
  const sentences = [queueChange(before, current)];
  if (current.queue.isPaused && !before.queue.isPaused) {
    sentences.push(l10n.t('Queue paused. Select “Send next” to continue.'));
  }
  return joinSentences(...sentences.filter((sentence) => sentence !== undefined)) || undefined;
}

function queueChange(
  { queue: { questions: previous } }: ViewState,
  { queue: { questions }, conversation }: ViewState,
): string | undefined {
  const count = questions.length;
  const previousIds = new Set(previous.map(({ id }) => id));
  if (questions.some(({ id }) => !previousIds.has(id))) {
    return l10n.t('Added to the queue at position {0}.', count);
  }
  const removed = previous.filter(({ id }) => questions.every((question) => question.id !== id));
  if (removed.length > 0) {
    const isAsked = removed.some(({ id }) =>
      conversation.messages.some((message) => message.id === id),
    );
    return isAsked
      ? l10n.t('Queued question sent; {0} remaining.', count)
      : l10n.t('Removed from the queue; {0} remaining.', count);
  }
  // The user moves questions by buttons, so the one with the focus is the one that has moved.
  const focused = document.activeElement?.closest('li')?.dataset['queued'];
  const index = questions.findIndex(({ id }) => id === focused);
  return index >= 0 && previous[index]?.id !== focused
    ? l10n.t('Moved to position {0} of {1}.', index + 1, count)
    : undefined;
}
