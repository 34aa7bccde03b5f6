// Until the first token: that something is under way, and for how long.
import { useEffect, useState } from 'preact/hooks';
import { t } from '../l10n';
import { Icon } from './Icon';

/** Seconds are shown from here on; a quick answer needs none. */
const secondsFrom = 3;

export function WaitingLine({ startedAt }: { readonly startedAt: number }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const tick = (): void => setSeconds(Math.floor((Date.now() - startedAt) / 1_000));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [startedAt]);
  return (
    <p class="waiting">
      <Icon name="loading" spin />
      {t('Waiting for the first token…')}
      {seconds >= secondsFrom && <span class="waiting-seconds">{t('{0} s', seconds)}</span>}
    </p>
  );
}
