// What a screen reader is told when the queue of questions changes.
import type { QueueState } from '../shared/protocol/protocol';
import * as l10n from '@vscode/l10n';

interface Before {
  readonly queue: QueueState;
  /** Whether the question stands in the conversation now. */
  readonly isAsked: (id: string) => boolean;
  /** The question whose button has the focus. */
  readonly focused: string | undefined;
}

/** Undefined where there is nothing to tell. */
export function queueAnnouncement(queue: QueueState, before: Before): string | undefined {
  const news = [changeNews(queue, before), waitNews(queue, before)].filter((one) => one !== '');
  return news.length === 0 ? undefined : news.join(' ');
}

function changeNews({ questions }: QueueState, { queue, isAsked, focused }: Before): string {
  const count = questions.length;
  const known = new Set(queue.questions.map(({ id }) => id));
  if (questions.some(({ id }) => !known.has(id))) {
    return l10n.t('Queued, as number {0}.', count);
  }
  const gone = queue.questions.filter(({ id }) => questions.every((left) => left.id !== id));
  if (gone.length > 0) {
    const asked = gone.some(({ id }) => isAsked(id));
    return asked
      ? l10n.t('A question from the queue is asked; {0} left.', count)
      : l10n.t('Taken out of the queue; {0} left.', count);
  }
  const place = questions.findIndex(({ id }) => id === focused);
  return place >= 0 && queue.questions[place]?.id !== focused
    ? l10n.t('Moved to place {0} of {1}.', place + 1, count)
    : '';
}

function waitNews({ waits }: QueueState, { queue }: Before): string {
  return waits && !queue.waits
    ? l10n.t('The queue waits; “Send next” asks its first question.')
    : '';
}
