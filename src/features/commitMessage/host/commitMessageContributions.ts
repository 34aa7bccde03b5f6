// What package.json contributes for commit messages.
import type { Contributions } from '../../../platform/host/contributions';

export const commitMessageContributions = {
  commandIds: {
    generate: 'portico.generateCommitMessage',
    stop: 'portico.stopCommitMessage',
  },
  contextKeys: {
    /** The roots of the repositories for which a message is generated; not set without any. */
    generating: 'portico.generatingCommitMessage',
  },
  settings: {
    'portico.commitMessage.prompt': { default: '', scope: 'window' },
    'portico.commitMessage.model': { default: '', scope: 'window' },
  },
} as const satisfies Contributions;
