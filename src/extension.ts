// The extension's entry point. It composes the areas and awaits nothing: VS Code waits for it.
import type * as vscode from 'vscode';
import { composeChats } from './composition/composeChats';
import { composeCommands } from './composition/composeCommands';
import { composeGateway } from './composition/composeGateway';
import { composeStorage } from './composition/composeStorage';
import { composeViews } from './composition/composeViews';
import { createExtensionHost } from './composition/extensionHost';
import { type TestApi, testApi } from './vscode/testApi';

let shutDown: (() => Promise<void>) | undefined;

export function activate(context: vscode.ExtensionContext): { version: 1 } & Partial<TestApi> {
  const host = createExtensionHost(context);
  const gateway = composeGateway(host);
  const storage = composeStorage(host);
  const chats = composeChats(host, gateway, storage);
  const views = composeViews(host, gateway, chats);
  composeCommands(host, gateway, storage, chats, views);
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
