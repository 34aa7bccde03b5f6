// What only a real VS Code can tell: activation, the picker with thousands of models, Stop, memory of the extension host.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Gateway, startGateway } from '../referenceGateway/server';
import { ChatView } from '../support/chatView';
import { eventually } from '../support/eventually';
import { runInExtensionHost } from '../support/extensionHost';
import { bundleHostTests } from '../support/hostBundle';
import { quickInput, runCommand } from '../support/quickInput';
import { packagedExtension } from '../support/toolchain';
import { VsCode } from '../support/vscode';
import { type Figure, median } from './figure';

const restarts = 5;
const openings = 5;

/** Activation and the picker's opening, medians over several starts, and the slowest Stop. */
export async function measureWorkbench(): Promise<readonly Figure[]> {
  const gateway = await startGateway();
  const vscode = await VsCode.open({
    extensionVsix: packagedExtension,
    settings: {
      'portico.baseUrl': `${gateway.origin}/lists/thousands/v1`,
      'portico.model': 'demo-fast',
    },
  });
  try {
    const activations: Activation[] = [];
    const firstOpenings: number[] = [];
    for (let start = 0; start < restarts; start += 1) {
      if (start > 0) {
        forgetModelLists(vscode);
        await vscode.reload();
      }
      activations.push(await activation(vscode));
      firstOpenings.push(await pickerOpening(vscode));
    }
    const laterOpenings: number[] = [];
    for (let round = 0; round < openings; round += 1) {
      laterOpenings.push(await pickerOpening(vscode));
    }
    const stops = await stopsOf(vscode, gateway);
    return [
      {
        name: 'activate',
        value: median(activations.map(({ call }) => call)),
        unit: 'ms',
        limit: 10,
      },
      {
        name: 'loading the extension’s code',
        value: median(activations.map(({ load }) => load)),
        unit: 'ms',
      },
      {
        name: 'picker with 5,000 models, first opening',
        value: median(firstOpenings),
        unit: 'ms',
        limit: 300,
      },
      {
        name: 'picker with 5,000 models, later openings',
        value: median(laterOpenings),
        unit: 'ms',
        limit: 300,
      },
      {
        name: 'Stop to the closed socket, slowest of several',
        value: Math.max(...stops),
        unit: 'ms',
        limit: 200,
      },
    ];
  } finally {
    await vscode.close();
    await gateway.close();
  }
}

interface Activation {
  /** Reading and running the bundle, in ms. */
  readonly load: number;
  /** The call of `activate`, in ms. */
  readonly call: number;
}

/** What VS Code's own “Startup Performance” says of Portico. */
async function activation(vscode: VsCode): Promise<Activation> {
  const { page } = vscode;
  return eventually('Portico’s activation times', async () => {
    await runCommand(page, 'Developer: Startup Performance');
    await page.locator('.editor-instance .view-lines').first().click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+C');
    const text = await page.evaluate<string>('navigator.clipboard.readText()');
    const row = text.split('\n').find((line) => line.includes('portico.portico')) ?? '';
    const [, , , load, call] = row.split('|').map(Number);
    await runCommand(page, 'View: Close Editor');
    return load === undefined || call === undefined ? undefined : { load, call };
  });
}

/** No list is known when the picker opens next. */
function forgetModelLists(vscode: VsCode): void {
  for (const file of readdirSync(vscode.folders.user, { recursive: true, encoding: 'utf8' })) {
    if (/portico\.portico.models$/u.test(file)) {
      rmSync(join(vscode.folders.user, file), { recursive: true });
    }
  }
}

/** From the click on the status bar item to the first models in the list, in ms. */
async function pickerOpening(vscode: VsCode): Promise<number> {
  const { page } = vscode;
  const item = page.getByRole('button', { name: 'Portico model: demo-fast' });
  await item.waitFor();
  // Measured in the page, so that the driver's own way there and back does not count.
  const opened = page.evaluate<number>(`new Promise((resolve) => {
    const started = { at: 0 };
    addEventListener('mousedown', () => (started.at = performance.now()), { once: true, capture: true });
    const look = () => {
      const widget = document.querySelector('.quick-input-widget');
      const shown = widget !== null && widget.style.display !== 'none';
      const rows = shown ? widget.querySelectorAll('.monaco-list-row').length : 0;
      if (started.at > 0 && rows > 3) resolve(performance.now() - started.at);
      else requestAnimationFrame(look);
    };
    look();
  })`);
  const [ms] = await Promise.all([opened, item.click()]);
  const input = await quickInput(page);
  await input.cancelAndWait();
  return ms;
}

/** From the click on Stop in the chat to the gateway's seeing the connection closed. */
async function stopsOf(vscode: VsCode, gateway: Gateway): Promise<readonly number[]> {
  const chat = await ChatView.open(vscode.page);
  const gate = gateway.gate('demo-fast');
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    await chat.ask('Take your time.');
    await gate.sendText('Some words.\n\n');
    await chat.waitForState('streaming');
    const request = gateway.requests.findLast(({ method }) => method === 'POST');
    if (request === undefined) throw new Error('No question reached the gateway.');
    // The page's clock and the gateway's are one; the driver's own way does not count.
    const clicked = chat.frame.evaluate<number>(`new Promise((resolve) => {
      addEventListener('click', () => resolve(Date.now()), { once: true, capture: true });
    })`);
    const [at] = await Promise.all([clicked, chat.button('Stop').click(), request.closed]);
    times.push((request.closedAt ?? NaN) - at);
    await chat.waitForState('stopped');
  }
  return times;
}

/** Growth of the extension host's heap by an answer of 100 kB, in MB. */
export async function measureHostHeap(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'));
  const file = join(folder, 'heap.json');
  try {
    const bundle = await bundleHostTests();
    const results = await runInExtensionHost(
      {
        name: 'heap',
        tests: /^bench\//u,
        prepare: () => ({ env: { PORTICO_BENCH_HEAP: file } }),
      },
      bundle,
    );
    const failed = results.find(({ error }) => error !== undefined);
    if (failed !== undefined) {
      throw new Error(failed.error);
    }
    const grown = JSON.parse(readFileSync(file, 'utf8')) as number;
    return [
      {
        name: 'extension host’s heap above idle after 100 kB',
        value: grown / 1_000_000,
        unit: 'MB',
        limit: 40,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
