// The rules of the message box, apart from the box.
import type { Preferences } from '../shared/protocol/protocol';

export interface KeyPress {
  readonly key: string;
  readonly keyCode: number;
  readonly isComposing: boolean;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/**
 * What a key means in the message box. `other` is left to the browser, where Shift+Enter breaks
 * the line. An Enter that ends an input method's composition is its own (keyCode 229 where the
 * composition is over before the key's event comes).
 */
export function keyMeaning(
  press: KeyPress,
  sendWith: Preferences['sendWith'],
): 'send' | 'breakLine' | 'other' {
  if (press.key !== 'Enter' || press.isComposing || press.keyCode === 229) {
    return 'other';
  }
  if (press.shiftKey || press.altKey) {
    return 'other';
  }
  const withControl = press.ctrlKey || press.metaKey;
  if (sendWith === 'enter') {
    return withControl ? 'breakLine' : 'send';
  }
  return withControl ? 'send' : 'other';
}

/** What stays in the box once `sent` has been taken: what was typed after it. */
export function afterSending(sent: string, typed: string): string {
  return typed.startsWith(sent) ? typed.slice(sent.length) : typed;
}
