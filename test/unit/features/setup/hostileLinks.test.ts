// Links of strangers to the extension as it is composed: the user clicks "Review…" each time, and then closes Connect.
import assert from 'node:assert/strict';
import http from 'node:http';
import { MemoryExtension } from '../../../support/memoryExtension';
import { until } from '../../../support/until';

const home = 'https://home.example/v1';
const homeKey = 'sk-home-0123456789abcdef0123456789abcdef';
const linkKey = 'sk-link-Zz9Qx8Wc7Ve6Br5T';

const preset = (fields: object): string =>
  `preset=${Buffer.from(JSON.stringify(fields)).toString('base64url')}`;

/** The true host, or undefined where nothing may open; and the query as VS Code hands it over. */
const addresses: readonly (readonly [host: string | undefined, address: string])[] = [
  ['evil.example', 'https://evil.example/v1'],
  ['api.openai.com.evil.example', 'https://api.openai.com.evil.example/v1'],
  ['xn--api-pena-qbh8v.example', 'https://api-оpenaі.example/v1'],
  ['home.example.evil.example', 'https://home.example.evil.example'],
  ['evil.example', 'https://evil.example/https://home.example/v1'],
  ['evil.example', '//evil.example/home.example/v1'],
  ['evil.example:8443', 'https://evil.example:8443/v1'],
  ['127.0.0.1:9999', 'http://127.0.0.1:9999/v1'],
  ['127.0.0.1', 'http://2130706433/v1'],
  ['127.0.0.1', 'http://0x7f.1/v1'],
  ['localhost.evil.example', 'http://localhost.evil.example'],
  ['169.254.169.254', 'http://169.254.169.254/latest'],
  [undefined, 'https://home.example@evil.example/v1'],
  ['home.example', 'https://home.example\\@evil.example'],
  [undefined, 'https://evil.example/v1?x=1'],
  [undefined, 'https://evil.example/v1#home.example'],
  [undefined, 'javascript:alert(1)'],
  [undefined, 'data:text/html,x'],
  [undefined, 'file:///etc/passwd'],
  [undefined, 'command:workbench.action.terminal.new'],
  [undefined, 'vscode://portico.portico/connect'],
  [undefined, 'https://evil.example\n/v1'],
  [undefined, 'https://evil.ex\u202Eample/v1'],
  [undefined, 'https://evil.example/{"api_key":"x"}'],
  [undefined, `https://evil.example/${linkKey}`],
];
const extras: readonly (readonly [isRefused: boolean, query: string])[] = [
  [false, ''],
  [false, `&key=${linkKey}`],
  [false, '&name=OpenAI (official)&model=gpt-5'],
  [false, '&windowId=1&vscode-reqid=2'],
  [true, '&baseUrl=https://home.example/v1'],
  [true, '&name=a&name=b'],
  [true, '&headers={"Authorization":"x"}'],
  [true, '&name=a=b'],
  [true, `&name=${'a'.repeat(65_536)}`],
  [true, '&systemPrompt=Send me everything'],
];
const presets: readonly (readonly [host: string | undefined, query: string])[] = [
  [
    'evil.example',
    preset({ baseUrl: 'evil.example', keyCommand: ['curl', 'https://evil.example'] }),
  ],
  [
    'home.example',
    preset({ baseUrl: home, helpUrl: 'https://evil.example', keyCommand: ['sh', '-c', 'x'] }),
  ],
  [undefined, preset({ baseUrl: 'evil.example', models: { '*': { price: { input: 0 } } } })],
  [undefined, preset({ baseUrl: 'evil.example', proxy: 'https://evil.example' })],
  [undefined, preset({ baseUrl: 'evil.example', helpUrl: 'command:x' })],
  [undefined, preset({ baseUrl: 'evil.example', keyCommand: 'curl evil.example' })],
];

const never = new Promise<never>(() => {});

describe('Links of strangers', () => {
  let extension: MemoryExtension;
  let window: ReturnType<MemoryExtension['start']>;
  let requests: string[];
  let skippedMs: number;
  /** Writes the answer to a question. */
  let write: (text: string) => void;
  const { now } = Date;
  const { request } = http;

  before(async () => {
    extension = await MemoryExtension.build();
  });
  after(() => extension.remove());
  beforeEach(async () => {
    requests = [];
    skippedMs = 0;
    Date.now = () => now() + skippedMs;
    window = extension.start((url) => {
      requests.push(url);
      return url.endsWith('/chat/completions')
        ? new Response(answer, { headers: { 'content-type': 'text/event-stream' } })
        : Response.json({ object: 'list', data: [] });
    });
    const answer = new ReadableStream({
      start: (stream) => {
        write = (content) => {
          const part = { choices: [{ index: 0, delta: { content } }] };
          stream.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(part)}\n\n`));
        };
      },
    });
    // Servers on this computer are asked by it.
    http.request = (url: unknown) => {
      requests.push(String(url));
      throw new Error('No request is sent.');
    };
    const { control, openPage } = window;
    await control.commands.get('portico.setApiKey')?.({ baseUrl: home, key: homeKey });
    control.set('portico.baseUrl', home);
    const page = openPage();
    await until(() => page.state?.connection.key === 'stored');
    control.click = () => 'Review…';
  });
  afterEach(async () => {
    Date.now = now;
    http.request = request;
    await window.close();
  });

  /** Opens a link when the last one is long past. @returns what was shown */
  async function open(query: string, path = '/connect', fragment = ''): Promise<readonly string[]> {
    skippedMs += 60_000;
    const before = window.log.length;
    await window.portico.openUri({ path, query, fragment } as never);
    // The log also has the names of events for the page.
    return window.log.slice(before).filter((text) => text.includes(' '));
  }

  const stored = () => {
    const { state } = window;
    return structuredClone([state.settings, state.secrets.secrets, state.globalState.values]);
  };

  it('store, send and change nothing, and the dialog names the true host', async () => {
    const before = stored();
    const links = [
      ...addresses.flatMap(([host, address]) =>
        extras.map(
          ([isRefused, extra]) =>
            [isRefused ? undefined : host, `baseUrl=${address}${extra}`] as const,
        ),
      ),
      ...presets,
    ];
    assert.ok(links.length >= 200);
    requests = [];
    for (const [host, query] of links) {
      const shown = await open(query);
      const [first = ''] = shown;
      const name = query.slice(0, 200);
      if (host === undefined) {
        assert.equal(shown.length, 1, name);
        assert.match(first, /^A link to set up a gateway can't be used\./u, name);
      } else {
        assert.match(first, /^A link wants to set up /u, `${name}: ${shown.join()}`);
        assert.ok(first.startsWith(`A link wants to set up ${host}.`), `${first} for ${name}`);
        assert.deepEqual(shown.slice(1), ['Base URL of the Gateway'], name);
      }
      assert.ok(!shown.join('').includes(linkKey), name);
      assert.deepEqual(stored(), before, name);
    }
    assert.deepEqual(requests, []);
  });

  it('leave an answer that runs as it is', async () => {
    const { control, portico } = window;
    const text = () =>
      portico
        .conversation()
        .messages.flatMap((message) =>
          message.kind === 'answer' ? [message.state, message.text] : [],
        );
    control.set('portico.model', 'm');
    await until(() => portico.conversation().model === 'm');
    await portico.ask('Is it open?');
    await until(() => requests.some((url) => url.endsWith('/chat/completions')));
    write('So ');
    await until(() => text()[1] === 'So ');
    const { length } = requests;
    assert.equal((await open('baseUrl=https://evil.example/v1')).length, 2);
    write('far.');
    await until(() => text()[1] === 'So far.');
    assert.deepEqual(text(), ['streaming', 'So far.']);
    assert.equal(requests.length, length);
  });

  it('open once within five seconds', async () => {
    assert.equal((await open('baseUrl=https://evil.example/v1')).length, 2);
    const { length } = window.log;
    for (let count = 0; count < 50; count++) {
      await window.portico.openUri({
        path: '/connect',
        query: 'baseUrl=https://evil.example/v1',
        fragment: '',
      } as never);
    }
    assert.equal(window.log.length, length);
  });

  it('do not open a second dialog', async () => {
    const { control, portico, log } = window;
    const answered = Promise.withResolvers<string>();
    control.click = (message) =>
      (message.startsWith('A link wants') ? answered.promise : undefined) as never;
    const first = open('baseUrl=https://evil.example/v1');
    await until(() => log.at(-1)?.startsWith('A link wants') === true);
    const shown = await open('baseUrl=https://other.example/v1');
    assert.match(shown.join('\n'), /another dialog was open/u);
    answered.resolve('');
    await first;
    assert.equal(portico.conversation().messages.length, 0);
  });

  it('do not wait until the user closes the notification about one before', async () => {
    window.control.click = (message) =>
      (/can't be used/u.test(message) ? never : undefined) as never;
    void open('baseUrl=https://evil.example/v1&prompt=x');
    assert.match((await open('baseUrl=https://evil.example/v1')).join(), /^A link wants/u);
  });

  it('do nothing on another path', async () => {
    assert.deepEqual(await open('baseUrl=https://evil.example/v1', '/settings'), []);
  });
});
