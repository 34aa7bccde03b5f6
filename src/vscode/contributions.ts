// The IDs and defaults that package.json contributes; a contract test compares the two.

export const commandIds = {
  connect: 'portico.connect',
  setBaseUrl: 'portico.setBaseUrl',
  setApiKey: 'portico.setApiKey',
  removeApiKey: 'portico.removeApiKey',
  selectModel: 'portico.selectModel',
  refreshModels: 'portico.refreshModels',
  openCatalog: 'portico.openCatalog',
  newChat: 'portico.newChat',
  renameChat: 'portico.renameChat',
  deleteChat: 'portico.deleteChat',
  copyChat: 'portico.copyChat',
  openInEditor: 'portico.openInEditor',
  focusChat: 'portico.focusChat',
  stop: 'portico.stop',
  checkConnection: 'portico.checkConnection',
  showLearned: 'portico.showLearned',
  manageExtensionAccess: 'portico.manageExtensionAccess',
  showLog: 'portico.showLog',
  switchGateway: 'portico.switchGateway',
  exportChat: 'portico.exportChat',
  importChats: 'portico.importChats',
  showHistory: 'portico.showHistory',
  deleteHistory: 'portico.deleteHistory',
  showAccessibilityHelp: 'portico.showAccessibilityHelp',
  copySelection: 'portico.copySelection',
  copyMessage: 'portico.copyMessage',
  editQuestion: 'portico.editQuestion',
  forkChat: 'portico.forkChat',
  openSettings: 'portico.openSettings',
  generateCommitMessage: 'portico.generateCommitMessage',
  stopCommitMessage: 'portico.stopCommitMessage',
} as const;

export const viewId = 'portico.chat';
/** The webview panels of chats in editor tabs. */
export const editorViewType = 'portico.chatEditor';

/** Context keys that package.json's `when` clauses and walkthrough steps read. */
export const contextKeys = {
  answering: 'portico.answering',
  /** Whether a chat has the focus. VS Code's `focusedView` is not set for a webview. */
  chatFocused: 'portico.chatFocused',
  hasCatalog: 'portico.hasCatalog',
  hasBaseUrl: 'portico.hasBaseUrl',
  hasApiKey: 'portico.hasApiKey',
  hasModel: 'portico.hasModel',
  hasMessages: 'portico.hasMessages',
  /** The roots of the repositories for which a commit message is generated; not set without any. */
  generatingCommitMessage: 'portico.generatingCommitMessage',
} as const;

export const settingDefaults = {
  'portico.baseUrl': '',
  'portico.model': '',
  'portico.catalogUrl': '',
  'portico.systemPrompt': '',
  'portico.stream': true,
  'portico.temperature': null,
  'portico.maxTokens': null,
  'portico.reasoningEffort': null,
  'portico.headers': {},
  'portico.keyCommand': {},
  'portico.gateways': [],
  'portico.timeouts': { firstTokenSeconds: 120, idleSeconds: 60, totalSeconds: 600 },
  'portico.sendWith': 'enter',
  'portico.accessibility.announce': 'sentences',
  'portico.models': {},
  'portico.context.autoSelection': false,
  'portico.vscodeChat.enabled': true,
  'portico.history.enabled': true,
  'portico.history.keepDays': 0,
  'portico.commitMessage.prompt': '',
  'portico.commitMessage.model': '',
} as const;
