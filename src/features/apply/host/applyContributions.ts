// What package.json contributes for applying code.
import type { Contributions } from '../../../platform/host/contributions';

export const applyContributions = {
  commandIds: {
    editSelection: 'portico.editSelection',
    applyLast: 'portico.applyLast',
    acceptChanges: 'portico.acceptChanges',
    rejectChanges: 'portico.rejectChanges',
    acceptChange: 'portico.acceptChange',
    rejectChange: 'portico.rejectChange',
  },
  contextKeys: {
    reviewing: 'portico.reviewing',
  },
  settings: {
    'portico.applyModel': { default: '', scope: 'window' },
    'portico.applyInstructions': { default: true, scope: 'window' },
  },
} as const satisfies Contributions;
