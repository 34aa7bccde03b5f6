// The pause before a question is asked again by itself: why, for how long, and the way to cut it short.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RetryWait } from '../../../shared/conversation/autoRetry';
import type { Post } from '../../host';
import * as l10n from '@vscode/l10n';
import { Icon } from '../Icon';

interface Props {
  readonly wait: RetryWait;
  /** Ready to be shown. */
  readonly reason: string;
  readonly messageId: string;
  readonly post: Post;
}

export function AutoRetryLine({ wait, reason, messageId, post }: Props) {
  const seconds = useSecondsLeft(wait);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      // The button goes when the pause ends, and the focus with it: the conversation keeps it.
      const log = element?.closest('[role=log]');
      if (log instanceof HTMLElement && element?.contains(document.activeElement)) {
        log.focus({ preventScroll: true });
      }
    };
  }, []);
  return (
    <div class="repeat" ref={box}>
      <p class="waiting">
        <Icon name="history" />
        <span>
          {reason} <span role="timer">{l10n.t('Asking again in {0} s', seconds)}</span>
        </span>
      </p>
      <button
        type="button"
        class="button secondary"
        onClick={() => post({ type: 'retryNow', messageId })}
      >
        {l10n.t('Retry now')}
      </button>
    </div>
  );
}

function useSecondsLeft(wait: RetryWait): number {
  const [seconds, setSeconds] = useState(() => secondsOf(wait.delayMs));
  useEffect(() => {
    const end = plausibleEnd(wait, Date.now());
    const tick = (): void => setSeconds(secondsOf(end - Date.now()));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [wait]);
  return seconds;
}

/** The host's clock may be another machine's: where it cannot be right, the pause starts now. */
function plausibleEnd({ delayMs: ms, retryAt: until }: RetryWait, now: number): number {
  const left = until - now;
  return left >= 0 && left <= ms ? until : now + ms;
}

/** Never more than is left of the last second. */
export function secondsOf(ms: number): number {
  return Math.max(0, Math.ceil(ms / 1_000));
}
