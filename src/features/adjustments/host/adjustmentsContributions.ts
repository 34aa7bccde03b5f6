// What package.json contributes for model adjustments.
import type { Contributions } from '../../../platform/host/contributions';

export const adjustmentsContributions = {
  commandIds: { showLearned: 'portico.showLearned' },
} as const satisfies Contributions;
