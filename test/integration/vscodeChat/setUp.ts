// What the tests of VS Code's chat have in common: Portico, the other extension, a gateway with a canary key.
import * as vscode from 'vscode';
import { type Gateway, startGateway } from '../../referenceGateway/server';
import { type NotificationRecorder, recordNotifications } from '../support/notifications';
import { activatePortico, type Portico, setUserSetting } from '../support/portico';
import { activateAsker, type Asker } from './asker';

export const canary = 'sk-canary-vscode-9Rt4Lm2Q';

export interface SetUp {
  readonly portico: Portico;
  readonly asker: Asker;
  /** Another one in each test: consents are for one gateway. */
  readonly gateway: Gateway;
  /** Answers dialogs with “Allow”. */
  readonly notifications: NotificationRecorder;
  /** Answers dialogs with another button. */
  answerDialogs(button: string): void;
}

/** Registers hooks; the fields are set in each test. The gateway's list is stored. */
export function setUpVscodeChat(): SetUp {
  const setUp: { -readonly [K in keyof SetUp]?: SetUp[K] } = {
    answerDialogs: (button) => {
      setUp.notifications?.dispose();
      setUp.notifications = recordNotifications(button);
    },
  };
  before(async () => {
    setUp.portico = await activatePortico();
    setUp.asker = await activateAsker();
  });
  beforeEach(async () => {
    setUp.notifications = recordNotifications('Allow');
    setUp.gateway = await startGateway({ apiKey: canary });
    await setUserSetting('baseUrl', setUp.gateway.baseUrl);
    await vscode.commands.executeCommand('portico.setApiKey', { key: canary });
    await vscode.commands.executeCommand('portico.refreshModels');
  });
  afterEach(async () => {
    setUp.notifications?.dispose();
    await setUp.gateway?.close();
  });
  return setUp as SetUp;
}
