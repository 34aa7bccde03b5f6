// Registers the commands that set up a gateway, and applies changed settings and keys to the open chats.
import * as v from 'valibot';
import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import { DisposableStore, type Disposable } from '../../../base/disposable';
import type { ChatWindow } from '../../../chat/host/chatWindow';
import type { WindowState } from '../../../chat/node/windowState';
import { demandSchema } from '../../../conversation/node/conversationSchema';
import type { Demand } from '../../../gateway/common/failure';
import { afterActivation } from '../../../platform/host/afterActivation';
import { setContextKey } from '../../../platform/host/contextKeys';
import { provideFailureHelp } from '../../../platform/host/failureHelp';
import { onDidChangeSetting } from '../../../platform/host/settings';
import { warnOfInvalidSettings } from '../../../platform/host/settingsWarnings';
import { addDemandedCommand } from '../../../platform/host/text/failureActions';
import { registerCommands, withArgument } from '../../../platform/host/typedCommands';
import { applyLatest } from '../node/applyLatest';
import { keyOptions } from './apiKeyCommands';
import { connectGateway, connectOptions, type ConnectDeps } from './connectGateway';
import { ConnectLinks } from './connectLinks';
import { askBaseUrl, inputDemanded } from './gatewayInputs';
import { GatewaySwitch } from './gatewaySwitch';
import { offerKeyPlaceholder } from './keyPlaceholder';
import { signInCommand } from './offerKeyCommand';
import { setupContributions } from './setupContributions';
import { extrasSettings, saveExtras, setupSettingChecks } from './setupSettings';

export interface SetupServices extends ConnectDeps {
  readonly clock: Clock;
  readonly globalState: vscode.Memento;
  readonly reportError: (error: unknown) => void;
  readonly chats: ChatWindow;
  readonly windowState: WindowState;
}

/** The gateway to switch to without asking. */
const switchTarget = v.object({ baseUrl: v.string(), keyLabel: v.exactOptional(v.string()) });

/** @returns also what opens links to this extension */
export function registerSetup(services: SetupServices): Disposable & vscode.UriHandler {
  const { gateway, keys } = services;
  const { returnFocus } = services.chats;
  const links = new ConnectLinks({
    ...services,
    withFocusReturn: (run) => returnFocus.after(run, 'inputBox'),
  });
  const gatewaySwitch = new GatewaySwitch(services);
  const registrations = new DisposableStore(
    vscode.window.registerUriHandler(links),
    registerCommands(setupContributions.commandIds, {
      connect: withArgument(connectOptions, (options) =>
        returnFocus.after(() => connectGateway(services, options), 'inputBox'),
      ),
      setBaseUrl: () => returnFocus.after(() => askBaseUrl(gateway), 'inputBox'),
      setApiKey: withArgument(keyOptions, (options) =>
        returnFocus.after(() => keys.set(options), 'inputBox'),
      ),
      removeApiKey: () => keys.remove(),
      switchGateway: withArgument(switchTarget, (target) =>
        returnFocus.after(() => gatewaySwitch.run(target)),
      ),
    }),
    vscode.commands.registerCommand(
      addDemandedCommand,
      withArgument(demandSchema, (demand) =>
        returnFocus.after(() => addDemanded(services, demand), 'inputBox'),
      ),
    ),
    provideFailureHelp({ operatorHelp: (host) => services.gateways.help(host), signInCommand }),
    afterActivation(() => followConnection(services)),
  );
  return {
    dispose: () => registrations.dispose(),
    handleUri: (uri) => links.handleUri(uri),
  };
}

/** Asks for what a gateway demands, and adds it to the settings. */
async function addDemanded(
  { gateway, chats }: SetupServices,
  demand: Demand | undefined,
): Promise<void> {
  const value = demand && (await inputDemanded(gateway, demand));
  if (demand === undefined || value === undefined) {
    return;
  }
  const { place, name, origin } = demand;
  const setting = place === 'header' ? 'portico.headers' : 'portico.queryParameters';
  await saveExtras(setting, origin, { [name]: value });
  offerRetry(chats, origin);
}

/** Retry becomes the primary button where what was missing at an origin is there now. */
function offerRetry(chats: ChatWindow, origin: string): void {
  for (const { notices } of chats.registry.all) {
    notices.offerRetry(new URL(origin).host);
  }
}

function followConnection(services: SetupServices): Disposable {
  const { globalState, gateway, gateways, vault, current } = services;
  const { chats, windowState, reportError } = services;
  const updateConnection = applyLatest(
    () => current.state(),
    (connection) => windowState.update({ type: 'connection', connection }),
  );
  const showConnection = async (): Promise<void> => {
    await updateConnection();
    await Promise.all([...chats.registry.all].map((chat) => chat.gatewayChanged()));
  };
  /** Each gateway and each key has its own model list, with its own context lengths. */
  const refreshModels = (): void => {
    for (const chat of chats.registry.all) {
      void chat.parts.refresh();
    }
  };
  const offerPlaceholder = (): void => void offerKeyPlaceholder(gateway, vault).catch(reportError);
  return new DisposableStore(
    onDidChangeSetting(['portico.baseUrl', 'portico.gateways'], () => {
      void showConnection();
      refreshModels();
    }),
    onDidChangeSetting([...extrasSettings, 'portico.keyCommand'], () => void showConnection()),
    onDidChangeSetting(extrasSettings, offerPlaceholder),
    vault.onDidChange(() => {
      void showConnection();
      offerPlaceholder();
      refreshModels();
    }),
    vault.onDidStore(({ origin }) => offerRetry(chats, origin)),
    windowState.onDidChange(() => showSetupKeys(windowState)),
    warnOfInvalidSettings(setupSettingChecks(gateway, gateways), globalState),
  );
}

function showSetupKeys({ current: { connection } }: WindowState): void {
  const { hasApiKey } = setupContributions.contextKeys;
  // A key that is not needed counts: the walkthrough's step is done.
  const isMissing = connection.key === 'missing' || connection.key === 'lost';
  setContextKey(hasApiKey, connection.baseUrl !== undefined && !isMissing);
}
