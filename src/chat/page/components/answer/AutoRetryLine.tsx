// The countdown before an automatic retry, with its reason and a button that retries at once.
import * as l10n from '@vscode/l10n';
import { useContext, useMemo } from 'preact/hooks';
import type { RetryWait } from '../../../../gateway/common/requestAdjustment';
import { Icon, LinkButton } from '../../../../platform/page/controls';
import { focusConversation, useFocusFallback } from '../../../../platform/page/focus';
import { PageContext } from '../../contexts';
import { useEverySecond } from './PendingIndicator';

interface Props {
  readonly wait: RetryWait;
  /** The user reads this text. */
  readonly reason: string;
  readonly messageId: string;
}

export function AutoRetryLine({ wait, reason, messageId }: Props) {
  const { post } = useContext(PageContext);
  const line = useFocusFallback<HTMLDivElement>(focusConversation);
  return (
    <div class="answer-line" ref={line}>
      <Icon name="sync" />
      <span>
        {reason} <RetryCountdown wait={wait} />{' '}
        <LinkButton onClick={() => post({ type: 'retryNow', messageId })}>
          {l10n.t('Retry now')}
        </LinkButton>
      </span>
    </div>
  );
}

export function RetryCountdown({ wait }: { readonly wait: RetryWait }) {
  const end = useMemo(() => plausibleEnd(wait, Date.now()), [wait]);
  useEverySecond();
  return <span role="timer">{retryCountdownText(end - Date.now())}</span>;
}

export function retryCountdownText(ms: number): string {
  return l10n.t('Retrying in {0} s…', Math.max(0, Math.ceil(ms / 1_000)));
}

/** The host's clock may be another machine's. If it is clearly off, the pause is counted from now. */
function plausibleEnd({ delayMs, retryAt }: RetryWait, now: number): number {
  const remaining = retryAt - now;
  return remaining >= 0 && remaining <= delayMs ? retryAt : now + delayMs;
}
