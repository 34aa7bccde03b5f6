// The extension's entry point. It composes the areas and awaits nothing: VS Code waits for it.
import type * as vscode from 'vscode';
import { composeChats } from './composition/composeChats';
import { composeCommands } from './composition/composeCommands';
import { composeGateway } from './composition/composeGateway';
import { composeStorage } from './composition/composeStorage';
import { composeViews } from './composition/composeViews';
import { composeVscodeChat } from './composition/composeVscodeChat';
import { createCoreServices } from './composition/coreServices';
import { registerCommitMessage } from './features/commitMessage/host/registerCommitMessage';
import { type TestApi, testApi } from './composition/testApi';

let shutDown: (() => Promise<void>) | undefined;

export function activate(context: vscode.ExtensionContext): { version: 1 } & Partial<TestApi> {
  const core = createCoreServices(context);
  const gateway = composeGateway(core);
  const storage = composeStorage(core);
  const chats = composeChats(core, gateway, storage);
  const vscodeChat = composeVscodeChat(core, gateway, chats);
  const views = composeViews(core, gateway, storage, chats);
  composeCommands(core, gateway, storage, chats, views, vscodeChat);
  core.disposables.add(registerCommitMessage({ ...core, ...gateway, ...chats }));
  shutDown = async () => {
    chats.chats.dispose();
    await Promise.all([storage.store.flush(), storage.thread.close()]);
  };
  return { version: 1, ...testApi({ ...chats, ...views }) };
}

/** VS Code waits for this, but not for the subscriptions that it disposes afterwards. */
export async function deactivate(): Promise<void> {
  await shutDown?.();
}
