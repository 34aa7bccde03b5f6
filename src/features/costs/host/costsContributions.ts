// What package.json contributes for costs.
import type { Contributions } from '../../../platform/host/contributions';

export const costsContributions = {
  commandIds: { showCosts: 'portico.showCosts' },
  settings: { 'portico.budget': { default: null, scope: 'application' } },
} as const satisfies Contributions;
