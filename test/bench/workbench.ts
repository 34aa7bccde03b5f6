// What only a real VS Code shows: activation, the model picker, Stop and the view that is shown again, each beside the
// yardstick extension.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGateway, type Gateway } from '../referenceGateway/server';
import { ChatView } from '../support/chatView';
import { eventually } from '../support/eventually';
import { quickInput, runCommand } from '../support/quickInput';
import { packagedExtension } from '../support/toolchain';
import { VsCode } from '../support/vscode';
import { isWebviewContent, openView } from '../support/workbench';
import { bareGatewayVariable, bareItems, bareView, packBareExtension } from './bareExtension';
import { compare, median, type Figure } from './figure';

const windowLoads = 6;
const laterOpenings = 5;
const stops = 5;
const showings = 7;
const model = 'demo-fast';
const modelItem = `Portico model: ${model}`;

export async function measureWorkbench(): Promise<readonly Figure[]> {
  const gateway = await startGateway();
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'));
  const baseUrl = `${gateway.origin}/lists/thousands/v1`;
  const vscode = await VsCode.open({
    extensionVsix: packagedExtension,
    otherExtensions: [await packBareExtension(folder, model)],
    settings: { 'portico.baseUrl': baseUrl, 'portico.model': model },
    env: { [bareGatewayVariable]: baseUrl },
  });
  try {
    return [
      ...(await measureWindow(vscode)),
      ...(await measureStop(vscode, gateway)),
      ...(await measureShowing(vscode)),
    ];
  } finally {
    await vscode.close();
    await gateway.close();
    rmSync(folder, { recursive: true });
  }
}

async function measureWindow(vscode: VsCode): Promise<readonly Figure[]> {
  const [loads, bareLoads]: [number[], number[]] = [[], []];
  const [calls, bareCalls]: [number[], number[]] = [[], []];
  const [firstOpenings, bareFirstOpenings]: [number[], number[]] = [[], []];
  const [openings, bareOpenings]: [number[], number[]] = [[], []];
  for (let load = 0; load < windowLoads; load += 1) {
    if (load > 0) {
      forgetModelLists(vscode);
      await vscode.reload();
    }
    const times = await activationTimes(vscode);
    loads.push(times.own.load);
    calls.push(times.own.call);
    bareLoads.push(times.bare.load);
    bareCalls.push(times.bare.call);
    // Each is the first picker of its window in turn, which costs VS Code more than a later one.
    const first = async () => firstOpenings.push(await pickerOpening(vscode, modelItem));
    const bareFirst = async () =>
      bareFirstOpenings.push(await pickerOpening(vscode, bareItems.fetchAndPick));
    for (const open of load % 2 === 0 ? [first, bareFirst] : [bareFirst, first]) {
      await open();
    }
  }
  for (let opening = 0; opening < laterOpenings; opening += 1) {
    openings.push(await pickerOpening(vscode, modelItem));
    bareOpenings.push(await pickerOpening(vscode, bareItems.pick));
  }
  // VS Code rounds these times to ms: their sum over all loads is compared.
  const sum = (values: readonly number[]): number => values.reduce((total, ms) => total + ms, 0);
  return [
    { name: `activate, ${windowLoads} times`, value: sum(calls), unit: 'ms' },
    ...compare({
      name: `loading and activating, ${windowLoads} times`,
      value: sum(loads) + sum(calls),
      yardstick: 'extension with as much code and as many commands',
      yardstickValue: sum(bareLoads) + sum(bareCalls),
      limit: 3,
    }),
    ...compare({
      name: 'picker with 5,000 models, first opening',
      value: median(firstOpenings),
      yardstick: 'bare QuickPick that fetches the same list',
      yardstickValue: median(bareFirstOpenings),
      limit: 3,
    }),
    ...compare({
      name: 'picker with 5,000 models, later openings',
      value: median(openings),
      yardstick: 'bare QuickPick with as many rows',
      yardstickValue: median(bareOpenings),
      limit: 2,
    }),
  ];
}

/** The unit is ms. */
interface ActivationTimes {
  /** Reading and running the bundle. */
  readonly load: number;
  /** The call of `activate`. */
  readonly call: number;
}

/** Reads VS Code's own “Startup Performance”. */
async function activationTimes(
  vscode: VsCode,
): Promise<{ readonly own: ActivationTimes; readonly bare: ActivationTimes }> {
  const { page } = vscode;
  return eventually('activation times', async () => {
    await runCommand(page, 'Developer: Startup Performance');
    await page.locator('.editor-instance .view-lines').first().click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+C');
    const text = await page.evaluate<string>('navigator.clipboard.readText()');
    await runCommand(page, 'View: Close Editor');
    const own = timesOf('portico.portico', text);
    const bare = timesOf('yardstick.bare', text);
    return own !== undefined && bare !== undefined && { own, bare };
  });
}

function timesOf(extension: string, performanceText: string): ActivationTimes | undefined {
  const row = performanceText.split('\n').find((line) => line.includes(extension)) ?? '';
  const [, , , load, call] = row.split('|').map(Number);
  return load === undefined || call === undefined ? undefined : { load, call };
}

/** The picker has no saved list when it opens next. */
function forgetModelLists(vscode: VsCode): void {
  const folder = join(vscode.folders.user, 'globalStorage/portico.portico/models');
  rmSync(folder, { recursive: true, force: true });
}

/** The time from the click on a status bar item to the first rows of the picker that it opens, in ms. */
async function pickerOpening(vscode: VsCode, itemName: string): Promise<number> {
  const { page } = vscode;
  const item = page.getByRole('button', { name: itemName });
  await item.waitFor();
  // Measured in the page, so that the driver's own time does not count.
  const opened = page.evaluate<number>(`new Promise((resolve) => {
    let start = 0;
    addEventListener('mousedown', () => (start = performance.now()), { once: true, capture: true });
    const look = () => {
      const widget = document.querySelector('.quick-input-widget');
      const isShown = widget !== null && widget.style.display !== 'none';
      const rows = isShown ? widget.querySelectorAll('.monaco-list-row').length : 0;
      if (start > 0 && rows > 3) resolve(performance.now() - start);
      else requestAnimationFrame(look);
    };
    look();
  })`);
  const [ms] = await Promise.all([opened, item.click()]);
  await (await quickInput(page)).cancelAndWait();
  return ms;
}

/** Measures from the click on Stop to the closed connection. */
async function measureStop(vscode: VsCode, gateway: Gateway): Promise<readonly Figure[]> {
  const { page } = vscode;
  const chat = await ChatView.open(page);
  const gate = gateway.gate(model);
  const [times, bareTimes]: [number[], number[]] = [[], []];
  for (let round = 0; round < stops; round += 1) {
    await chat.ask('Take your time.');
    await gate.sendText('Some words.\n\n');
    await chat.waitForState('streaming');
    times.push(await stopTime(gateway, chat.frame, () => chat.button('Stop').click()));
    await chat.waitForState('stopped');

    await page.getByRole('button', { name: bareItems.ask }).click();
    // Resolves when the answer has begun.
    await gate.sendText('Some words.\n\n');
    bareTimes.push(
      await stopTime(gateway, page, () =>
        page.getByRole('button', { name: bareItems.stop }).click(),
      ),
    );
  }
  return compare({
    name: 'Stop to the closed connection',
    value: median(times),
    yardstick: 'bare command that aborts a fetch',
    yardstickValue: median(bareTimes),
    limit: 4,
  });
}

/** @param view Where the click happens: its clock is the gateway's, and the driver's own time does not count. */
async function stopTime(
  gateway: Gateway,
  view: { evaluate<T>(script: string): Promise<T> },
  click: () => Promise<void>,
): Promise<number> {
  const request = gateway.requests.findLast(({ method }) => method === 'POST');
  if (request === undefined) throw new Error('No question reached the gateway.');
  const clicked = view.evaluate<number>(`new Promise((resolve) => {
    addEventListener('click', () => resolve(Date.now()), { once: true, capture: true });
  })`);
  const [clickedAt] = await Promise.all([clicked, click(), request.closed]);
  return (request.closedAt ?? NaN) - clickedAt;
}

/** Measures from the click on the icon of a hidden view to the caret in its text box. The chat has the answers of `measureStop`. */
async function measureShowing(vscode: VsCode): Promise<readonly Figure[]> {
  const [times, bareTimes]: [number[], number[]] = [[], []];
  for (let round = 0; round < showings; round += 1) {
    bareTimes.push(await showingTime(vscode, bareView));
    times.push(await showingTime(vscode, 'Portico'));
  }
  return compare({
    name: 'the view shown again to the caret in the message box',
    value: median(times),
    yardstick: 'bare view with a text box',
    yardstickValue: median(bareTimes),
    limit: 2,
  });
}

async function showingTime({ page }: VsCode, title: string): Promise<number> {
  await openView(page, 'Explorer');
  await eventually('no webview', () => !page.frames().some(isWebviewContent));
  const clicked = page.evaluate<number>(`new Promise((resolve) => {
    addEventListener('mousedown', () => resolve(Date.now()), { once: true, capture: true });
  })`);
  const [clickedAt] = await Promise.all([
    clicked,
    page.getByRole('tab', { name: title }).first().click(),
  ]);
  const caretAt = `new Promise((resolve) => {
    const look = () => {
      if (document.hasFocus() && document.activeElement?.matches('textarea')) resolve(Date.now());
      else requestAnimationFrame(look);
    };
    look();
  })`;
  // A page that is just loading loses the promise, and there is another one afterwards.
  const focusedAt = await eventually('the caret', () =>
    Promise.any(
      page
        .frames()
        .filter(isWebviewContent)
        .map((frame) => frame.evaluate<number>(caretAt)),
    ),
  );
  return focusedAt - clickedAt;
}
