// What package.json contributes for the balance.
import type { Contributions } from '../../../platform/host/contributions';

export const balanceContributions = {
  commandIds: { showBalance: 'portico.showBalance' },
  settings: {
    'portico.balance.refresh': {
      default: 'onDemand',
      choices: ['onDemand', 'afterAnswers'],
      scope: 'application',
    },
  },
} as const satisfies Contributions;
