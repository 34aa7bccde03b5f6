// What the tests of VS Code's chat have in common: Portico, the other extension, a gateway with a canary key.
import * as vscode from 'vscode';
import { startGateway, type Gateway } from '../../referenceGateway/server';
import { recordNotifications, type NotificationRecorder } from '../support/notifications';
import { activatePortico, setUserSetting, type Portico } from '../support/portico';
import { activateAsker, type Asker } from './asker';

export const canary = 'sk-canary-vscode-9Rt4Lm2Q';

export interface SetUp {
  readonly portico: Portico;
  readonly asker: Asker;
  readonly gateway: Gateway;
  /** Answers dialogs with “Allow”. */
  readonly notifications: NotificationRecorder;
  /** Answers dialogs with another button. */
  answerDialogs(button: string): void;
  /** Connects Portico with another gateway: consents and adjustments are for one gateway. */
  changeGateway(): Promise<void>;
}

/**
 * Registers hooks; the fields are set in each test. The gateway's list is stored.
 * @param gatewayFor Another gateway for each test takes about as long as a short test.
 */
export function setUpVscodeChat(gatewayFor: 'each test' | 'all tests' = 'each test'): SetUp {
  const setUp: { -readonly [K in keyof SetUp]?: SetUp[K] } = {
    answerDialogs: (button) => {
      setUp.notifications?.dispose();
      setUp.notifications = recordNotifications(button);
    },
    changeGateway,
  };
  before(async () => {
    setUp.portico = await activatePortico();
    setUp.asker = await activateAsker();
  });
  (gatewayFor === 'each test' ? beforeEach : before)(changeGateway);
  beforeEach(() => {
    setUp.notifications = recordNotifications('Allow');
  });
  afterEach(() => setUp.notifications?.dispose());
  after(() => setUp.gateway?.close());
  return setUp as SetUp;

  async function changeGateway(): Promise<void> {
    await setUp.gateway?.close();
    setUp.gateway = await startGateway({ apiKey: canary });
    await setUserSetting('baseUrl', setUp.gateway.baseUrl);
    const notifications = recordNotifications();
    await vscode.commands.executeCommand('portico.setApiKey', { key: canary });
    await vscode.commands.executeCommand('portico.refreshModels');
    notifications.dispose();
  }
}
