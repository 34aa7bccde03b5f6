// Check Connection as a person runs it: opened by name, read row by row, copied, cancelled, mended.
import assert from 'node:assert/strict';
import type { Gateway } from '../../referenceGateway/server';
import type { VsCode } from '../../support/vscode';
import {
  eventually,
  notification,
  type QuickInput,
  quickInput,
  runCommand,
  screenshot,
} from '../../support/workbench';
import type { OneWindow } from './oneWindow';

const key = 'sk-canary-e2echeck-8Hn3VbQx';

export function checksConnection(window: () => OneWindow): void {
  let vscode: VsCode;
  let gateway: Gateway;

  before(async () => {
    ({ vscode, gateway } = window());
    await runCommand(vscode.page, 'Portico: Select Model…');
    const picker = await quickInput(vscode.page);
    await picker.filterAndPick('demo-fast');
    await picker.closed();
    gateway.clearRequests();
  });

  async function opened(): Promise<QuickInput> {
    await runCommand(vscode.page, 'Portico: Check Connection');
    const rows = await quickInput(vscode.page);
    await eventually('the rows of the check', async () =>
      /Check Connection/u.test((await rows.title.textContent()) ?? ''),
    );
    return rows;
  }

  /** What the row of a stage says, once that is more than that it waits or runs. */
  function told(rows: QuickInput, stage: string): Promise<string> {
    return eventually(`the row of ${stage}`, async () => {
      const row = rows.rows.filter({ hasText: stage }).first();
      const name = (await row.getAttribute('aria-label')) ?? '';
      return /passed|failed|warning|left out|not reached/u.test(name) && name;
    });
  }

  async function clipboard(after: string): Promise<string> {
    return eventually('the report', async () => {
      const text = await vscode.page.evaluate<string>('navigator.clipboard.readText()');
      return text !== after && text;
    });
  }

  it('shows every stage, says that the connection works and asks the model once that is chosen', async () => {
    const rows = await opened();
    await notification(vscode.page, 'The connection works').first().waitFor();
    for (const stage of ['URL', 'TCP', 'Answer at the Base URL', 'Authorization', 'Model list']) {
      assert.match(await told(rows, stage), /passed/u, stage);
    }
    assert.match(await told(rows, 'TLS'), /left out/u);
    await screenshot(vscode.page, 'check-connection-dark');
    assert.ok(gateway.requests.every(({ method }) => method === 'GET'));

    // Enter asks nothing of the model by itself.
    await rows.accept();
    await rows.pick('Ask the model two short questions (costs a few tokens)');
    assert.match(await told(rows, 'Short answer, streamed'), /passed.*first token after.*pieces/u);
    assert.equal(gateway.requests.filter(({ method }) => method === 'POST').length, 2);
    await screenshot(vscode.page, 'check-connection-asked-dark');
  });

  it('copies a report in which every stage stands', async () => {
    const rows = await quickInput(vscode.page);
    await rows.button('Copy Report').click();
    const report = await clipboard('');
    assert.match(report, /^# Portico: Check Connection\n\n- Portico \d+\.\d+\.\d+, VS Code \d/u);
    const lines = report
      .split('\n')
      .filter((line) => / (?:passed|left out|failed|warning)/u.test(line));
    assert.equal(lines.length, 11, report);
    assert.match(report, /- Model list: passed — \d+ models\n/u);
    await notification(vscode.page, 'The report was copied').first().waitFor();
  });

  it('names the stage that is broken; the row opens what helps', async () => {
    gateway.setApiKey(key);
    const rows = await opened();
    const row = await told(rows, 'Authorization');
    assert.match(row, /failed.*Set API key.*HTTP status 401/u);
    assert.match(await told(rows, 'Chosen model'), /not reached/u);
    await screenshot(vscode.page, 'check-connection-failed-dark');
    const before = await vscode.page.evaluate<string>('navigator.clipboard.readText()');
    await rows.button('Copy Report').click();
    assert.match(await clipboard(before), /\n- Authorization: failed — .* — HTTP status 401 — /u);
    await rows.pick('Authorization');
    await eventually('the question for the key', async () =>
      /API Key/u.test((await rows.title.textContent()) ?? ''),
    );
    await rows.type(key);
    await rows.accept();
    await rows.closed();
    await opened();
    assert.match(await told(rows, 'Authorization'), /passed/u);
    const refused = await vscode.page.evaluate<string>('navigator.clipboard.readText()');
    await rows.button('Copy Report').click();
    const report = await clipboard(refused);
    assert.match(report, /\n- Authorization: passed — the API key is accepted\n/u);
    assert.ok(!report.includes(key.slice(0, 12)) && !report.includes(key.slice(-4)), report);
    await rows.cancel();
    await rows.closed();
  });

  it('Escape cancels what runs', async () => {
    gateway.clearRequests();
    const letGo = gateway.holdList();
    try {
      const asked = gateway.nextRequest(({ path }) => path.endsWith('/models'));
      const rows = await opened();
      const request = await asked;
      await rows.cancel();
      await rows.closed();
      await request.closed;
      assert.equal(request.aborted, true);
    } finally {
      letGo();
    }
  });
}
