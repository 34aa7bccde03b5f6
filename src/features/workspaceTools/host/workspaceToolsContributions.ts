// What package.json contributes for the tools that read the workspace.
import type { Contributions } from '../../../platform/host/contributions';

export const workspaceToolsContributions = {
  settings: {
    'portico.tools.maxCost': { default: null, scope: 'application' },
  },
} as const satisfies Contributions;
