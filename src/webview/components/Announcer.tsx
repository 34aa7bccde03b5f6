// Tells a screen reader how an answer ended and what is to be clicked next; the stream itself is not read out.
import { useEffect, useState } from 'preact/hooks';
import type { ViewEvent } from '../../shared/protocol';
import { versionsOf } from '../../shared/versions';
import { t } from '../l10n';
import type { ViewStore } from '../viewStore';
import { secondsOf } from './RepeatLine';

export function Announcer({ store }: { readonly store: ViewStore }) {
  const [sentence, setSentence] = useState('');
  useEffect(() => {
    const subscription = store.onDidShow((events) => {
      for (const event of events) {
        const next = announcement(event);
        if (next !== undefined) {
          setSentence(next);
        }
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

function announcement(event: ViewEvent): string | undefined {
  if (event.type === 'notice' && event.picked !== undefined) {
    const { model, differences } = event.picked;
    return [t('“{0}” now comes first among the offers.', model), ...differences].join(' ');
  }
  if (event.type === 'others' && event.others?.ended === true) {
    return event.others.sentence;
  }
  if (event.type === 'versionShown') {
    const version = versionsOf(event.conversation).get(event.messageId);
    return version && t('Version {0} of {1}', version.number, version.count);
  }
  if (event.type !== 'conversation') {
    return undefined;
  }
  switch (event.event.type) {
    case 'asked':
    case 'retried':
    case 'continued':
      return '';
    case 'askedAgain':
      // A pause was read out when it began.
      return event.event.again.kind === 'waited' ? '' : event.repetition?.told.at(-1);
    case 'waits': {
      const seconds = secondsOf(event.event.wait.ms);
      return `${event.repetition?.waiting ?? ''} ${t('Asking again in {0} s', seconds)}`;
    }
    case 'ended':
      return event.notice?.sentence ?? t('Answer complete');
    default:
      return undefined;
  }
}
