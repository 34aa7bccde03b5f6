// The VS Code that several test suites share, and the gateways that it knows.
import type { Gateway } from '../../referenceGateway/server';
import { ChatView } from '../../support/chatView';
import { runCommand } from '../../support/quickInput';
import type { VsCode } from '../../support/vscode';

export interface SharedWindow {
  readonly vscode: VsCode;
  /** The current gateway at the start; asks for no key then. */
  readonly gateway: Gateway;
  /** The settings have it as “Work”; it asks for no key. */
  readonly work: Gateway;
}

/** Makes another gateway the current one by the settings file, and starts a chat with it. */
export async function useGateway(
  vscode: VsCode,
  baseUrl: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<ChatView> {
  await vscode.changeSettings({ ...settings, 'portico.baseUrl': baseUrl });
  const chat = await ChatView.open(vscode.page);
  await runCommand(vscode.page, 'Portico: New Chat');
  await chat.waitForArticles(0);
  await chat.waitForFocus();
  // An empty chat names the gateway.
  await chat.frame.getByText(new URL(baseUrl).host).first().waitFor();
  return chat;
}
