// What package.json contributes for gateways, keys and connecting.
import type { Contributions } from '../../../platform/host/contributions';

export const setupContributions = {
  commandIds: {
    connect: 'portico.connect',
    setBaseUrl: 'portico.setBaseUrl',
    setApiKey: 'portico.setApiKey',
    removeApiKey: 'portico.removeApiKey',
    switchGateway: 'portico.switchGateway',
  },
  contextKeys: {
    hasApiKey: 'portico.hasApiKey',
  },
  settings: {
    'portico.baseUrl': { default: '', scope: 'application' },
    'portico.headers': { default: {}, scope: 'application' },
    'portico.queryParameters': { default: {}, scope: 'application' },
    'portico.keyCommand': { default: {}, scope: 'application' },
    'portico.gateways': { default: [], scope: 'application' },
    'portico.timeouts': {
      default: { firstTokenSeconds: 120, idleSeconds: 60, totalSeconds: 600 },
      scope: 'application',
    },
  },
} as const satisfies Contributions;
