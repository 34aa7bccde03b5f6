// The kinds of failure that no gateway can cause: they come from the setup, the network or VS Code.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { failedAnswers, missingSteps } from '../../support/causedByNoFault';
import { checkNotice } from '../../support/noticeChecks';
import { selfSigned } from '../../support/selfSigned';
import {
  activatePortico,
  getAnswer,
  newChat,
  setUserSetting,
  storageFolder,
  until,
  type Portico,
} from '../support/portico';
import { recordInputBoxes } from '../support/quickInputs';
import { checkSecret, key, recordUnhandledRejections } from './leaks';

/** The Base URL with which a question fails in this way. */
const failingBaseUrls: Readonly<
  Record<(typeof failedAnswers)[number], () => Promise<string> | string>
> = {
  unreachable: () => 'http://127.0.0.1:9/v1',
  certificate: servesUntrusted,
  // In a test run VS Code throws where it would open a modal dialog.
  unexpected: async () => {
    await storeKey('http://plain.invalid/v1');
    return 'http://plain.invalid/v1';
  },
};

/** The Base URL with which a setup step is missing: a question opens the step and is not sent. */
const incompleteBaseUrls: Readonly<
  Record<(typeof missingSteps)[number], () => Promise<string> | string>
> = {
  notConfigured: () => '',
  keyMissing: () => 'https://never-had-a-key.invalid/v1',
  keyLost: forgetsTheKey,
};

let server: Server | undefined;

describe('a kind of failure that no gateway causes', () => {
  let portico: Portico;
  let unhandled: ReturnType<typeof recordUnhandledRejections>;

  before(async () => {
    portico = await activatePortico();
    unhandled = recordUnhandledRejections();
  });
  after(() => {
    unhandled.dispose();
    server?.close();
  });

  for (const [kind, baseUrlOf] of Object.entries(failingBaseUrls)) {
    it(`has a notice that helps: ${kind}`, async () => {
      await newChat();
      await vscode.commands.executeCommand('portico.selectModel', 'echo');
      await setUserSetting('baseUrl', await baseUrlOf());
      const answer = await getAnswer(portico, 'Are you there?');
      assert.equal(answer.state, 'failed');
      assert.equal(answer.outcome?.failure?.kind, kind, JSON.stringify(answer.outcome));
      assert.equal(answer.text, '');
      checkNotice(portico.viewState().notices[answer.id], answer);
      checkSecret(JSON.stringify(portico.viewState()));
      assert.deepEqual(unhandled.reasons, []);
    });
  }

  for (const [kind, baseUrlOf] of Object.entries(incompleteBaseUrls)) {
    it(`opens the missing setup step, and sends nothing: ${kind}`, async () => {
      await newChat();
      await vscode.commands.executeCommand('portico.selectModel', 'echo');
      await setUserSetting('baseUrl', await baseUrlOf());
      const inputs = recordInputBoxes();
      const asking = portico.ask('Are you there?');
      await until('the input of the step', () => inputs.boxes.length > 0);
      assert.match(
        inputs.boxes[0]?.title ?? '',
        kind === 'notConfigured' ? /Base URL/u : /API Key/u,
      );
      inputs.boxes[0]?.hide();
      assert.equal(await asking, false);
      inputs.dispose();
      assert.deepEqual(portico.conversation().messages, []);
      assert.deepEqual(unhandled.reasons, []);
    });
  }

  it('says in the view which Base URL cannot be used, and why', async () => {
    await setUserSetting('baseUrl', 'ftp://gateway.example/v1');
    const problem = () => portico.viewState().connection.baseUrlProblem ?? '';
    await until('the problem to be shown', () => /http/u.test(problem()));
  });
});

async function storeKey(baseUrl: string): Promise<void> {
  await vscode.commands.executeCommand('portico.setApiKey', { baseUrl, key });
}

/** An origin that Portico has stored a key for, and that VS Code has no secret for. */
async function forgetsTheKey(): Promise<string> {
  // Storing a key creates the file.
  await storeKey('https://has-a-key.invalid/v1');
  const file = join(storageFolder(), 'originsWithKey.json');
  assert.ok(existsSync(file), file);
  const origins = JSON.parse(await readFile(file, 'utf8')) as string[];
  await writeFile(file, JSON.stringify([...origins, 'https://lost-its-key.invalid']));
  return 'https://lost-its-key.invalid/v1';
}

async function servesUntrusted(): Promise<string> {
  const untrusted = createServer(selfSigned('localhost'), (_request, response) => response.end());
  server = untrusted;
  await new Promise<void>((resolve) => untrusted.listen(0, '127.0.0.1', resolve));
  const { port } = untrusted.address() as AddressInfo;
  return `https://127.0.0.1:${port}/v1`;
}
