// The commands of the palette, and what each one runs.
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import type { ModelFacts } from '../conversation/node/retry/modelFacts';
import type { ExtensionAccess } from '../features/vscodeChat/node/extensionAccess';
import type { EditorTabs } from '../features/chatView/host/chatView/editorTabs';
import type { ChatWindow } from '../features/chatView/host/chats/chatWindow';
import {
  copyMessage,
  copyQuestionWithContext,
  copySelection,
} from '../features/chatView/host/chats/messageMenu';
import type { CodeQuestionDeps } from '../features/prompts/host/codeQuestionCommands';
import type { CodeQuestionId } from '../features/prompts/host/codeQuestions';
import type { ConnectionCheckCommand } from '../features/connectionCheck/host/connectionCheckCommand';
import { type ConnectDeps, connectGateway } from '../features/setup/host/connectGateway';
import { askBaseUrl } from '../features/setup/host/gatewayInputs';
import type { GatewaySwitch } from '../features/setup/host/gatewaySwitch';
import type { HistoryCommands } from '../features/history/host/historyCommands';
import { showModelFacts } from '../features/adjustments/host/modelFactsPicker';
import { AccessibilityHelp } from '../platform/host/accessibilityHelp';
import {
  type CommandArgument,
  type CommandName,
  withArgument,
} from '../platform/host/typedCommands';
import { openSettings } from '../platform/host/settings';
import type { ChatExport } from '../features/transfer/host/chatExport';
import type { ChatImport } from '../features/transfer/host/chatImport';
import { manageExtensionAccess } from '../features/vscodeChat/host/accessPicker';

export interface CommandDeps {
  readonly connect: ConnectDeps;
  readonly check: ConnectionCheckCommand;
  readonly gatewaySwitch: GatewaySwitch;
  readonly chats: ChatWindow;
  readonly tabs: EditorTabs;
  readonly chatExport: ChatExport;
  readonly chatImport: ChatImport;
  readonly history: HistoryCommands;
  readonly modelFacts: ModelFacts;
  readonly extensionAccess: ExtensionAccess;
  readonly log: vscode.LogOutputChannel;
  readonly codeQuestions: CodeQuestionDeps;
  /** Lets the user choose the instruction files of the workspace. */
  readonly useInstructions: () => Promise<void>;
  /** Resolves when the window's last chat has been restored. */
  readonly restored: () => Promise<void>;
}

export function registerCommands(deps: CommandDeps): Disposable {
  const { connect, gatewaySwitch, check, chats, tabs, history, restored } = deps;
  const { keys, models } = connect;
  const help = new AccessibilityHelp();
  const ask = async (id: CodeQuestionId, place?: CommandArgument<'explain'>): Promise<void> => {
    const { askAboutCode } = await import('../features/prompts/host/codeQuestionCommands');
    await askAboutCode(deps.codeQuestions, id, place);
  };
  const asking = (id: CodeQuestionId) => withArgument(id, (place) => ask(id, place));
  const handlers: Readonly<Record<CommandName, (...args: readonly unknown[]) => unknown>> = {
    connect: () => chats.returnFocus.after(() => connectGateway(connect), 'inputBox'),
    setBaseUrl: () => chats.returnFocus.after(() => askBaseUrl(connect.gateway), 'inputBox'),
    setApiKey: withArgument('setApiKey', (options) =>
      chats.returnFocus.after(() => keys.set(options), 'inputBox'),
    ),
    removeApiKey: () => keys.remove(),
    selectModel: withArgument('selectModel', (model) =>
      chats.returnFocus.after(() => models.select(model)),
    ),
    refreshModels: () => models.refresh(),
    openCatalog: () => models.openCatalog(),
    newChat: () => restored().then(() => chats.newChat()),
    renameChat: () => chats.returnFocus.after(() => history.renameCurrent(), 'inputBox'),
    deleteChat: () => history.deleteCurrent(),
    copyChat: () => deps.chatExport.copyCurrent(),
    openInEditor: () => restored().then(() => tabs.open(chats.current)),
    focusChat: () => chats.focus(),
    stop: () => chats.current.stop(),
    checkConnection: () => chats.returnFocus.after(() => check.run()),
    showLearned: () => chats.returnFocus.after(() => showModelFacts(deps.modelFacts)),
    manageExtensionAccess: () =>
      chats.returnFocus.after(() => manageExtensionAccess(deps.extensionAccess)),
    showLog: () => deps.log.show(),
    switchGateway: withArgument('switchGateway', (gateway) =>
      chats.returnFocus.after(() => gatewaySwitch.run(gateway)),
    ),
    exportChat: withArgument('exportChat', (options) => deps.chatExport.run(options)),
    importChats: withArgument('importChats', (options) => deps.chatImport.run(options)),
    showHistory: () => history.show(),
    deleteHistory: () => history.deleteAll(),
    showAccessibilityHelp: () => help.show(),
    copySelection: withArgument('copySelection', copySelection),
    copyMessage: withArgument('copyMessage', (menu) => copyMessage(chats.current, menu)),
    editQuestion: withArgument(
      'editQuestion',
      (menu) => menu && chats.editQuestion(menu.messageId),
    ),
    forkChat: withArgument('forkChat', (menu) => menu && chats.fork(menu.messageId)),
    copyQuestionWithContext: withArgument('copyQuestionWithContext', (menu) =>
      copyQuestionWithContext(chats.current, menu),
    ),
    addSelection: async (...args) =>
      (await import('../features/prompts/host/addToChat')).addSelection(deps.codeQuestions, args),
    addFile: async (...args) =>
      (await import('../features/prompts/host/addToChat')).addFile(deps.codeQuestions, args),
    explain: asking('explain'),
    fix: asking('fix'),
    improve: asking('improve'),
    document: asking('document'),
    writeTests: asking('writeTests'),
    explainWithPortico: () => ask('explain'),
    fixWithPortico: () => ask('fix'),
    improveWithPortico: () => ask('improve'),
    documentWithPortico: () => ask('document'),
    writeTestsWithPortico: () => ask('writeTests'),
    useInstructions: () => deps.useInstructions(),
    openSettings: () => openSettings('portico'),
  };
  const disposables = new DisposableStore();
  disposables.add(help);
  for (const [name, run] of Object.entries(handlers)) {
    // A contract test holds the IDs to this form.
    disposables.add(vscode.commands.registerCommand(`portico.${name}`, run));
  }
  return disposables;
}
