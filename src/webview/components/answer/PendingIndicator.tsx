// Until the first token: that something is under way, and for how long.
import { useEffect, useState } from 'preact/hooks';
import * as l10n from '@vscode/l10n';
import { Icon } from '../Icon';

/** Seconds are shown from here on; a quick answer needs none. */
const secondsFrom = 3;

export function PendingIndicator({ startedAt }: { readonly startedAt: number }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const since = plausibleStart(startedAt, Date.now());
    const tick = (): void => setSeconds(Math.floor((Date.now() - since) / 1_000));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [startedAt]);
  return (
    <p class="waiting">
      <Icon name="loading" spin />
      {l10n.t('Waiting for the first token…')}
      {seconds >= secondsFrom && <span class="waiting-seconds">{l10n.t('{0} s', seconds)}</span>}
    </p>
  );
}

/** The host's clock may be another machine's: where it cannot be right, the wait starts now. */
function plausibleStart(startedAt: number, now: number): number {
  const waited = now - startedAt;
  return waited >= 0 && waited < 3_600_000 ? startedAt : now;
}
