// What package.json contributes for import and export.
import type { Contributions } from '../../../platform/host/contributions';

export const transferContributions = {
  commandIds: {
    copyChat: 'portico.copyChat',
    exportChat: 'portico.exportChat',
    importChats: 'portico.importChats',
  },
} as const satisfies Contributions;
