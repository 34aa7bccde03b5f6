// The settings of commit messages.
import { settingsReader, textValue } from '../../../platform/host/settings';
import { commitMessageContributions } from './commitMessageContributions';

const { effectiveValue } = settingsReader(commitMessageContributions.settings);

/** Empty where commit messages use the model of new chats. */
export function commitMessageModel(): string {
  return textValue(effectiveValue('portico.commitMessage.model')).trim();
}

/** Empty where the user has no own rules. */
export function commitMessageRules(): string {
  return textValue(effectiveValue('portico.commitMessage.prompt')).trim();
}
