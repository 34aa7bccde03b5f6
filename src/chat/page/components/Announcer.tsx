// Announces to screen readers what happens in the chat.
import { useEffect, useState } from 'preact/hooks';
import { announcementOf } from '../announcements';
import type { ViewStore } from '../viewStore';

export function Announcer({ store }: { readonly store: ViewStore }) {
  const [sentence, setSentence] = useState('');
  useEffect(() => {
    let before = store.state.value;
    const subscription = store.onDidShow((events) => {
      const current = store.state.value;
      const isOtherChat = before?.conversation.id !== current?.conversation.id;
      const announcement =
        announcementOf(events, before, current) ?? (isOtherChat ? '' : undefined);
      before = current;
      if (announcement !== undefined) {
        setSentence(announcement);
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
