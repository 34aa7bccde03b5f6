// Tells a screen reader how an answer ended and what is to be clicked next; the stream itself is not read out.
import { useEffect, useState } from 'preact/hooks';
import type { ViewEvent, ViewState } from '../../shared/protocol/protocol';
import { versionsOf } from '../../shared/conversation/versions';
import * as l10n from '@vscode/l10n';
import { queueAnnouncement } from '../queueAnnouncement';
import type { ViewStore } from '../viewStore';
import { secondsOf } from './answer/AutoRetryLine';

export function Announcer({ store }: { readonly store: ViewStore }) {
  const [sentence, setSentence] = useState('');
  useEffect(() => {
    let shown = store.state.value;
    const subscription = store.onDidShow((events) => {
      const now = store.state.value;
      const news = events.map((event) => announcement(event, shown, now));
      shown = now;
      const next = joined(news);
      if (next !== undefined) {
        setSentence(next);
      }
    });
    return () => subscription.dispose();
  }, [store]);
  return (
    <div class="visually-hidden" role="status">
      {sentence}
    </div>
  );
}

/** What is told at once is told as one; `''` takes back what came before it. */
function joined(news: readonly (string | undefined)[]): string | undefined {
  const told = news.filter((sentence) => sentence !== undefined);
  const since = told.slice(told.lastIndexOf('') + 1);
  return told.length === 0 ? undefined : since.join(' ');
}

function announcement(
  event: ViewEvent,
  before: ViewState | undefined,
  now: ViewState | undefined,
): string | undefined {
  if (event.type === 'notice' && event.picked !== undefined) {
    const { model, differences } = event.picked;
    return [l10n.t('“{0}” now comes first among the offers.', model), ...differences].join(' ');
  }
  if (event.type === 'backgroundChats' && event.backgroundChats?.ended === true) {
    return event.backgroundChats.sentence;
  }
  if (event.type === 'versionShown') {
    const version = versionsOf(event.conversation).get(event.messageId);
    return version && l10n.t('Version {0} of {1}', version.number, version.count);
  }
  if (event.type === 'queue' && before !== undefined && now?.queue === event.queue) {
    return queueAnnouncement(event.queue, {
      queue: before.queue,
      isAsked: (id) => now.conversation.messages.some((message) => message.id === id),
      focused: document.activeElement?.closest('li')?.dataset['queued'],
    });
  }
  if (event.type === 'contextLimitPrompt' && event.contextLimitPrompt?.isQueued === true) {
    return l10n.t('The request may not fit.');
  }
  if (event.type !== 'conversation') {
    return undefined;
  }
  switch (event.event.type) {
    case 'asked':
    case 'retried':
    case 'continued':
      return '';
    case 'autoRetried':
      // A pause was read out when it began.
      return event.event.autoRetry.kind === 'delayed' ? '' : event.autoRetry?.notices.at(-1);
    case 'retryScheduled': {
      const seconds = secondsOf(event.event.retryWait.delayMs);
      return `${event.autoRetry?.waiting ?? ''} ${l10n.t('Asking again in {0} s', seconds)}`;
    }
    case 'ended':
      return event.notice?.sentence ?? l10n.t('Answer complete');
    default:
      return undefined;
  }
}
