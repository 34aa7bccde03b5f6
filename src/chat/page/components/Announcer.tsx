// Announces to screen readers what happens in the chat.
import { useContext, useEffect, useState } from 'preact/hooks';
import { announcementOf } from '../announcements';
import { FeaturesContext } from '../pageFeatures';
import type { ViewStore } from '../viewStore';

export function Announcer({ store }: { readonly store: ViewStore }) {
  const [sentence, setSentence] = useState('');
  const features = useContext(FeaturesContext);
  useEffect(() => {
    const ofFeatures = features.flatMap(({ announcements }) => announcements ?? []);
    let before = store.state.value;
    const subscription = store.onDidShow((events) => {
      const current = store.state.value;
      const isOtherChat = before?.conversation.id !== current?.conversation.id;
      const announcement =
        announcementOf(ofFeatures, events, before, current) ?? (isOtherChat ? '' : undefined);
      before = current;
      if (announcement !== undefined) {
        setSentence(announcement);
      }
    });
    return () => subscription.dispose();
  }, [store, features]);
  return (
    <div class="visually-hidden" role="status">
      {sentence}
    </div>
  );
}
