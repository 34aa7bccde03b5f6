// A hook for keys that count wherever the focus is on the page.
import { useLayoutEffect } from 'preact/hooks';

/** A layout effect: the listener must be there before the next key press, which may come before the paint. */
export function useDocumentKeyDown(
  onKeyDown: (event: KeyboardEvent) => void,
  deps: readonly unknown[],
): void {
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, deps);
}
