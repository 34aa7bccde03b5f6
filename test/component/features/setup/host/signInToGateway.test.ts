import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type * as signInModule from '../../../../../src/features/setup/host/signInToGateway';
import { signInGateways, type SignInGateway } from '../../../../../src/features/setup/node/signIn';
import { tracesOf } from '../../../../support/canary';
import { ManualClock } from '../../../../support/manualClock';
import { until } from '../../../../support/until';
import { vscodeTexts, withVsCodeTexts } from '../../../../support/withVsCodeTexts';

/** As much of VS Code's as is used here. */
class Uri {
  readonly path: string;
  readonly query: string;

  constructor(readonly text: string) {
    const [, path = '', query = ''] = /^[\w-]+:\/\/[^/]*([^?]*)\??(.*)$/u.exec(text) ?? [];
    this.path = path;
    this.query = decodeURIComponent(query);
  }

  static readonly parse = (text: string) => new Uri(text);

  toString(isPlain = false): string {
    return isPlain ? this.text : this.text.replaceAll('=', '%3D').replaceAll('&', '%26');
  }
}

Object.assign(vscodeTexts, { Uri });
const { SignIns } = withVsCodeTexts(
  () => require('../../../../../src/features/setup/host/signInToGateway') as typeof signInModule,
);

const key = 'sk-or-v1-canary-7Qz2Lm4T9Rt8Vb1N3Hj6Kp0W';

/** A gateway that signs in as OpenRouter's documents and SDKs say. */
class Authority {
  readonly requests: { readonly url: string; readonly headers: IncomingMessage['headers'] }[] = [];
  /** Replaces the answer to the exchange. */
  exchange: ((reply: ServerResponse) => void) | undefined;
  readonly #challenges = new Map<string, string>();
  readonly #server = createServer((request, reply) => void this.#answer(request, reply));

  async start(): Promise<SignInGateway> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return {
      name: 'Router',
      baseUrl: `${origin}/v1`,
      authUrl: `${origin}/auth?key_label=Portico`,
      tokenUrl: `${origin}/auth/keys`,
      callbackPorts: ['', '3000'],
    };
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** What the browser does after the user has agreed: it returns to the callback, or shows a code. */
  visit(page: string): { readonly callback?: string; readonly code: string } {
    const { searchParams } = new URL(page);
    assert.equal(searchParams.get('code_challenge_method'), 'S256');
    assert.equal(searchParams.get('key_label'), 'Portico');
    const challenge = searchParams.get('code_challenge') ?? '';
    assert.match(challenge, /^[\w-]{43}$/u);
    const code = `auth_code_${this.#challenges.size + 1}`;
    this.#challenges.set(code, challenge);
    const callback = searchParams.get('callback_url');
    if (callback === null) {
      return { code };
    }
    const url = new URL(callback);
    const isAllowed =
      url.protocol === 'vscode:' || (url.protocol === 'https:' && ['', '3000'].includes(url.port));
    assert.ok(isAllowed, `the gateway refuses ${callback}`);
    url.searchParams.set('code', code);
    return { callback: url.href, code };
  }

  async #answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    this.requests.push({ url: request.url ?? '', headers: request.headers });
    if (this.exchange !== undefined) {
      this.exchange(reply);
      return;
    }
    const body = Buffer.concat(await request.toArray()).toString();
    const { code, code_verifier, code_challenge_method } = JSON.parse(body) as Record<
      string,
      string
    >;
    const challenge = this.#challenges.get(code ?? '');
    // A code works once.
    this.#challenges.delete(code ?? '');
    const isRight =
      request.method === 'POST' &&
      code_challenge_method === 'S256' &&
      challenge ===
        createHash('sha256')
          .update(code_verifier ?? '')
          .digest('base64url');
    reply.writeHead(isRight ? 200 : 403, { 'content-type': 'application/json' });
    reply.end(
      JSON.stringify(isRight ? { key, user_id: 'u' } : { error: { message: 'Invalid code' } }),
    );
  }
}

/** The input box that is open. */
class Box {
  title = '';
  prompt = '';
  value = '';
  validationMessage: string | undefined;
  enabled = true;
  isOpen = false;
  readonly #listeners: Record<string, () => void> = {};
  readonly onDidChangeValue = (listener: () => void) => this.#listen('change', listener);
  readonly onDidAccept = (listener: () => void) => this.#listen('accept', listener);
  readonly onDidHide = (listener: () => void) => this.#listen('hide', listener);
  readonly onDidTriggerButton = (listener: () => void) => this.#listen('button', listener);

  #listen(name: string, listener: () => void) {
    this.#listeners[name] = listener;
    return { dispose: () => undefined };
  }

  show(): void {
    this.isOpen = true;
  }

  dispose(): void {
    this.isOpen = false;
    this.#listeners['hide']?.();
  }

  enter(text: string): void {
    this.value = text;
    this.#listeners['change']?.();
    this.#listeners['accept']?.();
  }

  click(): void {
    this.#listeners['button']?.();
  }
}

describe('SignIns', function () {
  this.timeout(30_000);

  let authority: Authority;
  let row: SignInGateway;
  let clock: ManualClock;
  let signIns: signInModule.SignIns;
  let box: Box;
  let pages: string[];
  let errors: string[];
  let log: string[];
  let toExternal: (link: string) => string;

  beforeEach(async () => {
    authority = new Authority();
    row = await authority.start();
    clock = new ManualClock();
    [pages, errors, log] = [[], [], []];
    // As a desktop VS Code does.
    toExternal = (link) => `${link}&windowId=1`;
    const onRequest = (record: object): void => void log.push(JSON.stringify(record));
    signIns = new SignIns({ clock, version: '0.1.0-test', onRequest }, 'portico.portico');
    const asExternalUri = async ({ text }: Uri) => new Uri(toExternal(text));
    Object.assign(vscodeTexts.env, { uriScheme: 'vscode', asExternalUri });
    Object.assign(vscodeTexts.commands, {
      executeCommand: async (id: string, page: string) => {
        assert.equal(id, 'vscode.open');
        pages.push(page);
      },
    });
    Object.assign(vscodeTexts.window, {
      createInputBox: () => (box = new Box()),
      showErrorMessage: async (message: string) => void errors.push(message),
    });
  });

  afterEach(() => {
    authority.close();
    const shown = JSON.stringify([pages, errors, log, box?.title, box?.prompt]);
    assert.ok(!tracesOf(key).some((trace) => shown.includes(trace)), shown);
  });

  /** Signs in until the page is open. */
  async function start() {
    const count = pages.length;
    const result = signIns.signIn(row);
    await Promise.race([result, until(() => pages.length > count)]);
    return { result, page: pages.at(-1) ?? '' };
  }

  const returnTo = (callback = ''): boolean => signIns.handle(Uri.parse(callback));

  it('opens the page, takes the callback, and exchanges its code for the key', async () => {
    const { result, page } = await start();
    const { callback = '' } = authority.visit(page);
    assert.match(
      callback,
      /^vscode:\/\/portico\.portico\/signed-in\?state=[\w-]{43}&windowId=1&code=/u,
    );
    assert.equal(box.isOpen, true);
    assert.equal(returnTo(callback), true);
    const { baseUrl } = row;
    assert.deepEqual(await result, { baseUrl, key });
    assert.equal(box.isOpen, false);
    assert.equal(clock.pendingTimers, 0);
    assert.deepEqual(errors, []);
    const [{ headers, url } = assert.fail(), ...others] = authority.requests;
    assert.deepEqual([url, others], ['/auth/keys', []]);
    assert.equal(headers.authorization ?? headers.cookie, undefined);
    assert.equal(headers['user-agent'], 'Portico/0.1.0-test');
  });

  it('leaves other links to others', () => {
    for (const path of ['/connect', '/signed-in/x', '/', '']) {
      assert.equal(signIns.handle({ path, query: 'state=x&code=y' }), false);
    }
  });

  it('takes no callback of another sign-in, and stays open for its own', async () => {
    const { result, page } = await start();
    const { callback = '' } = authority.visit(page);
    for (const query of ['code=stolen', 'state=&code=stolen', 'state=other&code=stolen']) {
      assert.equal(signIns.handle({ path: '/signed-in', query }), true);
    }
    assert.equal(errors.length, 3);
    assert.match(errors[0] ?? '', /ended, or was started in another window\. Sign in again/u);
    assert.deepEqual(authority.requests, []);
    returnTo(callback);
    assert.equal((await result)?.key, key);
  });

  it('takes a callback once', async () => {
    const { result, page } = await start();
    const { callback } = authority.visit(page);
    returnTo(callback);
    returnTo(callback);
    await result;
    returnTo(callback);
    assert.equal(errors.length, 2);
    assert.equal(authority.requests.length, 1);
  });

  for (const callback of [
    'http://127.0.0.1:8080/callback?vscode-reqid=1&vscode-query=state',
    'https://code.example:8443/callback?vscode-reqid=1&vscode-query=state',
    'http://code.example/callback?vscode-reqid=1&vscode-query=state',
  ]) {
    it(`asks for the code where the gateway would refuse the callback ${callback}`, async () => {
      toExternal = () => callback;
      const { result, page } = await start();
      assert.match(box.prompt, /then paste the code/u);
      box.enter(` ${authority.visit(page).code}\n`);
      assert.equal((await result)?.key, key);
      assert.equal(box.enabled, false);
    });
  }

  it('uses callbacks that the gateway accepts', async () => {
    for (const origin of ['https://code.example', 'https://code.example:3000']) {
      toExternal = () => `${origin}/callback?vscode-reqid=1`;
      const { result, page } = await start();
      assert.ok(authority.visit(page).callback?.startsWith(`${origin}/callback?`));
      box.dispose();
      await result;
    }
  });

  it('shows a code where the browser is on another machine', async () => {
    const { result, page } = await start();
    assert.ok(authority.visit(page).callback);
    box.click();
    await until(() => pages.length === 2);
    const { callback, code } = authority.visit(pages[1] ?? '');
    assert.equal(callback, undefined);
    box.enter(code);
    assert.equal((await result)?.key, key);
  });

  it('takes the whole address in place of the code, with its state only', async () => {
    const { result, page } = await start();
    const { callback = '' } = authority.visit(page);
    box.enter(callback.replace(/state=[^&]*/u, 'state=other'));
    assert.match(box.validationMessage ?? '', /Copy it from the page again/u);
    box.enter(callback);
    assert.equal(box.validationMessage, undefined);
    assert.equal((await result)?.key, key);
  });

  it('says so where what is pasted is no code', async () => {
    const { result } = await start();
    for (const text of ['', ' ', 'two words', 'x'.repeat(1025), 'https://gateway.example/?a=b']) {
      box.enter(text);
      assert.match(box.validationMessage ?? '', /This is no code of this sign-in/u, text);
    }
    assert.deepEqual(authority.requests, []);
    box.dispose();
    await result;
  });

  it('ends without a word when the user presses Escape', async () => {
    const { result, page } = await start();
    box.dispose();
    assert.equal(await result, undefined);
    assert.deepEqual([errors, clock.pendingTimers], [[], 0]);
    returnTo(authority.visit(page).callback);
    assert.equal(errors.length, 1);
    assert.deepEqual(authority.requests, []);
  });

  it('ends after ten minutes, when the browser was closed', async () => {
    const { result, page } = await start();
    clock.advance(10 * 60_000);
    assert.equal(await result, undefined);
    assert.match(errors[0] ?? '', /longer than ten minutes\. Sign in again/u);
    assert.equal(box.isOpen, false);
    returnTo(authority.visit(page).callback);
    assert.deepEqual(authority.requests, []);
  });

  it('ends when the next one is started', async () => {
    const first = await start();
    const second = await start();
    assert.equal(await first.result, undefined);
    returnTo(authority.visit(first.page).callback);
    assert.equal(errors.length, 1);
    returnTo(authority.visit(second.page).callback);
    assert.equal((await second.result)?.key, key);
  });

  it('says so when the gateway sends the browser back without a code', async () => {
    const { result, page } = await start();
    const { callback = '' } = authority.visit(page);
    returnTo(callback.replace(/code=.*/u, 'error=access_denied'));
    assert.equal(await result, undefined);
    assert.match(errors[0] ?? '', /gave no access\. Sign in again, or enter a key/u);
    assert.deepEqual(authority.requests, []);
  });

  it('says so when the code is wrong, was used, or belongs to another sign-in', async () => {
    const other = await start();
    const { code: otherCode } = authority.visit(other.page);
    const used = await start();
    const { callback = '', code: usedCode } = authority.visit(used.page);
    returnTo(callback);
    await used.result;
    for (const code of ['auth_code_wrong', otherCode, usedCode]) {
      const { result } = await start();
      box.enter(code);
      assert.equal(await result, undefined);
      assert.match(errors.pop() ?? '', /didn't accept the code.*Sign in again/u);
    }
  });

  const large = JSON.stringify({ key, filler: 'x'.repeat(64 * 1024) });
  const broken: readonly (readonly [
    name: string,
    answer: (reply: ServerResponse) => void,
    sentence: RegExp,
  ])[] = [
    ['a web page', (reply) => reply.end('<html></html>'), /gave no access/u],
    ['no key', (reply) => reply.end('{"key":null}'), /gave no access/u],
    ['an empty answer', (reply) => reply.end(), /gave no access/u],
    ['no usable key', (reply) => reply.end('{"key":"a b"}'), /gave no access/u],
    ['more than 64 kB', (reply) => reply.end(large), /size limit/u],
    ['an error', (reply) => reply.writeHead(502).end(`{"error":"${key}"}`), /or enter a key/u],
    ['a broken connection', (reply) => reply.destroy(), /or enter a key/u],
    [
      "a firewall's page",
      (reply) => reply.writeHead(403).end('<html><title>Access denied by policy</title></html>'),
      /firewall/u,
    ],
    [
      'a redirect',
      (reply) => reply.writeHead(307, { location: 'http://127.0.0.1:9/keys' }).end(),
      /doesn't follow redirects/u,
    ],
    ['silence', () => clock.advance(30_000), /30 s.*or enter a key/u],
  ];
  for (const [name, answer, sentence] of broken) {
    it(`says what to do when the exchange ends with ${name}`, async () => {
      authority.exchange = answer;
      const { result, page } = await start();
      returnTo(authority.visit(page).callback);
      assert.equal(await result, undefined);
      assert.match(errors[0] ?? '', sentence);
      assert.equal(authority.requests.length, 1);
      assert.equal(clock.pendingTimers, 0);
    });
  }

  it('breaks the exchange off when the user presses Escape', async () => {
    let isClosed = false;
    authority.exchange = (reply) => reply.on('close', () => (isClosed = true));
    const { result, page } = await start();
    returnTo(authority.visit(page).callback);
    await until(() => authority.requests.length === 1);
    box.dispose();
    assert.equal(await result, undefined);
    await until(() => isClosed);
    assert.deepEqual(errors, []);
  });

  it("asks OpenRouter's own addresses, and nothing else, without a key", async () => {
    const { fetch } = globalThis;
    const sent: unknown[] = [];
    globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      const { code, code_challenge_method } = (await request.json()) as Record<string, string>;
      const authorization = request.headers.get('authorization');
      sent.push([request.url, request.method, code, code_challenge_method, authorization]);
      return Response.json({ key });
    };
    try {
      [row = assert.fail()] = signInGateways;
      const { result, page } = await start();
      assert.ok(
        page.startsWith('https://openrouter.ai/auth?key_label=Portico&callback_url='),
        page,
      );
      const { callback, code } = authority.visit(page);
      returnTo(callback);
      const baseUrl = 'https://openrouter.ai/api/v1';
      assert.deepEqual(await result, { baseUrl, key });
      const url = 'https://openrouter.ai/api/v1/auth/keys';
      assert.deepEqual(sent, [[url, 'POST', code, 'S256', null]]);
    } finally {
      globalThis.fetch = fetch;
    }
  });
});
