// The model of the chat that was used last in the status bar, one click from the picker.
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { commandIds } from '../contributions';
import type { ChatWindow } from '../chats/chatWindow';
import { escapeCodicons } from '../platform/escapeCodicons';
import { typedBaseUrl } from '../settings';

const longestShown = 32;

/** Shown once a Base URL is set. */
export function modelStatusItem(chats: ChatWindow): Disposable {
  const { l10n, window, workspace } = vscode;
  const own = new DisposableStore();
  const item = own.add(
    window.createStatusBarItem('portico.model', vscode.StatusBarAlignment.Right, 90),
  );
  item.name = l10n.t('Portico Model');
  item.command = commandIds.selectModel;
  const show = (): void => {
    const { model } = chats.current.session.conversation;
    item.text = `$(comment-discussion) ${model === '' ? l10n.t('Select model') : escapeCodicons(shortened(model))}`;
    item.tooltip =
      model === ''
        ? l10n.t('Portico: select the model of the chat')
        : l10n.t('Portico: the model of the chat is {0}', model);
    item.accessibilityInformation = {
      label:
        model === '' ? l10n.t('Portico: no model selected') : l10n.t('Portico model: {0}', model),
    };
    if (typedBaseUrl() === '') {
      item.hide();
    } else {
      item.show();
    }
  };
  own.add(
    chats.followCurrent(({ session }) => {
      show();
      return session.onDidChange(({ type }) => {
        if (type === 'modelChosen') {
          show();
        }
      });
    }),
  );
  own.add(
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('portico.baseUrl')) {
        show();
      }
    }),
  );
  return own;
}

/** The status bar belongs to everybody; the whole ID stands in the tooltip. */
function shortened(model: string): string {
  return model.length > longestShown ? `${model.slice(0, longestShown)}…` : model;
}
