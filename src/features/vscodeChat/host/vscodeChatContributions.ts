// What package.json contributes for VS Code's own chat.
import type { Contributions } from '../../../platform/host/contributions';

export const vscodeChatContributions = {
  commandIds: { manageExtensionAccess: 'portico.manageExtensionAccess' },
  settings: {
    'portico.vscodeChat.enabled': { default: true, scope: 'application' },
  },
} as const satisfies Contributions;
