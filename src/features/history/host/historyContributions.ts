// What package.json contributes for the history.
import type { Contributions } from '../../../platform/host/contributions';

export const historyContributions = {
  commandIds: {
    renameChat: 'portico.renameChat',
    deleteChat: 'portico.deleteChat',
    showHistory: 'portico.showHistory',
    deleteHistory: 'portico.deleteHistory',
  },
  settings: {
    'portico.history.keepDays': { default: 0, scope: 'application' },
  },
} as const satisfies Contributions;
