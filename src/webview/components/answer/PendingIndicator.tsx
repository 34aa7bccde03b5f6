// Shown until the first token: an answer is pending, and for how long.
import * as l10n from '@vscode/l10n';
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { PromptProgressContext } from '../../contexts';
import { Icon } from '../controls';

/** The seconds are shown from this number on; a quick answer needs none. */
const minShownSeconds = 3;

const maxPlausibleWaitMs = 3_600_000;

interface Props {
  readonly answerId: string;
  readonly startedAt: number;
}

export function PendingIndicator({ answerId, startedAt }: Props) {
  const progress = useContext(PromptProgressContext);
  const start = useMemo(() => plausibleStart(startedAt, Date.now()), [startedAt]);
  useEverySecond();
  const seconds = Math.floor((Date.now() - start) / 1_000);
  return (
    <p class="pending">
      <Icon name="loading" spin />
      {progress?.answerId === answerId
        ? l10n.t('Processing the prompt: {0}%…', progress.percent)
        : l10n.t('Waiting for the first token…')}
      {seconds >= minShownSeconds && (
        <span class="pending-seconds">{l10n.t('{0} s', seconds)}</span>
      )}
    </p>
  );
}

/** Renders the component again every second. */
export function useEverySecond(): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
}

/** The host's clock may be another machine's. If it is clearly off, the wait is counted from now. */
function plausibleStart(startedAt: number, now: number): number {
  const waited = now - startedAt;
  return waited >= 0 && waited < maxPlausibleWaitMs ? startedAt : now;
}
