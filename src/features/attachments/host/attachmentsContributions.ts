// What package.json contributes for attachments.
import type { Contributions } from '../../../platform/host/contributions';

export const attachmentsContributions = {
  commandIds: {
    addSelection: 'portico.addSelection',
    addFile: 'portico.addFile',
  },
  settings: {
    'portico.context.autoSelection': { default: false, scope: 'application' },
  },
} as const satisfies Contributions;
