import assert from 'node:assert/strict';
import { SecretRules } from '../../../../../src/features/secrets/node/findSecrets';
import { formsOfKey, maskSecrets } from '../../../../../src/features/secrets/node/secretScanner';

const rules = new SecretRules();
const masked = (text: string, scanner = rules): string => maskSecrets(text, scanner.find(text));

/** Not written in one piece, so that no check of this repository finds them. */
const random = ['k9Xv2Lq8', 'Zt4Rw7Nb', '3Fh6Jm1P'].join('');
const hex = ['9f86d081', '884c7d65', '9a2feaa0', 'c55ad015'].join('');

describe('a secret that is assigned to a name', () => {
  const found: readonly (readonly [text: string, masked: string])[] = [
    [`const apiToken = "${random}";`, 'const apiToken = "[Token removed]";'],
    [`API_TOKEN=${random}\nPORT=80`, 'API_TOKEN=[Token removed]\nPORT=80'],
    [`  client_secret: '${random}'`, "  client_secret: '[Secret removed]'"],
    [`{"apiKey":"${hex}"}`, '{"apiKey":"[API key removed]"}'],
    [`{"apiKey": {"key": "${random}${random}"}}`, '{"apiKey": {"key": "[Key removed]"}}'],
    [`{ 'x-api-key': '${random}' }`, "{ 'x-api-key': '[API key removed]' }"],
    [
      `curl "https://a.b/c?token=${random}&page=2"`,
      'curl "https://a.b/c?token=[Token removed]&page=2"',
    ],
    [['DB_PASSWORD=Tr0ub4', 'dor&3'].join(''), 'DB_PASSWORD=[Password removed]'],
    [['password: "c0rrect', '-H0rse"'].join(''), 'password: "[Password removed]"'],
    [`password := \`${random}\``, 'password := `[Password removed]`'],
    [`export secretKey=${random}`, 'export secretKey=[Secret key removed]'],
    [
      `AccountKey=${random}${random}==;EndpointSuffix=a`,
      'AccountKey=[Access key removed];EndpointSuffix=a',
    ],
    [`settings["token"] = "${random}"`, 'settings["token"] = "[Token removed]"'],
    [`'token' => '${random}',`, "'token' => '[Token removed]',"],
    [`Authorization: Bearer ${random}`, 'Authorization: Bearer [Bearer token removed]'],
  ];
  for (const [text, expected] of found) {
    it(`is found in ${JSON.stringify(text).slice(0, 32)}…`, () => {
      assert.equal(masked(text), expected);
    });
  }
});

describe('a value that is no secret', () => {
  const clean: readonly string[] = [
    'const token = await readToken(request.headers);',
    'this.token = options.token2 ?? defaults.accessToken1;',
    'password: string;',
    'password: Uint8Array, salt: Uint8Array',
    'const password = process.env.DB_PASSWORD1;',
    'API_TOKEN=${SECRET_TOKEN_1}',
    'API_KEY=your-api-key-here-12345678',
    'apiKey: "<YOUR_API_KEY_1234>"',
    'token: "{{ .Values.token1234567 }}"',
    'token = "example-token-8f4b2c1d9e7a"',
    'api_key = "xxxxxxxxxxxxxxxxxxxx1234"',
    'password = "**********A1"',
    '"integrity": "sha512-' + random + random + random + '=="',
    `"resolved": "https://a.b/c.tgz#${hex}"`,
    `commit ${hex}12345678`,
    `const cacheKey = "${hex}";`,
    `publicKey: "${random}${random}"`,
    `nextPageToken: "${random}"`,
    'token: "1f0e2d3c-4b5a-4697-8876-a5b4c3d2e1f0"',
    'secret: "data:image/png;base64,iVBORw0KGgo1234567890AAAA"',
    `background: url(data:font/woff2;base64,${random}${random})`,
    'privateKey: "/home/me/.ssh/id_ed25519_work"',
    'tokenEndpoint: "https://login.example.net/oauth2/v2.0/token"',
    'ssh-ed25519 ' + random + random + ' me@host',
    '-----BEGIN CERTIFICATE-----\n' + (random + random).repeat(4) + '\n-----END CERTIFICATE-----',
    '-----BEGIN PUBLIC KEY-----\n' + (random + random).repeat(4) + '\n-----END PUBLIC KEY-----',
    '-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----',
    'translate("settings.password.placeholder2")',
    'class="sk-fading-circle-animation-container-12"',
    'Authorization: Bearer ${accessToken1234567890}',
  ];
  for (const text of clean) {
    it(`is not found in ${JSON.stringify(text).slice(0, 44)}…`, () => {
      assert.deepEqual(rules.find(text), []);
    });
  }
});

describe('secrets that secretlint does not know', () => {
  const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${random}`;
  const line = (random + random + random).slice(0, 64);
  const encrypted = [
    '-----BEGIN RSA PRIVATE KEY-----',
    'Proc-Type: 4,ENCRYPTED',
    'DEK-Info: AES-128-CBC,0123456789ABCDEF',
    '',
    line,
    line,
    '-----END RSA PRIVATE KEY-----',
  ].join('\n');

  it('are keys of gateways', () => {
    assert.equal(masked(`use sk-${random}, please`), 'use [API key removed], please');
    assert.equal(masked(`sk-or-v1-${hex}${hex}`), '[API key removed]');
    assert.equal(masked(`task-${random}`), `task-${random}`);
  });

  it('are JSON Web Tokens', () => {
    assert.equal(masked(`cookie: a=${jwt}; b=c`), 'cookie: a=[JSON Web Token removed]; b=c');
  });

  it('are private keys that are encrypted, or of PGP', () => {
    assert.equal(masked(`a\n${encrypted}\nb`), 'a\n[Private key removed]\nb');
    const pgp = encrypted.replaceAll('RSA PRIVATE KEY', 'PGP PRIVATE KEY BLOCK');
    assert.equal(masked(`a\n${pgp}\nb`), 'a\n[Private key removed]\nb');
  });

  it('are private keys in a diff', () => {
    const body = ['+MIIE' + line.slice(4), `+${line}`, `+${line}`].join('\n');
    const key = `-----BEGIN PRIVATE KEY-----\n${body}\n+-----END PRIVATE KEY-----`;
    assert.equal(masked(`@@ -0,0 +1 @@\n+${key}\n+b`), '@@ -0,0 +1 @@\n+[Private key removed]\n+b');
  });

  it('are private keys that are cut off', () => {
    const cut = encrypted.slice(0, encrypted.lastIndexOf('\n-----END') - 40);
    assert.equal(masked(`${cut}\n\nWhat is this?`), '[Private key removed]\n\nWhat is this?');
  });
});

describe('a secret that is known', () => {
  const key = `gw/${random}+a`;
  const scanner = new SecretRules([...formsOfKey(key), 'none']);

  it('is found as it is, for a URL, and as Base64 of any alignment', () => {
    for (const before of ['', 'a', 'ab', 'user:']) {
      for (const encoding of ['base64', 'base64url'] as const) {
        const encoded = Buffer.from(before + key + ':more').toString(encoding);
        assert.match(
          masked(`-> ${encoded}`, scanner),
          /\[API key of this gateway removed\]/u,
          encoded,
        );
      }
    }
    assert.equal(masked(`(${key})`, scanner), '([API key of this gateway removed])');
    assert.equal(
      masked(`?a=${encodeURIComponent(key)}&b`, scanner),
      '?a=[API key of this gateway removed]&b',
    );
  });

  it('is not found in another letter case, nor where it is too short to be told from words', () => {
    assert.equal(masked(`none, ${key.toUpperCase()}`, scanner), `none, ${key.toUpperCase()}`);
  });
});

describe('masking', () => {
  it('removes secrets that are glued to each other', () => {
    const token = `${`npm_${random}${random}`.slice(0, 39)}7`;
    assert.equal(masked(`a ${token.repeat(3)} b`), 'a [npm token removed] b');
  });

  it('takes the name of the rule that knows most', () => {
    const token = `ghp_${random}${random}`.slice(0, 40);
    assert.equal(masked(`GITHUB_TOKEN=${token}`), 'GITHUB_TOKEN=[GitHub token removed]');
  });

  it('does not split surrogate pairs', () => {
    const address = `mysql://app:${random}@db.corp-7.net/a?${'x'.repeat(499)}😀😀`;
    assert.ok(masked(address).isWellFormed());
  });

  it('accepts findings in any order, and that overlap', () => {
    const findings = [
      { start: 6, end: 9, rule: 'b' },
      { start: 1, end: 4, rule: 'a' },
      { start: 2, end: 5, rule: 'c' },
    ];
    assert.equal(maskSecrets('0123456789', findings), '0[a removed]5[b removed]9');
  });
});
