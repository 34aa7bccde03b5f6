// The set-up of most integration tests: Portico, connected to a reference gateway of the test file's own.
import * as vscode from 'vscode';
import { startGateway, type Gateway, type GatewayOptions } from '../../referenceGateway/server';
import { activatePortico, newChat, setUserSetting, type Portico } from './portico';

/** Set before the first test of a file that calls `withGateway`. */
export let portico: Portico;
export let gateway: Gateway;

interface Options extends GatewayOptions {
  /** Demands this key, which Portico has. */
  readonly apiKey?: string;
  readonly model?: string;
  /** Connects again before each test, in a new chat: a test may leave anything behind. */
  readonly isNewPerTest?: boolean;
}

/** Registers hooks, before those of the suite. The model list is fetched in the background. */
export function withGateway(options: Options = {}): void {
  before(async () => {
    portico = await activatePortico();
    gateway = await startGateway(options);
    if (options.isNewPerTest !== true) await connect(options);
  });
  if (options.isNewPerTest === true) {
    beforeEach(async () => {
      await connect(options);
      await newChat();
      gateway.clearRequests();
    });
  }
  after(() => gateway.close());
}

async function connect({ apiKey, model }: Options): Promise<void> {
  await setUserSetting('baseUrl', gateway.baseUrl);
  if (apiKey !== undefined) {
    await vscode.commands.executeCommand('portico.setApiKey', { key: apiKey });
  }
  if (model !== undefined) await vscode.commands.executeCommand('portico.selectModel', model);
}
