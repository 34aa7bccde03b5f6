// Shown while an answer runs and nothing is received, with the seconds: before the first token and in mid-answer.
import * as l10n from '@vscode/l10n';
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { Icon } from '../../../../platform/page/controls';
import { PageContext, PromptProgressContext } from '../../contexts';

/** The seconds are shown from this number on: a quick answer needs none, and text comes in bursts. */
const minShownSeconds = 2;

const maxPlausibleWaitMs = 3_600_000;

interface Props {
  readonly answerId: string;
  readonly startedAt: number;
  /** A local server loads the model, and is asked again until it has. */
  readonly isLoading: boolean;
}

export function PendingIndicator({ answerId, startedAt, isLoading }: Props) {
  const progress = useContext(PromptProgressContext);
  const start = useMemo(() => plausibleStart(startedAt, Date.now()), [startedAt]);
  useEverySecond();
  return (
    <PendingLine
      text={
        isLoading
          ? loadingText()
          : progress?.answerId === answerId
            ? l10n.t('Processing the prompt: {0}%…', progress.percent)
            : l10n.t('Waiting for the first token…')
      }
      seconds={secondsSince(start)}
    />
  );
}

export function loadingText(): string {
  return l10n.t('The model is loading…');
}

interface StallProps {
  readonly answerId: string;
  /** The UTF-16 units received so far. */
  readonly length: number;
}

export function StallIndicator({ answerId, length }: StallProps) {
  const { received } = useContext(PageContext).ui;
  // Another chat may have been shown meanwhile.
  const known = received.get(answerId);
  const at = known?.length === length ? known.at : Date.now();
  received.set(answerId, { length, at });
  useEverySecond();
  const seconds = secondsSince(at);
  return seconds < minShownSeconds ? null : (
    <PendingLine text={l10n.t('Waiting for more…')} seconds={seconds} />
  );
}

function PendingLine({ text, seconds }: { readonly text: string; readonly seconds: number }) {
  return (
    <p class="pending">
      <Icon name="loading" spin />
      {text}
      {seconds >= minShownSeconds && (
        <span class="pending-seconds">{l10n.t('{0} s', seconds)}</span>
      )}
    </p>
  );
}

export function secondsSince(time: number): number {
  return Math.floor((Date.now() - time) / 1_000);
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
