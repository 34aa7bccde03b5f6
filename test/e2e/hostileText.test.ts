// What a gateway calls its models, and what it says in errors, is only text in VS Code: hovered, too.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator } from 'playwright-core';
import { ChatView } from '../support/chatView';
import { eventuallyEqual, eventuallyMatches } from '../support/eventually';
import { quickInput, runCommand, type QuickInput } from '../support/quickInput';
import { packagedExtension } from '../support/toolchain';
import { VsCode } from '../support/vscode';
import { screenshot } from '../support/workbench';

const hostileWords =
  '$(verified-filled) **OpenAI** _official_ ~~x~~ `y` $(pass-filled) ![p](https://tracker.example/p.png) ' +
  '![q][r] [free models](https://evil.example/x) <https://evil.example> https://evil.example www.evil.example ' +
  'a@evil.example [run](command:workbench.action.quit)';

const models = [
  { id: 'model-1', object: 'model', owned_by: hostileWords },
  { id: 'model\u202Egnp.b\nsecond line', object: 'model', owned_by: 'x' },
  { id: '$(trash) icon', object: 'model', owned_by: `# ${hostileWords}` },
];

/** Has code and a formula: the page loads other scripts for them, which its policy has to allow. */
const hostileAnswer = [
  '<script>canary()</script> <img src=https://evil.example/x onerror=canary()>',
  'A formula: $x^2$ <svg onload=canary()>',
  '[link](javascript:canary()) ![p](https://tracker.example/p.png) [file](../../../etc/passwd)',
  '<details open ontoggle=canary()>\n<summary>s</summary>\n</details>',
  "```js\nconst a = '<svg onload=canary()>';\n```",
].join('\n\n');

/** Records what runs and what the policy of the page blocks. It is text because tsx changes functions, which then fail in a page. */
const trap = `
  globalThis.fired = [];
  globalThis.canary = () => void fired.push('canary');
  document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => fired.push(violatedDirective));`;

describe('hostile text of a gateway', () => {
  let server: Server;
  let origin: string;
  let vscode: VsCode;
  /** Requests of any page of VS Code to hosts other than VS Code's own server and the gateway. */
  const foreignRequests: string[] = [];

  before(async () => {
    server = createServer((request, response) => {
      if (request.url === '/v1/chat/completions') {
        const choice = { index: 0, delta: { content: hostileAnswer }, finish_reason: 'stop' };
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(`data: ${JSON.stringify({ choices: [choice] })}\n\ndata: [DONE]\n\n`);
        return;
      }
      const isListed = request.url === '/v1/models';
      response.writeHead(isListed ? 200 : 400, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(isListed ? { data: models } : { error: { message: hostileWords } }),
      );
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    vscode = await VsCode.open({
      unpackedVsix: packagedExtension,
      settings: {
        'portico.baseUrl': `${origin}/v1`,
        'portico.model': 'model-1',
        'workbench.hover.delay': 50,
      },
      preparePage: async (page) => {
        page.on('request', (request) => {
          const { hostname, protocol } = new URL(request.url());
          if (protocol.startsWith('http') && hostname.endsWith('.example')) {
            foreignRequests.push(request.url());
          }
        });
        await page.route(/\.example\//u, (route) => route.abort());
      },
    });
  });
  after(async () => {
    await vscode.close();
    server.closeAllConnections();
    server.close();
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      await screenshot(vscode.page, `failed-hostile-${this.currentTest.title}`);
      // Closes the hover and the picker, so that the next test does not fail too.
      await vscode.page.keyboard.press('Escape');
      await vscode.page.keyboard.press('Escape');
    }
  });

  async function openPicker(): Promise<QuickInput> {
    await runCommand(vscode.page, 'Portico: Select Model…');
    return quickInput(vscode.page, /Select Model/u);
  }

  /** Hovers over an element until VS Code shows its hover; returns that. */
  async function hoverOf(element: Locator, text: RegExp): Promise<Locator> {
    const hovers = vscode.page.locator('.monaco-hover:visible');
    const hover = hovers.filter({ hasText: text }).first();
    // A row that opens below the pointer shows its own hover, which may cover the element.
    await vscode.page.mouse.move(1, 400);
    await eventuallyEqual('the other hovers', () => hovers.count(), 0);
    await element.hover();
    await hover.waitFor();
    return hover;
  }

  async function assertOnlyText(element: Locator): Promise<void> {
    const marked = await element
      .locator('img, a[href], a[data-href], strong, em, del, code, h1, .codicon:not(.action-label)')
      .evaluateAll((found) => found.map(({ outerHTML }) => outerHTML));
    assert.deepEqual(marked, []);
  }

  it('is no picture, link, icon or markup in a model’s description, nor in its hover', async () => {
    const picker = await openPicker();
    const description = picker.row('model-1').locator('.label-description');
    await eventuallyMatches('the description', () => description.textContent(), /official/u);
    await assertOnlyText(description);
    const hover = await hoverOf(description, /official/u);
    await assertOnlyText(hover);
    // What the reader sees is what the gateway sent, up to the length that is shown.
    const shown = ((await description.textContent()) ?? '').replaceAll(/[\u2060\uFEFF]/gu, '');
    const begin = hostileWords.slice(0, 200);
    assert.ok(shown.replaceAll('\u02CB', '`').replaceAll('\u00A0', ' ').startsWith(begin), shown);
    await picker.cancelAndWait();
    assert.deepEqual(foreignRequests, []);
  });

  it('is no heading at the beginning of a description, and no icon in a label', async () => {
    const picker = await openPicker();
    const row = picker.row('$(trash) icon');
    await row.waitFor();
    await assertOnlyText(row);
    await assertOnlyText(await hoverOf(row.locator('.label-description'), /official/u));
    await picker.cancelAndWait();
    assert.deepEqual(foreignRequests, []);
  });

  it('does not turn a row around, and stays on one line', async () => {
    const picker = await openPicker();
    await picker.row('model\uFFFDgnp.b second line').waitFor();
    await picker.cancelAndWait();
  });

  it('is only text in the reason why a list could not be fetched, nor in its hover', async () => {
    await runCommand(vscode.page, 'Portico: Connect to a Gateway…');
    const input = await quickInput(vscode.page, /Base URL/u);
    await input.type(`${origin}/bad/v1`);
    await input.accept();
    await input.waitForTitle(/API Key/u);
    await input.accept();
    await input.waitForTitle(/Select Model/u);
    const row = input.row("Couldn't fetch the model list");
    const detail = row.locator('.quick-input-list-label-meta');
    await eventuallyMatches('the reason', () => detail.textContent(), /official/u);
    await assertOnlyText(detail);
    await assertOnlyText(await hoverOf(detail.locator('.monaco-icon-label').first(), /official/u));
    await input.cancelAndWait();
    assert.deepEqual(foreignRequests, []);
  });

  it('runs no script in VS Code’s webview as an answer, whose page has Trusted Types', async () => {
    const chat = await ChatView.open(vscode.page);
    await chat.frame.evaluate<undefined>(trap);
    await chat.getAnswer('What is hostile?');
    const answer = chat.answers.last();
    await answer.locator('math').waitFor();
    await answer.locator('.hl-string').first().waitFor();
    assert.equal(
      await answer.locator('script, img, iframe, svg, [onload], [href^=java]').count(),
      0,
    );
    assert.deepEqual(await chat.frame.evaluate<readonly string[]>('fired'), []);
    const isRefused = await chat.frame.evaluate(() => {
      try {
        document.createElement('div').innerHTML = '<b>x</b>';
        return false;
      } catch (error) {
        return error instanceof TypeError;
      }
    });
    assert.ok(isRefused);
    assert.deepEqual(await chat.frame.evaluate<readonly string[]>('fired'), [
      'require-trusted-types-for',
    ]);
    assert.deepEqual(foreignRequests, []);
  });
});
