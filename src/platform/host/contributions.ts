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
  copyQuestionWithContext: 'portico.copyQuestionWithContext',
  addSelection: 'portico.addSelection',
  addFile: 'portico.addFile',
  explain: 'portico.explain',
  fix: 'portico.fix',
  improve: 'portico.improve',
  document: 'portico.document',
  writeTests: 'portico.writeTests',
  explainWithPortico: 'portico.explainWithPortico',
  fixWithPortico: 'portico.fixWithPortico',
  improveWithPortico: 'portico.improveWithPortico',
  documentWithPortico: 'portico.documentWithPortico',
  writeTestsWithPortico: 'portico.writeTestsWithPortico',
  useInstructions: 'portico.useInstructions',
  openSettings: 'portico.openSettings',
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
} as const;

export interface DeclaredSetting {
  readonly default: unknown;
  /** `application`: only the user's own value counts, for example because it decides where the key is sent. */
  readonly scope: 'application' | 'window';
}

export const declaredSettings = {
  'portico.baseUrl': { default: '', scope: 'application' },
  'portico.model': { default: '', scope: 'window' },
  'portico.catalogUrl': { default: '', scope: 'application' },
  'portico.systemPrompt': { default: '', scope: 'window' },
  'portico.stream': { default: true, scope: 'window' },
  'portico.temperature': { default: null, scope: 'window' },
  'portico.maxTokens': { default: null, scope: 'window' },
  'portico.reasoningEffort': { default: null, scope: 'window' },
  'portico.headers': { default: {}, scope: 'application' },
  'portico.keyCommand': { default: {}, scope: 'application' },
  'portico.gateways': { default: [], scope: 'application' },
  'portico.timeouts': {
    default: { firstTokenSeconds: 120, idleSeconds: 60, totalSeconds: 600 },
    scope: 'application',
  },
  'portico.sendWith': { default: 'enter', scope: 'window' },
  'portico.accessibility.announce': { default: 'sentences', scope: 'window' },
  'portico.models': { default: {}, scope: 'application' },
  'portico.context.autoSelection': { default: false, scope: 'application' },
  'portico.vscodeChat.enabled': { default: true, scope: 'application' },
  'portico.prompts': { default: {}, scope: 'window' },
  'portico.history.enabled': { default: true, scope: 'application' },
  'portico.history.keepDays': { default: 0, scope: 'application' },
} as const satisfies Readonly<Record<string, DeclaredSetting>>;
