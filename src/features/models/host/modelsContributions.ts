// What package.json contributes for models, and for the requests that are sent to them.
import type { Contributions } from '../../../platform/host/contributions';

export const modelsContributions = {
  commandIds: {
    selectModel: 'portico.selectModel',
    alsoAsk: 'portico.alsoAsk',
    refreshModels: 'portico.refreshModels',
    openCatalog: 'portico.openCatalog',
  },
  contextKeys: {
    hasCatalog: 'portico.hasCatalog',
  },
  settings: {
    'portico.model': { default: '', scope: 'window' },
    'portico.models': { default: {}, scope: 'application' },
    'portico.catalogUrl': { default: '', scope: 'application' },
    'portico.systemPrompt': { default: '', scope: 'window' },
    'portico.stream': { default: true, scope: 'window' },
    'portico.temperature': { default: null, scope: 'window' },
    'portico.maxTokens': { default: null, scope: 'window' },
    'portico.reasoningEffort': { default: null, scope: 'window' },
  },
} as const satisfies Contributions;
