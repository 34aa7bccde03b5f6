// What package.json contributes for the chats of this window, in the side bar and in editor tabs.
import type { Contributions } from '../../platform/host/contributions';

export const viewId = 'portico.chat';
/** The webview panels of chats in editor tabs. */
export const editorViewType = 'portico.chatEditor';

export const chatContributions = {
  commandIds: {
    newChat: 'portico.newChat',
    openInEditor: 'portico.openInEditor',
    focusChat: 'portico.focusChat',
    stop: 'portico.stop',
    copySelection: 'portico.copySelection',
    copyMessage: 'portico.copyMessage',
    editQuestion: 'portico.editQuestion',
    forkChat: 'portico.forkChat',
    copyQuestionWithContext: 'portico.copyQuestionWithContext',
    showAccessibilityHelp: 'portico.showAccessibilityHelp',
  },
  contextKeys: {
    answering: 'portico.answering',
    hasModel: 'portico.hasModel',
    hasMessages: 'portico.hasMessages',
    hasAttachments: 'portico.hasAttachments',
  },
  settings: {
    'portico.sendWith': {
      default: 'enter',
      choices: ['enter', 'ctrlEnter'],
      scope: 'window',
      untrusted: 'harmless',
    },
    'portico.accessibility.announce': {
      default: 'sentences',
      choices: ['off', 'sentences', 'end'],
      scope: 'window',
      untrusted: 'harmless',
    },
    'portico.history.enabled': { default: true, scope: 'application' },
  },
} as const satisfies Contributions;
