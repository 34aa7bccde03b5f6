// What package.json contributes for costs.
import type { Contributions } from '../../../platform/host/contributions';

export const costsContributions = {
  settings: { 'portico.budget': { default: null, scope: 'application' } },
} as const satisfies Contributions;
