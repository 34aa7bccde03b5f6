// Every command of the palette, and what it runs.
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import type { ChatSession } from '../chat/chatSession';
import { commandIds } from './contributions';
import type { ChatViewProvider } from './chatView/chatViewProvider';
import type { GatewayCommands } from './gatewayCommands';
import { defaultModel } from './settings';

export interface CommandParts {
  readonly commands: GatewayCommands;
  readonly session: ChatSession;
  readonly view: ChatViewProvider;
  readonly log: vscode.LogOutputChannel;
  readonly restored: () => Promise<void>;
}

type CommandName = keyof typeof commandIds;

export function registerCommands(parts: CommandParts): Disposable {
  const { commands, session, view, log, restored } = parts;
  const runs: Readonly<Record<CommandName, (argument: unknown) => unknown>> = {
    connect: () => commands.connect(),
    setApiKey: (argument) => commands.setApiKey(argument),
    removeApiKey: () => commands.removeApiKey(),
    selectModel: (argument) => commands.selectModel(argument),
    refreshModels: () => commands.refreshModels(),
    openCatalogue: () => commands.openCatalogue(),
    newChat: async () => {
      await restored();
      session.newChat(defaultModel());
      await view.focus();
    },
    focusChat: () => view.focus(),
    stop: () => session.stop(),
    checkConnection: () => commands.checkConnection(),
    showLog: () => log.show(),
  };
  const own = new DisposableStore();
  for (const [name, run] of Object.entries(runs)) {
    own.add(vscode.commands.registerCommand(`portico.${name}`, run));
  }
  return own;
}
