// The settings of the chat view, and whether chats are stored.
import * as v from 'valibot';
import type * as vscode from 'vscode';
import { isNotOff, settingsReader } from '../../platform/host/settings';
import type { Complete, Preferences } from '../common/protocol';
import { chatViewContributions } from './chatViewContributions';

const { userValue, effectiveValue } = settingsReader(chatViewContributions.settings);

export function isHistoryEnabled(): boolean {
  return isNotOff(userValue('portico.history.enabled'));
}

/** The global state has this key: wrapping is switched in the chat, not in the settings. */
const wrapsCodeKey = 'portico.wrapsCode';

export async function saveWrapsCode(state: vscode.Memento, isOn: boolean): Promise<void> {
  await state.update(wrapsCodeKey, isOn);
}

export function preferences(state: vscode.Memento): Complete<Preferences> {
  const keys = v.fallback(v.picklist(['enter', 'ctrlEnter']), 'enter');
  const announcements = v.fallback(v.picklist(['off', 'sentences', 'end']), 'sentences');
  return {
    sendWith: v.parse(keys, effectiveValue('portico.sendWith')),
    announce: v.parse(announcements, effectiveValue('portico.accessibility.announce')),
    isHistoryOff: !isHistoryEnabled(),
    wrapsCode: state.get(wrapsCodeKey) === true,
  };
}
