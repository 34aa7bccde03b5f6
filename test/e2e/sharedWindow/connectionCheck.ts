// Diagnose Connection as a user runs it: opened by name, read row by row, copied, canceled, and used to fix a problem.
import assert from 'node:assert/strict';
import type { Gateway } from '../../referenceGateway/server';
import { eventually } from '../../support/eventually';
import { quickInput, runCommand, type QuickInput } from '../../support/quickInput';
import type { VsCode } from '../../support/vscode';
import { notification, screenshot } from '../../support/workbench';
import type { SharedWindow } from './sharedWindow';

const key = 'sk-canary-e2echeck-8Hn3VbQx';

export function testConnectionCheck(getShared: () => SharedWindow): void {
  let vscode: VsCode;
  let gateway: Gateway;

  before(async () => {
    ({ vscode, gateway } = getShared());
    await runCommand(vscode.page, 'Portico: Select Model…');
    const picker = await quickInput(vscode.page, /Select Model/u);
    await picker.filterAndPick('demo-fast');
    await picker.waitUntilClosed();
    gateway.clearRequests();
  });

  async function openCheck(): Promise<QuickInput> {
    await runCommand(vscode.page, 'Portico: Diagnose Connection');
    return quickInput(vscode.page, /Diagnose Connection/u);
  }

  /** The text of a stage's row once the stage has ended or was skipped. */
  function rowOf(rows: QuickInput, stage: string): Promise<string> {
    return eventually(`the row of ${stage}`, async () => {
      const row = rows.rows.filter({ hasText: stage }).first();
      const name = (await row.getAttribute('aria-label')) ?? '';
      return /passed|failed|warning|skipped/u.test(name) && name;
    });
  }

  /** Copies the report. The clipboard is emptied before: it may hold the report of an earlier test. */
  async function copyReport(rows: QuickInput): Promise<string> {
    await vscode.page.evaluate("navigator.clipboard.writeText('')");
    await rows.button('Copy Diagnosis').click();
    return eventually('the report', async () => {
      const text = await vscode.page.evaluate<string>('navigator.clipboard.readText()');
      return text !== '' && text;
    });
  }

  it('shows every stage, says that the connection works, and asks the model on request only', async () => {
    const rows = await openCheck();
    await notification(vscode.page, 'The connection works').waitFor();
    for (const stage of [
      'URL',
      'TCP',
      'Response from the Base URL',
      'Authorization',
      'Model list',
    ]) {
      assert.match(await rowOf(rows, stage), /passed/u, stage);
    }
    assert.match(await rowOf(rows, 'TLS'), /skipped/u);
    await screenshot(vscode.page, 'check-connection-dark');
    assert.ok(gateway.requests.every(({ method }) => method === 'GET'));

    // Enter does not ask the model: another row is active.
    await rows.accept();
    await rows.pick('Ask the model two short questions (costs a few tokens)');
    assert.match(await rowOf(rows, 'Short answer, streamed'), /passed.*first token after.*chunks/u);
    assert.equal(gateway.requests.filter(({ method }) => method === 'POST').length, 2);
    await screenshot(vscode.page, 'check-connection-asked-dark');
  });

  it('names the broken stage, and its row opens the fix', async () => {
    gateway.setApiKey(key);
    const rows = await openCheck();
    const row = await rowOf(rows, 'Authorization');
    assert.match(row, /failed.*HTTP status 401.*Set API key/u);
    assert.match(await rowOf(rows, 'Chosen model'), /skipped/u);
    await screenshot(vscode.page, 'check-connection-failed-dark');
    assert.match(
      await copyReport(rows),
      /\n- Authorization: failed · HTTP status 401 — .* — HTTP status: 401/u,
    );
    await rows.pick('Authorization');
    await rows.waitForTitle(/API Key/u);
    await rows.type(key);
    await rows.accept();
    await rows.waitUntilClosed();
    await notification(vscode.page, 'was stored').waitFor();
    await openCheck();
    assert.match(await rowOf(rows, 'Authorization'), /passed/u);
    const report = await copyReport(rows);
    assert.match(report, /\n- Authorization: passed · API key accepted\n/u);
    assert.ok(!report.includes(key.slice(0, 12)) && !report.includes(key.slice(-4)), report);
    await rows.cancelAndWait();
  });
}
