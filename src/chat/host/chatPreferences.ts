// The preferences of the chats' pages, and whether chats are stored.
import type * as vscode from 'vscode';
import { choiceOf, isNotOff, settingsReader } from '../../platform/host/settings';
import type { Preferences } from '../common/protocol';
import { chatContributions } from './chatContributions';

const { settings } = chatContributions;
const { userValue, effectiveValue } = settingsReader(settings);

export function isHistoryEnabled(): boolean {
  return isNotOff(userValue('portico.history.enabled'));
}

/** The global state has this key: wrapping is switched in the chat, not in the settings. */
const wrapsCodeKey = 'portico.wrapsCode';

export async function saveWrapsCode(state: vscode.Memento, isOn: boolean): Promise<void> {
  await state.update(wrapsCodeKey, isOn);
}

export function preferences(state: vscode.Memento): Required<Preferences> {
  return {
    sendWith: choiceOf(settings['portico.sendWith'], effectiveValue('portico.sendWith')),
    announce: choiceOf(
      settings['portico.accessibility.announce'],
      effectiveValue('portico.accessibility.announce'),
    ),
    isHistoryOff: !isHistoryEnabled(),
    wrapsCode: state.get(wrapsCodeKey) === true,
  };
}
