// No stage of a check may hang: each has its limit, and all of them end when the user leaves.
import type { Clock } from '../../base/clock';

/** How a stage's task ended, and after how long. */
export type Timed<T> = { readonly ms: number } & (
  | { readonly end: 'done'; readonly value: T }
  | { readonly end: 'threw'; readonly error: unknown }
  /** The limit ran out. */
  | { readonly end: 'silent'; readonly limitSeconds: number }
  | { readonly end: 'left' }
);

/** Runs a task; its own signal aborts at the limit and with `outer`, and nobody waits for it then. */
export async function timed<T>(
  clock: Clock,
  outer: AbortSignal,
  limitSeconds: number,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<Timed<T>> {
  const begunAt = clock.now();
  const closing = new AbortController();
  const { signal } = closing;
  const closed = new Promise<'closed'>((resolve) => {
    signal.addEventListener('abort', () => resolve('closed'), { once: true });
  });
  const leave = (): void => closing.abort();
  outer.addEventListener('abort', leave, { once: true });
  if (outer.aborted) {
    leave();
  }
  const timer = clock.after(limitSeconds * 1000, leave);
  const work = task(signal).then(
    (value) => ({ end: 'done', value }) as const,
    (error: unknown) => ({ end: 'threw', error }) as const,
  );
  const ended = await Promise.race([work, closed]);
  timer.dispose();
  outer.removeEventListener('abort', leave);
  const ms = clock.now() - begunAt;
  if (outer.aborted) {
    return { ms, end: 'left' };
  }
  return ended === 'closed' ? { ms, end: 'silent', limitSeconds } : { ms, ...ended };
}
