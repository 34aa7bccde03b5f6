import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { BaseUrlProblem } from '../../../../src/gateway/common/failure';
import { neighboringBaseUrls, parseBaseUrl } from '../../../../src/gateway/node/baseUrl';

function normalized(typed: string): string {
  const parsed = parseBaseUrl(typed);
  return parsed.ok ? parsed.baseUrl : parsed.problem;
}

describe('parseBaseUrl', function () {
  this.timeout(30_000);

  const table: readonly (readonly [typed: string, baseUrl: string])[] = [
    ['gateway.example', 'https://gateway.example/v1'],
    ['gateway.example:8443', 'https://gateway.example:8443/v1'],
    ['gateway.example:8443/proxy', 'https://gateway.example:8443/proxy'],
    ['//gateway.example/v1', 'https://gateway.example/v1'],
    ['localhost:8080', 'http://localhost:8080/v1'],
    ['localhost', 'http://localhost/v1'],
    ['LocalHost:8080/', 'http://localhost:8080/v1'],
    ['api.localhost:8080', 'http://api.localhost:8080/v1'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080/v1'],
    ['127.8.9.1:8080', 'http://127.8.9.1:8080/v1'],
    ['127.1:8080', 'http://127.0.0.1:8080/v1'],
    ['[::1]:8080', 'http://[::1]:8080/v1'],
    ['[0:0:0:0:0:0:0:1]:8080', 'http://[::1]:8080/v1'],
    ['[2001:db8::1]:8080', 'https://[2001:db8::1]:8080/v1'],
    ['10.0.0.5:8080', 'http://10.0.0.5:8080/v1'],
    ['172.16.0.1', 'http://172.16.0.1/v1'],
    ['172.31.255.1:11434', 'http://172.31.255.1:11434/v1'],
    ['172.32.0.1', 'https://172.32.0.1/v1'],
    ['192.168.1.4', 'http://192.168.1.4/v1'],
    ['192.168.1.4/v1/chat/completions', 'http://192.168.1.4/v1'],
    ['192.169.1.4', 'https://192.169.1.4/v1'],
    ['169.254.10.1:1234', 'http://169.254.10.1:1234/v1'],
    ['nas.local', 'http://nas.local/v1'],
    ['https://res.openai.azure.com/', 'https://res.openai.azure.com/openai/v1'],
    [
      'https://generativelanguage.googleapis.com/v1beta/models/gemini-3:generateContent',
      'https://generativelanguage.googleapis.com/v1beta/openai',
    ],
    [
      'https://generativelanguage.googleapis.com',
      'https://generativelanguage.googleapis.com/v1beta/openai',
    ],
    // A port is no key, and Punycode no start of one.
    ['http://token:8080', 'http://token:8080/v1'],
    ['https://xn--sk-1gf', 'https://xn--sk-1gf/v1'],
    ['NAS.Local:8080', 'http://nas.local:8080/v1'],
    ['local', 'https://local/v1'],
    ['nas.local.example', 'https://nas.local.example/v1'],
    ['10.example', 'https://10.example/v1'],
    ['0.0.0.0:8080', 'http://0.0.0.0:8080/v1'],
    ['[::]:8080', 'http://[::]:8080/v1'],
    ['[fd00::5]:8080', 'http://[fd00::5]:8080/v1'],
    ['[fe80::1]', 'http://[fe80::1]/v1'],
    ['https://10.0.0.5:8443', 'https://10.0.0.5:8443/v1'],
    ['https://nas.local', 'https://nas.local/v1'],
    ['http://10.0.0.5:8080', 'http://10.0.0.5:8080/v1'],
    ['https://localhost:8443', 'https://localhost:8443/v1'],
    ['https://gateway.example', 'https://gateway.example/v1'],
    ['https://gateway.example/', 'https://gateway.example/v1'],
    ['https://gateway.example///', 'https://gateway.example/v1'],
    ['https://gateway.example/v1', 'https://gateway.example/v1'],
    ['https://gateway.example/v1/', 'https://gateway.example/v1'],
    ['https://gateway.example/v1/models', 'https://gateway.example/v1'],
    ['https://gateway.example/v1/models/', 'https://gateway.example/v1'],
    ['https://gateway.example/v1/chat/completions', 'https://gateway.example/v1'],
    ['https://gateway.example/v1/chat/completions/', 'https://gateway.example/v1'],
    ['https://gateway.example/v1/responses', 'https://gateway.example/v1'],
    ['https://gateway.example/v1/messages', 'https://gateway.example/v1'],
    ['https://gateway.example/chat/completions', 'https://gateway.example/v1'],
    ['https://gateway.example/v1beta/models', 'https://gateway.example/v1beta'],
    ['gateway.example/v1/chat/completions', 'https://gateway.example/v1'],
    ['https://host.example/proxy/v1', 'https://host.example/proxy/v1'],
    ['https://host.example/api/paas/v4', 'https://host.example/api/paas/v4'],
    ['https://host.example/api/paas/v4/chat/completions', 'https://host.example/api/paas/v4'],
    ['https://host.example/proxy', 'https://host.example/proxy'],
    ['https://host.example/proxy/', 'https://host.example/proxy'],
    ['https://gateway.example/v1/completions', 'https://gateway.example/v1'],
    ['https://gateway.example/v1/embeddings', 'https://gateway.example/v1'],
    ['https://gateway.example/v1/messages/count_tokens', 'https://gateway.example/v1'],
    ['https://gateway.example/v1/images/generations', 'https://gateway.example/v1'],
    ['https://gateway.example/v1/Audio/Speech', 'https://gateway.example/v1'],
    ['https://gateway.example/v1/rerank', 'https://gateway.example/v1'],
    ['https://gateway.example/v1/chat', 'https://gateway.example/v1'],
    ['https://gateway.example/v1/chat/', 'https://gateway.example/v1'],
    ['https://gateway.example/v1/models/gpt-4o', 'https://gateway.example/v1'],
    ['https://gateway.example/v1/models/meta/llama-3.1:free', 'https://gateway.example/v1'],
    ['https://gateway.example/v1/models/v1-model', 'https://gateway.example/v1'],
    ['https://gateway.example/v1/Chat/Completions', 'https://gateway.example/v1'],
    ['HTTPS://GATEWAY.EXAMPLE/V1/EMBEDDINGS', 'https://gateway.example/v1'],
    ['https://gateway.example/V1/Models/GPT-4o', 'https://gateway.example/v1'],
    ['https://gateway.example/v1/RESPONSES', 'https://gateway.example/v1'],
    ['https://host.example/proxy/v1/completions', 'https://host.example/proxy/v1'],
    ['https://host.example/v1beta/models/x:generateContent', 'https://host.example/v1'],
    ['https://host.example/v1beta/models/x:streamGenerateContent', 'https://host.example/v1'],
    ['https://host.example/V1Beta/Models/x:GenerateContent', 'https://host.example/v1'],
    ['https://host.example/v1/models/x:generateContent', 'https://host.example/v1'],
    ['https://host.example/proxy/v1beta/models/x:countTokens', 'https://host.example/proxy/v1'],
    ['https://host.example/v1beta/openai', 'https://host.example/v1beta/openai'],
    ['https://host.example/v1beta/openai/chat/completions', 'https://host.example/v1beta/openai'],
    ['https://host.example/chat', 'https://host.example/chat'],
    ['https://host.example/embeddings', 'https://host.example/embeddings'],
    ['https://host.example/models/x', 'https://host.example/models/x'],
    ['https://host.example/v1/models/x/v1', 'https://host.example/v1/models/x/v1'],
    ['https://host.example/completions/v1', 'https://host.example/completions/v1'],
    ['https://host.example/Proxy/V1', 'https://host.example/Proxy/V1'],
    ['  https://gateway.example/v1\n', 'https://gateway.example/v1'],
    ['\u200bhttps://gateway.example/v1\ufeff', 'https://gateway.example/v1'],
    ['HTTP://GATEWAY.Example:80', 'http://gateway.example/v1'],
    ['HTTPS://Gateway.Example:443/v1', 'https://gateway.example/v1'],
    // Cloudflare: an account's ID is no key.
    [
      'https://host.example/v4/accounts/0123456789abcdef0123456789abcdef/ai/v1',
      'https://host.example/v4/accounts/0123456789abcdef0123456789abcdef/ai/v1',
    ],
    [
      'https://host.example/task-queue/xai-proxy/v1',
      'https://host.example/task-queue/xai-proxy/v1',
    ],
    ['https://desk-1.host.example', 'https://desk-1.host.example/v1'],
    ['https://a.ask-me.example', 'https://a.ask-me.example/v1'],
    ['https://bücher.example', 'https://xn--bcher-kva.example/v1'],
    ['bücher.example', 'https://xn--bcher-kva.example/v1'],
  ];
  for (const quoted of [
    '"gateway.example"',
    '<https://gateway.example/v1>',
    '“gateway.example/”',
  ]) {
    it(`${quoted} is normalized without the quotes or brackets`, () => {
      assert.equal(normalized(quoted), 'https://gateway.example/v1');
    });
  }

  for (const [typed, expected] of table) {
    it(`${JSON.stringify(typed)} is normalized to ${expected}`, () => {
      assert.equal(normalized(typed), expected);
    });
  }

  const rejected: readonly (readonly [typed: string, problem: BaseUrlProblem])[] = [
    ['', 'empty'],
    [' \t\n\u200b', 'empty'],
    ['https://user:secret@gateway.example', 'credentials'],
    ['https://user@gateway.example/v1', 'credentials'],
    ['https://@gateway.example/v1', 'credentials'],
    ['user:1234@gateway.example', 'credentials'],
    ['user@gateway.example', 'credentials'],
    ['https://gateway.example/v1?key=1', 'query'],
    ['https://gateway.example/v1?', 'query'],
    ['gateway.example?x', 'query'],
    ['https://gateway.example/v1#top', 'fragment'],
    ['https://gateway.example/#', 'fragment'],
    ['https://gateway.example/?a#b', 'query'],
    ['ftp://gateway.example', 'scheme'],
    ['ws://gateway.example', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['data:text/html,x', 'scheme'],
    ['gateway.example:port', 'scheme'],
    ['https://gate way.example', 'blank'],
    ['https://gateway.example/v1 /models', 'blank'],
    ['https://gateway.example\t/v1', 'blank'],
    ['https://gate\u202eway.example', 'blank'],
    ['https://', 'host'],
    ['https:', 'host'],
    ['https:///v1', 'host'],
    ['https://gateway.example,other', 'host'],
    ['http//gateway.example', 'scheme'],
    ['http:///proxy/v1', 'host'],
    ['https:v1', 'host'],
    ['/v1', 'host'],
    ['https://:8080', 'host'],
    ['https://gateway.example:99999', 'host'],
    ['gateway.example:99999', 'host'],
    ['https://[::1', 'host'],
    ['https://exa%mple', 'host'],
    // Public reports of pasted texts: the key was in the path of every request, and in a plain-text setting.
    ['{"base_url":"https://gw.example/v1","api_key":"sk-abc"}', 'key'],
    ['"baseURL":"https://gw.example/v1","apiKey":"sk-abc"', 'key'],
    ['OPENAI_BASE_URL=https://gw.example/v1OPENAI_API_KEY=sk-abc', 'key'],
    // A line break got lost before the paste.
    ['https://gw.example/v1sk-abc123', 'key'],
    ['https://gw.examplesk-abc123', 'key'],
    ['sk-abc123', 'key'],
    [`gsk_${'a1'.repeat(20)}`, 'key'],
    [`https://gw.example/v1/AIza${'a1'.repeat(20)}`, 'key'],
    ['https://gw.example/v1OPENAI_API_KEY=abc123', 'characters'],
    ['https://gw.example/v1;api_key:abc123', 'key'],
    ['https://gw.example/v1api_key:abc123', 'key'],
    ['接口地址：https://gw.example/v1密钥：abc123', 'key'],
    ['{"api_key":"abc123","base_url":"https://gw.example/abc123/v1"}', 'key'],
    ['{"base_url":"https://gw.example/v1"}', 'characters'],
    ['https://gw.example/{tenant}/v1', 'characters'],
    ['https://gw.example/%7Btenant%7D/v1', 'characters'],
    ['{"base_url":"https://gw.example/abc123/v1?x=1","other":"y"}', 'characters'],
    ['https://gw.example/v1%20abc', 'blank'],
    ['https://gw.example/sk%2Dabcdef', 'key'],
    [`https://gw.example/glpat-${'a1'.repeat(20)}`, 'key'],
    ['https://gw.example/a,b', 'characters'],
    ['https://gw.example/`v1', 'characters'],
    ['OPENAI_BASE_URLsk-abc123', 'key'],
    ['api_key=abc123=abc123', 'key'],
    ['api_key="abc123=abc123', 'key'],
    ['https://gw.example/v1"x', 'characters'],
    ['https://gw.example/model=a/v1', 'characters'],
  ];
  for (const [typed, problem] of rejected) {
    it(`${JSON.stringify(typed)} is rejected: ${problem}`, () => {
      assert.equal(normalized(typed), problem);
    });
  }

  it('treats only names and addresses of this machine as loopback', () => {
    const isLoopback = (typed: string): boolean => {
      const parsed = parseBaseUrl(typed);
      assert.ok(parsed.ok, typed);
      return parsed.isLoopback;
    };
    for (const typed of ['localhost', 'https://a.localhost', '127.255.0.3:1', 'http://[::1]']) {
      assert.equal(isLoopback(typed), true, typed);
    }
    for (const typed of [
      'localhost.example',
      'https://notlocalhost',
      '127.0.0.1.example',
      '0.0.0.0',
      '[::2]',
      '[::ffff:127.0.0.1]',
      'https://128.0.0.1',
    ]) {
      assert.equal(isLoopback(typed), false, typed);
    }
  });

  const assignments: readonly ((url: string) => string)[] = [
    (url) => `base_url = "${url}"  # ours`,
    (url) => `const baseURL = "${url}"; // ours`,
    (url) => `OPENAI_BASE_URL=${url}`,
    (url) => `OPENAI_API_BASE = "${url}"`,
    (url) => `export OPENAI_BASE_URL='${url}';`,
    (url) => `"base_url": "${url}",`,
    (url) => `'baseURL': '${url}',`,
    (url) => `base_url: ${url}`,
    (url) => `const baseURL = \`${url}\`;`,
    (url) => `$env:OPENAI_BASE_URL="${url}"`,
    (url) => `setx OPENAI_BASE_URL "${url}"`,
    (url) => `--base-url ${url}`,
    (url) => `“${url}”`,
    (url) => `\ufeff${url}\u200b`,
    (url) => url.split('').join('\u200b'),
    (url) => url.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)),
    (url) => url.replace('://', '：／／').replace('.', '。'),
    // A value alone, as it stands in a line of code or a sentence.
    (url) => `${url};`,
    (url) => `${url},`,
    (url) => `${url}",`,
    (url) => `"${url}`,
    (url) => `${url}'`,
    (url) => `${url}.`,
    (url) => `(${url})`,
    (url) => `${url}；`,
    (url) => `${url}，`,
    (url) => `${url}。`,
    (url) => `${url}、`,
    (url) => `「${url}」`,
    (url) => `《${url}》`,
    (url) => `„${url}“`,
    (url) => `OPENAI_BASE_URL=${url} # ours`,
    (url) => `${url}; // ours`,
    (url) => `Base URL: ${url}`,
    (url) => `API 地址：${url}`,
    (url) => `${url}/chat/completions";`,
  ];
  it('cleans pasted lines of code and full-width and invisible characters, also nested', () => {
    const wrap = fc.constantFrom(...assignments);
    const url = fc.constantFrom(
      'https://one.example/v1',
      'http://127.0.0.1:1234/v1',
      'https://a.b.example/x/v4',
    );
    fc.assert(
      fc.property(url, wrap, (plain, outer) => {
        assert.equal(normalized(outer(plain)), plain, outer(plain));
      }),
    );
    assert.equal(normalized('BASE_URL=localhost:8080'), 'http://localhost:8080/v1');
    assert.equal(normalized('BASE_URL=https://me:secret@one.example'), 'credentials');
    // What only looks like a name.
    assert.equal(normalized('localhost:8080'), 'http://localhost:8080/v1');
    assert.equal(normalized('localhost:8080;'), 'http://localhost:8080/v1');
    assert.equal(normalized('https:one.example'), 'host');
    // Marks inside an address are a part of it.
    for (const plain of ['https://one.example/a;v/b', 'http://[::1]/v1']) {
      assert.equal(normalized(plain), plain);
    }
    assert.equal(normalized('https://one.example, https://two.example'), 'blank');
    assert.equal(normalized('https://one.example/v1?key=a;'), 'query');
  });

  it('splits a query off, endpoint included, but not with another problem', () => {
    const split = (typed: string) => {
      const parsed = parseBaseUrl(typed);
      return parsed.ok ? undefined : parsed.split;
    };
    assert.deepEqual(
      split('https://x.azure.example/openai/deployments/D/chat/completions?api-version=2024-10-21'),
      {
        baseUrl: 'https://x.azure.example/openai/deployments/D',
        queryParameters: { 'api-version': '2024-10-21' },
      },
    );
    assert.deepEqual(split('gateway.example?tenant=a%20b&on'), {
      baseUrl: 'https://gateway.example/v1',
      queryParameters: { tenant: 'a b', on: '' },
    });
    assert.deepEqual(split('BASE_URL="http://localhost:8080/v1/?x=1&y=2"'), {
      baseUrl: 'http://localhost:8080/v1',
      queryParameters: { x: '1', y: '2' },
    });
    assert.deepEqual(split('https://gateway.example/v1?')?.queryParameters, {});
    for (const typed of [
      'https://a:b@gateway.example?x=1',
      'https://gateway.example?x=1#y',
      'ftp://a?x',
    ]) {
      assert.equal(split(typed), undefined, typed);
    }
  });

  it('names the addresses where the API may be instead', () => {
    const host = 'https://host.example';
    const expected: Readonly<Record<string, readonly string[]>> = {
      '/api': ['/v1', '/api/v1'],
      '/api/chat': ['/v1'],
      '/api/v0': ['/v1'],
      '/api/generate': ['/v1'],
      '/api/tags': ['/v1'],
      '/ollama/api/chat': ['/ollama/v1', '/v1'],
      '/proxy': ['/proxy/v1'],
      '/api/foo': ['/api/foo/v1'],
      '/apiary': ['/apiary/v1'],
      '/v1': [],
      '/api/v1': [],
      '/api/paas/v4': [],
    };
    for (const [path, neighbors] of Object.entries(expected)) {
      assert.deepEqual(
        neighboringBaseUrls(host + path),
        neighbors.map((neighbor) => host + neighbor),
        path,
      );
    }
  });

  const segment = fc.constantFrom(
    'v1',
    'v4',
    'chat',
    'completions',
    'models',
    'responses',
    'messages',
    'embeddings',
    'V1',
    'v1beta',
    'Models',
    'x:generateContent',
    'proxy',
    '',
    '.',
    '..',
    '%2e%2e',
    'a b',
    'é',
    'chat/completions',
    '@',
    ':',
    '\\',
    '%',
  );
  const scheme = fc.constantFrom('', 'https://', 'HTTP://', 'http:', '//');
  const host = fc.oneof(
    fc.constantFrom('localhost', '127.0.0.1:80', '[::1]:8080', 'gateway.example:443', 'É.example'),
    fc.domain(),
  );
  it('does not change its own result', () => {
    fc.assert(
      fc.property(scheme, host, fc.array(segment, { maxLength: 8 }), (start, name, path) => {
        const first = parseBaseUrl(start + [name, ...path].join('/'));
        if (first.ok) {
          assert.deepEqual(parseBaseUrl(first.baseUrl), first);
          assert.equal(new URL(first.baseUrl).origin, first.origin);
          assert.ok(!first.baseUrl.endsWith('/'));
        }
      }),
      { numRuns: 2000, examples: [['', 'a.key', ['.', ':']]] },
    );
  });

  it('returns no address with a key, a quotation mark, a brace, a comma or “=” of a pasted text', () => {
    const url = 'https://gw.example/v1';
    const key = fc.constantFrom('sk-abc', 'sk-or-v1-0a1b2c3d', 'abc123', `hf_${'aB3'.repeat(8)}`);
    const mark = fc.constantFrom(
      ...Array.from('"\'{},=:; '),
      '',
      '%22',
      '%7B',
      '%3d',
      '\u200b',
      '：',
      '，',
      '＝',
    );
    const name = fc.constantFrom(
      'api_key',
      'apiKey',
      'OPENAI_API_KEY',
      'token',
      'base_url',
      '密钥',
    );
    // What is glued to a word may be the end of it, as in `task-`.
    const piece = (value: string) =>
      fc.oneof(
        fc.constant(url),
        fc.constantFrom(`=${value}`, `:${value}`, `"${value}`, `/${value}`, `1${value}`),
        name,
        mark,
        mark,
        fc.constantFrom('=', ':'),
      );
    fc.assert(
      fc.property(
        key.chain((value) =>
          fc.tuple(fc.constant(value), fc.array(piece(value), { maxLength: 12 })),
        ),
        ([value, pieces]) => {
          const typed = pieces.join('');
          const parsed = parseBaseUrl(typed);
          if (parsed.ok) {
            const shown = decodeURIComponent(parsed.baseUrl);
            assert.doesNotMatch(shown, /["{},=\s]|sk-/, typed);
            const names = typed.match(/key|token|密钥/giu) ?? [];
            const named = new RegExp(`(?:key|token|密钥)["']?[:=：＝]["']?${value}(?!\\w)`, 'iu');
            assert.ok(names.length !== 1 || !named.test(typed) || !shown.includes(value), typed);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('never throws, and returns only http or https URLs without credentials, query or fragment', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.webUrl()), (typed) => {
        const parsed = parseBaseUrl(typed);
        if (parsed.ok) {
          const url = new URL(parsed.baseUrl);
          assert.match(url.protocol, /^https?:$/);
          assert.equal(url.username + url.password + url.search + url.hash, '');
          assert.deepEqual(parseBaseUrl(parsed.baseUrl), parsed);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
