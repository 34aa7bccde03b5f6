// The kinds of failure that no gateway can cause: they lie in the set-up, on the way, or in VS Code.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { type FailureKind, failureKinds } from '../../../src/shared/conversation/failure';
import { faults } from '../../referenceGateway/faults';
import { startGateway } from '../../referenceGateway/server';
import { selfSigned } from '../../support/selfSigned';
import {
  activatePortico,
  getAnswer,
  extensionId,
  newChat,
  setUserSetting,
} from '../support/portico';
import { checkNotice, checkSecret, key, noteUnhandled } from './noticeChecks';

/** Only a person can cause these: by a click in a modal dialog, by a reload. The e2e ring does. */
const elsewhere: readonly FailureKind[] = ['insecure', 'windowClosed'];

/** How each comes about: the Base URL under which a question ends so. */
const ways: Partial<Record<FailureKind, () => Promise<string> | string>> = {
  notConfigured: () => '',
  keyMissing: () => 'https://never-had-a-key.invalid/v1',
  keyLost: forgetsTheKey,
  otherGateway: heldElsewhere,
  unreachable: () => 'http://127.0.0.1:9/v1',
  certificate: servesUntrusted,
  // In a test run VS Code throws where it would have to ask in a modal dialog.
  unexpected: async () => {
    await storeKey('http://plain.invalid/v1');
    return 'http://plain.invalid/v1';
  },
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
    const caused = new Set([...byFaults, ...Object.keys(ways), ...elsewhere]);
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

  it('says which Base URL cannot be used, and why', async () => {
    await newChat();
    await setUserSetting('baseUrl', 'ftp://gateway.example/v1');
    const answer = await getAnswer(portico, 'Are you there?');
    assert.equal(answer.outcome?.failure?.kind, 'notConfigured');
    checkNotice(portico, answer);
    assert.match(portico.viewState().notices[answer.id]?.sentence ?? '', /http/u);
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

/** A question has gone to one gateway; the next one would go to another. */
async function heldElsewhere(): Promise<string> {
  const portico = await activatePortico();
  const gateway = await startGateway();
  await setUserSetting('baseUrl', gateway.baseUrl);
  await getAnswer(portico, 'Who hears this?');
  await gateway.close();
  return 'http://127.0.0.1:9/v1';
}

async function servesUntrusted(): Promise<string> {
  const untrusted = createServer(selfSigned('localhost'), (_request, response) => response.end());
  server = untrusted;
  await new Promise<void>((resolve) => untrusted.listen(0, '127.0.0.1', resolve));
  const { port } = untrusted.address() as AddressInfo;
  return `https://127.0.0.1:${port}/v1`;
}
