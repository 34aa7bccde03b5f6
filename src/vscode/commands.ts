// Every command of the palette, and what it runs.
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import type { ChatSession } from '../chat/chatSession';
import type { LearnedFacts } from '../chat/learned';
import type { commandIds } from './contributions';
import type { ChatViewProvider } from './chatView/chatViewProvider';
import { type ConnectParts, connectGateway } from './connectGateway';
import type { ConnectionCheckCommand } from './connectionCheck/connectionCheck';
import { showLearned } from './learnedPicker';
import { defaultModel } from './settings';
import type { GatewaySwitch } from './switchGateway';

export interface CommandParts {
  readonly connect: ConnectParts;
  readonly check: ConnectionCheckCommand;
  readonly gatewaySwitch: GatewaySwitch;
  readonly session: ChatSession;
  readonly view: ChatViewProvider;
  readonly learned: LearnedFacts;
  readonly log: vscode.LogOutputChannel;
  readonly restored: () => Promise<void>;
}

export function registerCommands(parts: CommandParts): Disposable {
  const { connect, gatewaySwitch, check, session, view, learned, log, restored } = parts;
  const { keys, models } = connect;
  const runs: Readonly<Record<keyof typeof commandIds, (argument: unknown) => unknown>> = {
    connect: () => connectGateway(connect),
    setApiKey: (argument) => keys.set(argument),
    removeApiKey: () => keys.remove(),
    selectModel: (argument) => models.select(argument),
    refreshModels: () => models.refresh(),
    openCatalogue: () => models.openCatalogue(),
    newChat: async () => {
      await restored();
      session.newChat(defaultModel());
      await view.focus();
    },
    focusChat: () => view.focus(),
    stop: () => view.run({ type: 'stop' }),
    checkConnection: () => check.run(),
    showLearned: () => showLearned(learned),
    showLog: () => log.show(),
    switchGateway: () => gatewaySwitch.run(),
  };
  const own = new DisposableStore();
  for (const [name, run] of Object.entries(runs)) {
    own.add(vscode.commands.registerCommand(`portico.${name}`, run));
  }
  return own;
}
