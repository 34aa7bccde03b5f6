// What package.json contributes for no feature in particular.
import type { Contributions } from './contributions';

export const platformContributions = {
  commandIds: {
    showLog: 'portico.showLog',
    openSettings: 'portico.openSettings',
  },
  contextKeys: {
    /** Whether a chat has the focus. VS Code's `focusedView` is not set for a webview. */
    chatFocused: 'portico.chatFocused',
  },
} as const satisfies Contributions;
