// What package.json contributes for Diagnose Connection.
import type { Contributions } from '../../../platform/host/contributions';

export const connectionCheckContributions = {
  commandIds: {
    checkConnection: 'portico.checkConnection',
    copyDiagnosis: 'portico.copyDiagnosis',
  },
} as const satisfies Contributions;
