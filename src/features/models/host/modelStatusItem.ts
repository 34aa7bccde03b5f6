// Status bar item with the model of the current chat; it opens the model picker.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../base/disposable';
import type { ChatWindow } from '../../../chat/host/chatWindow';
import { onDidChangeSetting } from '../../../platform/host/settings';
import { createStatusItem, setStatusTexts } from '../../../platform/host/window';
import { typedBaseUrl } from '../../setup/host/setupSettings';
import { modelsContributions } from './modelsContributions';

const maxShownLength = 32;

/** Visible once a Base URL is set. */
export function modelStatusItem(chats: ChatWindow): Disposable {
  const { l10n } = vscode;
  const item = createStatusItem(
    'portico.model',
    l10n.t('Portico Model'),
    vscode.StatusBarAlignment.Right,
    90,
  );
  item.command = modelsContributions.commandIds.selectModel;
  const show = (): void => {
    const { model } = chats.current.session.conversation;
    setStatusTexts(item, {
      text: model === '' ? l10n.t('Select Model') : shortened(model),
      icon: 'comment-discussion',
      tooltip:
        model === ''
          ? l10n.t('Portico: Select the model for this chat')
          : l10n.t('Portico: This chat uses {0}', model),
      label:
        model === '' ? l10n.t('Portico: No model selected') : l10n.t('Portico model: {0}', model),
    });
    if (typedBaseUrl() === '') {
      item.hide();
    } else {
      item.show();
    }
  };
  return new DisposableStore(
    item,
    chats.followCurrent(({ session }) => {
      show();
      return session.onDidChange(({ type }) => {
        if (type === 'modelChosen') {
          show();
        }
      });
    }),
    onDidChangeSetting(['portico.baseUrl'], show),
  );
}

/** The status bar is shared; the tooltip has the full ID. */
function shortened(model: string): string {
  return model.length > maxShownLength ? `${model.slice(0, maxShownLength)}…` : model;
}
