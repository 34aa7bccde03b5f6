// The settings of commit messages.
import { l10n } from 'vscode';
import { settingsReader, textValue } from '../../../platform/host/settings';
import type { ModelUse } from '../../models/host/goneModels';
import { commitMessageContributions } from './commitMessageContributions';

const { effectiveValue, saveForUser } = settingsReader(commitMessageContributions.settings);

/** Empty where commit messages use the model of new chats. */
export function commitMessageModel(): string {
  return textValue(effectiveValue('portico.commitMessage.model')).trim();
}

export const commitMessageModelUse: ModelUse = {
  model: commitMessageModel,
  sentence: () => l10n.t('Commit messages use it.'),
  change: (model) => saveForUser('portico.commitMessage.model', model),
};

/** Empty where the user has no own rules. */
export function commitMessageRules(): string {
  return textValue(effectiveValue('portico.commitMessage.prompt')).trim();
}
