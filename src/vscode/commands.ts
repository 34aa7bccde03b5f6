// Every command of the palette, and what it runs.
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import type { ModelFacts } from '../chat/retry/modelFacts';
import { commandIds } from './contributions';
import { type ConnectParts, connectGateway } from './gateway/connectGateway';
import type { EditorTabs } from './chatView/editorTabs';
import type { ConnectionCheckCommand } from './connectionCheck/connectionCheck';
import type { HistoryCommands } from './history/historyCommands';
import { showModelFacts } from './models/modelFactsPicker';
import type { ChatWindow } from './chats/chatWindow';
import type { GatewaySwitch } from './gateway/switchGateway';
import type { ChatExport } from './transfer/chatExport';
import type { ChatImport } from './transfer/chatImport';

type CommandId = (typeof commandIds)[keyof typeof commandIds];

export interface CommandParts {
  readonly connect: ConnectParts;
  readonly check: ConnectionCheckCommand;
  readonly gatewaySwitch: GatewaySwitch;
  readonly chats: ChatWindow;
  readonly tabs: EditorTabs;
  readonly chatExport: ChatExport;
  readonly chatImport: ChatImport;
  readonly history: HistoryCommands;
  readonly learned: ModelFacts;
  readonly log: vscode.LogOutputChannel;
  readonly restored: () => Promise<void>;
}

export function registerCommands(parts: CommandParts): Disposable {
  const { connect, gatewaySwitch, check, chats, tabs, history, learned, log, restored } = parts;
  const { keys, models } = connect;
  const runs: Readonly<Record<CommandId, (argument: unknown) => unknown>> = {
    [commandIds.connect]: () => connectGateway(connect),
    [commandIds.setApiKey]: (argument) => keys.set(argument),
    [commandIds.removeApiKey]: () => keys.remove(),
    [commandIds.selectModel]: (argument) => models.select(argument),
    [commandIds.refreshModels]: () => models.refresh(),
    [commandIds.openCatalog]: () => models.openCatalog(),
    [commandIds.newChat]: async () => {
      await restored();
      await chats.newChat();
    },
    [commandIds.openInEditor]: async () => {
      await restored();
      await tabs.open(chats.current);
    },
    [commandIds.focusChat]: () => chats.focus(),
    [commandIds.stop]: () => chats.current.stop(),
    [commandIds.checkConnection]: () => check.run(),
    [commandIds.showLearned]: () => showModelFacts(learned),
    [commandIds.showLog]: () => log.show(),
    [commandIds.switchGateway]: (argument) => gatewaySwitch.run(argument),
    [commandIds.exportChat]: (argument) => parts.chatExport.run(argument),
    [commandIds.importChats]: (argument) => parts.chatImport.run(argument),
    [commandIds.showHistory]: () => history.show(),
    [commandIds.deleteHistory]: () => history.removeAll(),
  };
  const own = new DisposableStore();
  for (const [id, run] of Object.entries(runs)) {
    own.add(vscode.commands.registerCommand(id, run));
  }
  return own;
}
