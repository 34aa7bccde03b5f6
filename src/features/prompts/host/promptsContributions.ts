// What package.json contributes for prompts, instructions and questions about code.
import type { Contributions } from '../../../platform/host/contributions';

export const promptsContributions = {
  commandIds: {
    explain: 'portico.explain',
    fix: 'portico.fix',
    improve: 'portico.improve',
    document: 'portico.document',
    writeTests: 'portico.writeTests',
    explainWithPortico: 'portico.explainWithPortico',
    fixWithPortico: 'portico.fixWithPortico',
    improveWithPortico: 'portico.improveWithPortico',
    documentWithPortico: 'portico.documentWithPortico',
    writeTestsWithPortico: 'portico.writeTestsWithPortico',
    useInstructions: 'portico.useInstructions',
  },
  settings: {
    'portico.prompts': { default: {}, scope: 'window' },
  },
} as const satisfies Contributions;
