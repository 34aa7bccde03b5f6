// The kinds of failure that no gateway can cause: they lie in the set-up, on the way, or in VS Code.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { type FailureKind, failureKinds } from '../../../src/shared/conversation/failure';
import { faults } from '../../referenceGateway/faults/faultCatalog';
import { selfSigned } from '../../support/selfSigned';
import {
  activatePortico,
  getAnswer,
  extensionId,
  newChat,
  setUserSetting,
  until,
} from '../support/portico';
import { recordInputBoxes } from '../support/quickInputs';
import { checkNotice, checkSecret, key, noteUnhandled } from './noticeChecks';

/** Only a person can cause these: by a click in a modal dialog, by a reload. The e2e ring does. */
const elsewhere: readonly FailureKind[] = ['insecure', 'windowClosed'];

/** How each comes about: the Base URL under which a question ends so. */
const ways: Partial<Record<FailureKind, () => Promise<string> | string>> = {
  unreachable: () => 'http://127.0.0.1:9/v1',
  certificate: servesUntrusted,
  // In a test run VS Code throws where it would have to ask in a modal dialog.
  unexpected: async () => {
    await storeKey('http://plain.invalid/v1');
    return 'http://plain.invalid/v1';
  },
};

/** Setup steps that are missing: a question opens the step and is not sent. The Base URL under which each is. */
const setupKinds: Partial<Record<FailureKind, () => Promise<string> | string>> = {
  notConfigured: () => '',
  keyMissing: () => 'https://never-had-a-key.invalid/v1',
  keyLost: forgetsTheKey,
};

let server: Server | undefined;

describe('every kind of failure', () => {
  let portico: Awaited<ReturnType<typeof activatePortico>>;
  let unhandled: ReturnType<typeof noteUnhandled>;

  before(async () => {
    portico = await activatePortico();
    unhandled = noteUnhandled();
  });
  after(() => {
    unhandled.end();
    server?.close();
  });

  it('is caused by a fault of the gateway, here, or end to end', () => {
    const byFaults = faults.flatMap(({ expected, expectedUnstreamed }) => [
      expected.failureKind,
      expectedUnstreamed?.failureKind,
    ]);
    const caused = new Set([
      ...byFaults,
      ...Object.keys(ways),
      ...Object.keys(setupKinds),
      ...elsewhere,
    ]);
    assert.deepEqual(
      failureKinds.filter((kind) => !caused.has(kind)),
      [],
    );
  });

  for (const [kind, way] of Object.entries(ways)) {
    it(`says what helps: ${kind}`, async () => {
      await newChat();
      await vscode.commands.executeCommand('portico.selectModel', 'echo');
      await setUserSetting('baseUrl', await way());
      const answer = await getAnswer(portico, 'Are you there?');
      assert.equal(answer.state, 'failed');
      assert.equal(answer.outcome?.failure?.kind, kind, JSON.stringify(answer.outcome));
      assert.equal(answer.text, '');
      checkNotice(portico, answer);
      checkSecret(JSON.stringify(portico.viewState()));
      assert.deepEqual(unhandled.reasons, []);
    });
  }

  for (const [kind, baseUrlOf] of Object.entries(setupKinds)) {
    it(`opens the setup step that is missing, and sends nothing: ${kind}`, async () => {
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

/** Portico's own note that a key was stored, without the secret: as VS Code leaves it behind. */
async function forgetsTheKey(): Promise<string> {
  // The first key makes the file.
  await storeKey('https://has-a-key.invalid/v1');
  const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const storage = ['User', 'globalStorage', extensionId, 'originsWithKey.json'];
  const file = join(dirname(workspace), 'data', ...storage);
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
