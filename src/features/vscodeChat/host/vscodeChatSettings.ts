// The setting of VS Code's own chat.
import { isNotOff, settingsReader } from '../../../platform/host/settings';
import { vscodeChatContributions } from './vscodeChatContributions';

const { userValue } = settingsReader(vscodeChatContributions.settings);

export function isVscodeChatEnabled(): boolean {
  return isNotOff(userValue('portico.vscodeChat.enabled'));
}
