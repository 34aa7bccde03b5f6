import assert from 'node:assert/strict';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import fc from 'fast-check';
import { reportedSecrets } from '../../../../../src/features/secrets/node/secretlintRules';
import { formsOfKey, maskSecrets } from '../../../../../src/features/secrets/node/secretScanner';
import { TextScanner } from '../../../../../src/features/secrets/node/textScanner';
import { leastCpuTime } from '../../../../support/cpuTime';
import { seededRandom } from '../../../../support/journal/seededRandom';
import { propertyRuns } from '../../../../support/propertyRuns';
import { plantedSecrets } from '../../../../support/secrets/plantedSecrets';
import { randomCharacters } from '../../../../support/secrets/randomCharacters';

const scanner = new TextScanner([], String);
const masked = (text: string, by = scanner): string => maskSecrets(text, by.scan(text));

/** They are not written in one piece, so that no check of this repository finds them. */
const random = ['k9Xv2Lq8', 'Zt4Rw7Nb', '3Fh6Jm1P'].join('');
const hex = ['9f86d081', '884c7d65', '9a2feaa0', 'c55ad015'].join('');

const urlWith = (scheme: string, user: string, host: string): string =>
  `${scheme}://${user}@${host}`;

const alphanumeric = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Lines as they are in files of ten kinds. */
const filesWith: Readonly<Record<string, (line: string) => string>> = {
  TypeScript: (line) =>
    `import { a } from './a';\n\nconst settings = {\n  value: \`${line}\`,\n};\n`,
  Python: (line) => `import os\n\nVALUE = """${line}"""\n`,
  JSON: (line) => `{\n  "name": "acme",\n  "value": "${line}"\n}\n`,
  YAML: (line) => `services:\n  app:\n    environment:\n      VALUE: ${line}\n`,
  Markdown: (line) => `# Setup\n\nRun it with \`${line}\` in the shell.\n`,
  shell: (line) => `#!/bin/sh\nexport VALUE="${line}"\n./run\n`,
  HTML: (line) => `<html>\n<script>var value = '${line}';</script>\n</html>\n`,
  ini: (line) => `[app]\nvalue = ${line}\n`,
  SQL: (line) => `INSERT INTO settings VALUES ('value', '${line}');\n`,
  log: (line) => `2026-11-24T08:00:00Z INFO started\r\n2026-11-24T08:00:01Z DEBUG ${line}\r\n`,
};

const foundTexts = (text: string): readonly string[] =>
  scanner.scan(text).map(({ start, end }) => text.slice(start, end));

describe('TextScanner', () => {
  it('has a name for everything that the rules of secretlint report', () => {
    // A key in a binary file, a JSON file whose private key is found, and comments that turn off the other rules.
    const leftOut = new Set(['PrivateKeyP12', 'PrivateKeyJSON', 'IGNORE_MESSAGE']);
    assert.deepEqual(
      Object.keys(reportedSecrets).toSorted(),
      rules
        .flatMap(({ messages }) => Object.keys(messages))
        .filter((id) => !leftOut.has(id))
        .toSorted(),
    );
  });

  const names = plantedSecrets(seededRandom(1)).map(({ name }) => name);

  it(`finds the secrets of ${names.length} forms in ten kinds of files: ${names.join(', ')}`, () => {
    const missed: string[] = [];
    for (let seed = 1; seed <= propertyRuns(1); seed += 1) {
      for (const { name, secret, line = secret } of plantedSecrets(seededRandom(seed))) {
        for (const [kind, fileWith] of Object.entries(filesWith)) {
          const text = fileWith(line);
          const at = text.indexOf(secret);
          const findings = scanner.scan(text);
          const isFound = findings.some(
            ({ start, end }) => start <= at && end === at + secret.length,
          );
          if (!isFound) {
            missed.push(`${name} in ${kind}`);
          }
        }
      }
    }
    assert.deepEqual([...new Set(missed)], []);
  });

  it('finds random values that are assigned to telling names', () => {
    const next = seededRandom(3);
    const value = (length: number): string => `${randomCharacters(length, alphanumeric, next)}4f`;
    const lines = (secret: string): readonly string[] => [
      `const apiToken = '${secret}';`,
      `DB_PASSWORD=${secret}`,
      `  client_secret: "${secret}"`,
      `{"accessKey":"${secret}"}`,
      `session.auth.token => "${secret}"`,
      `os.environ["SIGNING_KEY"] = "${secret}"`,
      `curl -H "Authorization: Bearer ${secret}" https://acme.io`,
    ];
    let found = 0;
    let all = 0;
    for (let round = 0; round < 200; round += 1) {
      const secret = value(24 + (round % 20));
      for (const line of lines(secret)) {
        all += 1;
        found += foundTexts(`a\n${line}\nb`).includes(secret) ? 1 : 0;
      }
    }
    assert.ok(found / all > 0.95, `${found} of ${all}`);
  });

  it('is not switched off by a comment in the text', () => {
    const token = `ghp_${randomCharacters(36, alphanumeric, seededRandom(5))}`;
    const text = `// secretlint-disable\nconst a = '${token}';`;
    assert.deepEqual(foundTexts(text), [token]);
  });

  it('names the line and shows no more than the first characters', () => {
    const token = `ghp_${randomCharacters(36, alphanumeric, seededRandom(5))}`;
    const [finding] = scanner.scan(`a\r\nb\n\n"${token}"`);
    assert.deepEqual([finding?.rule, finding?.line, finding?.masked], ['GitHub token', 4, 'ghp_…']);
  });
});

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
    [`<clientSecret>${random}</clientSecret>`, '<clientSecret>[Secret removed]</clientSecret>'],
    [
      ['<password>Tr0ub4', 'dor&amp;3</password>'].join(''),
      '<password>[Password removed]</password>',
    ],
    [`<add key="ApiKey" value="${random}" />`, '<add key="ApiKey" value="[API key removed]" />'],
    [`- name: API_KEY\n  value: ${random}\n`, '- name: API_KEY\n  value: [API key removed]\n'],
    [`{"name":"API_KEY", "value":"${random}"}`, '{"name":"API_KEY", "value":"[API key removed]"}'],
    [`acme login --token ${random} --all`, 'acme login --token [Token removed] --all'],
    [
      ['mysql --password=Tr0ub4', 'dor&3 -h db'].join(''),
      'mysql --password=[Password removed] -h db',
    ],
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
    'const token = getTokenFromStore(request);',
    'password: PasswordRequiredResultV2 | undefined',
    'secretName: my-app-v2-secret-name-1',
    'https://user:password@localhost:8080/',
    'maxTokens: 128000, tokenCount: "12345678901234"',
    '<Key>ctrl+shift+alt+F12</Key> keybinding: "ctrl+k ctrl+alt+1"',
    'Keyboard = "QWERTZ-105-keys-DE-2024"',
    'redis://localhost:6379/0 and rediss://cache.internal:6380',
    'redis://:${REDIS_PASSWORD}@cache:6379/0',
    'amqp://guest:guest@localhost:5672, mqtt://user:password@broker',
    'redis://deploy:hunter22@cache.example.com/0, amqps://a:hunter22@example.org',
    `proxy: '${urlWith('http', 'user:pass', 'proxy.acme.com:8080')}'`,
    urlWith('ftp', 'admin:password', 'files.acme.com'),
    urlWith('http', 'deploy:hunter22', 'example.com:8080/'),
    urlWith('https', 'a:hunter22', 'proxy.example.org:3128'),
    `DATABASE_URL=${urlWith('postgresql', 'user:password', 'db.acme.com:5432/app?schema=public')}`,
    urlWith('mysql', 'root:root', '127.0.0.1:3306/app'),
    urlWith('mongodb', 'root:Example123', 'mongo.acme.com:27017/admin'),
    urlWith('mongodb+srv', 'user:pass', 'cluster0.abcde.mongodb.net/test'),
    'ssh://git@github.com:22/acme/a.git; see http://a.b:8080/c@2',
    `AIza${'X'.repeat(35)} xai-${'0'.repeat(80)} nvapi-${'your-key-here-'.repeat(5)}`,
    `sk-${'x'.repeat(48)} and sk-${'some-words-'.repeat(4)}`,
    `${hex}.0123456789abcdef, ${hex}.min.js, sha256:${hex}${hex}`,
    'applicationId: "1f0e2d3c-4b5a-4697-8876-a5b4c3d2e1f0"',
    'apiKey: "00000000-0000-0000-0000-000000000000"',
    'SKLEARN_VERSION, SK00000000000000000000000000000000',
    'https://discord.com/api/webhooks/123456789012345678/your-token',
    '?sig=abc&a=1 signature: a;sig=b',
    'MODULE_NAME_OF_THE_LOADER.config.aVeryLongNameOfSomePropertyOfIt',
  ];
  for (const text of clean) {
    it(`is not found in ${JSON.stringify(text).slice(0, 44)}…`, () => {
      assert.deepEqual(scanner.scan(text), []);
    });
  }
});

/** Texts about secrets, and values of other kinds that look like them. */
describe('a hard text without secrets', () => {
  const uuid = '1f0e2d3c-4b5a-4697-8876-a5b4c3d2e1f0';
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const longData = Buffer.from((random + hex).repeat(8)).toString('base64');
  const texts: readonly string[] = [
    'Google client secrets begin with GOCSPX- and access tokens with ya29., so redact both.',
    'if (!secret.startsWith("GOCSPX-")) throw new Error("GOCSPX-your-client-secret-goes-here");',
    'const accessToken = "ya29.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";',
    'TAVILY_API_KEY=tvly-dev-your-tavily-api-key-goes-right-here',
    'JINA_API_KEY=jina_your_api_key_here, see jina_embeddings_v3_base_en_finetuned_retrieval_query_2024',
    'import { lsv2_pt_tracing_project_settings } from "./langsmith_tracing_v2_projects_table";',
    'PINECONE_API_KEY=pcsk_xxxxx_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'QIANFAN_KEY=bce-v3/ALTAK-xxxxxxxxx/yyyyyyyyyyy # bce-v3/ALTAK-<id>/<secret>',
    `background: url(data:image/png;base64,iVBORABSK${longData}`,
    'bedrock-api-key-rotation-lambda-function-for-long-term-credentials-in-all-regions',
    `GITLAB_TOKEN=glpat-${'X'.repeat(20)} and glrt-${'X'.repeat(20)}`,
    'class="glft-left gldt-detail-table-header-column-container" id="glagent"',
    'The runner token has the prefix glrt-t1_, followed by 27 to 300 characters.',
    'ATATT3xFfGF0... is how a token of Atlassian begins',
    `rubygems_version: rubygems_test_helpers_for_installing_and_uninstalling_gems`,
    'const cioConfigurationProviderFactoryBean = createProvider();',
    `oy2 = ${hex}; // ${hex}${hex}`,
    'client_secret = "<your ~8Q~ client secret>" // Azure AD secrets contain 8Q~',
    'STRIPE_WEBHOOK_SECRET=whsec_... # stripe listen prints whsec_<secret>',
    'secret_manager_secret_version_name_for_the_production_environment_of_acme',
    `const patterns = [/pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}/]; // ${hex}${hex}`,
    'SUPABASE_KEY=sb_publishable_' + random.slice(0, 22) + '_' + random.slice(0, 8),
    'sb_secret_your_service_role_key_here',
    'accessKeyId: "LTAI5tYourAccessKeyId", secretId: "AKIDxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"',
    'LTAIDENTIFIER, AKIDENTITY and MAKID are names',
    'The public key is age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
    `https://open.feishu.cn/open-apis/bot/v2/hook/xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx?id=${uuid}`,
    `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=YOUR_KEY&id=${uuid}`,
    `https://acme.webhook.office.com/webhookb2/{group}@{tenant}/IncomingWebhook/{id}/${uuid}`,
    'https://prod-1.westus.logic.azure.com/workflows/a/triggers/manual/paths/invoke?sig={signature}',
    'machine <host> login <user> password <password>',
    'On this machine the login and password are those of your account; the default password is admin.',
    'We teach a machine to login with a password manager like Bitwarden, by default.',
    'curl -u user:password https://api.acme.io; curl -u "$USER:$TOKEN" https://api.acme.io',
    'curl -u me@acme.io:api_token -u "${CI_USER}:${CI_PASSWORD}" -u username:your-password "$URL"',
    'curl -sL https://get.acme.io | sort -u ids:numbers.txt --user agent',
    'Basic authentication sends Basic credentials; a basic understanding of HTTP is required.',
    `Authorization: Basic ${base64('Aladdin:open sesame')}`,
    `Authorization: Basic ${base64('username:password')} or Basic ${base64('user:pass')}`,
    'Authorization: Basic <base64(user:password)>, Basic ${credentials}, Basic YOUR_BASE64_HERE',
    `{"auths": {"registry.acme.io": {"auth": "${base64('<user>:<token>')}"}}, "auth": "required"}`,
    `"auth": "${base64('{"type":"none","of":"these"}')}", auth: "oauth2"`,
    'deploy:$apr1$salt$hash, root:x:0:0:root:/root:/bin/bash, admin:{SHA}hash',
    `hash = "$2b$10$\${salt}"; cost:$2; price:$5.00-$6.00 per user`,
    `certificate-authority-data: ${base64(`-----BEGIN CERTIFICATE-----\n${longData}`)}`,
    `client-key-data: LS0tLS1CRUdJTi...; ${base64(`-----BEGIN PUBLIC KEY-----\n${longData}`)}`,
    `AGE-SECRET-KEY-1${'Q'.repeat(58)}`,
    '<label for="password">Password123!</label> <token>xs:string1234567</token> if (key>limit2Of3) {}',
    '- name: API_KEY\n  valueFrom: { secretKeyRef: { name: acme-api-v2-key-1, key: apiKey1 } }',
    '- name: DB_PASSWORD\n  value: $(DB_PASSWORD_V2)\n- name: token\n  value: "{{ .Values.token12345 }}"',
    'acme --token <TOKEN> --api-key $API_KEY --password --verbose-output-2 --secret-file ./a/b2.txt',
    'Pass --token followed by the-token-of-your-account-in-version-2.',
    `GITHUB_TOKEN=ghp_${'x'.repeat(36)}, npm_${'X'.repeat(36)}, hf_${'x'.repeat(34)}`,
  ];
  for (const text of texts) {
    it(`has none: ${JSON.stringify(text).slice(0, 44)}…`, () => {
      assert.deepEqual(scanner.scan(text), []);
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
  const withKey = new TextScanner([...formsOfKey(key), 'none'], String);

  it('is found as it is, for a URL, and as Base64 of any alignment', () => {
    for (const before of ['', 'a', 'ab', 'user:']) {
      for (const encoding of ['base64', 'base64url'] as const) {
        const encoded = Buffer.from(before + key + ':more').toString(encoding);
        assert.match(
          masked(`-> ${encoded}`, withKey),
          /\[API key of this gateway removed\]/u,
          encoded,
        );
      }
    }
    assert.equal(masked(`(${key})`, withKey), '([API key of this gateway removed])');
    assert.equal(
      masked(`?a=${encodeURIComponent(key)}&b`, withKey),
      '?a=[API key of this gateway removed]&b',
    );
  });

  it('is found within a word, and where it follows itself', () => {
    assert.equal(
      masked(`x${key}${key}y`, withKey),
      `x${'[API key of this gateway removed]'.repeat(2)}y`,
    );
  });

  it('is not found in another letter case, nor where it is too short to be told from words', () => {
    assert.equal(masked(`none, ${key.toUpperCase()}`, withKey), `none, ${key.toUpperCase()}`);
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

  it('leaves nothing to find, and changes nothing else', () => {
    const pool = Array.from({ length: 20 }, (_, seed) => plantedSecrets(seededRandom(seed)))
      .flat()
      .map(({ secret, line = secret }) => line);
    /** Secrets, their pieces, and what decides whether one begins or ends. */
    const piece = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...pool) },
      {
        weight: 3,
        arbitrary: fc
          .tuple(fc.constantFrom(...pool), fc.nat(60), fc.nat(60))
          .map(([secret, start, end]) => secret.slice(start, -1 - end)),
      },
      {
        weight: 3,
        arbitrary: fc.constantFrom(...Array.from('\n _-."=@/éaA0'), ': ', 'x'.repeat(300)),
      },
      fc.string({ unit: 'binary', maxLength: 30 }),
    );
    const texts = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    const withKey = new TextScanner(['sk-known-1234567890'], String);
    fc.assert(
      fc.property(texts, (text) => {
        const found = withKey.scan(text);
        const result = maskSecrets(text, found);
        assert.deepEqual(withKey.scan(result), []);
        const parts = found.map(
          ({ start, rule }, index) =>
            `${text.slice(found[index - 1]?.end ?? 0, start)}[${rule} removed]`,
        );
        assert.equal(result, parts.join('') + text.slice(found.at(-1)?.end ?? 0));
        assert.equal(result.isWellFormed(), text.isWellFormed());
      }),
      { numRuns: propertyRuns(400) },
    );
  });
});

describe('long texts', () => {
  const length = 100_000;
  /** A million characters take a second at most; quadratic work would take minutes. */
  const limitMs = length / 50;
  const filled = (piece: string): string =>
    piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  const planted = plantedSecrets(seededRandom(1));

  /** What files have, and what makes a pattern match almost, again and again. A thread with a time limit scans. */
  const long: readonly (readonly [what: string, text: string])[] = [
    ['one line of letters', filled('a')],
    ['one line of minified code', filled('function a(b,c){return b.d(c)?e:f[0]}var g=h.i("j");')],
    ['line breaks', filled('\n')],
    ['a private key that does not end', `-----BEGIN PRIVATE KEY-----${filled('A1b2')}`],
    ['connection strings', filled('mysql://a:')],
    ['JSON Web Tokens', filled('eyJhbGciOiJIUzI1NiJ9.')],
    ['assignments', filled('password=password:')],
    ['options', filled(' --password')],
    ['names without values', filled('password   ')],
    ['commands', filled('curl -u ')],
    ['one command that goes on', `curl ${filled('a\\\n -u b ')}`],
    ['entries of .netrc', filled('machine a login b password ')],
    ['blanks after a word of .netrc', filled(`machine${' '.repeat(40)}`)],
    ['headers', filled('basic YTpi')],
    ['hashes of passwords', filled('a:$2y$')],
    ['PEM files in Base64', filled(`LS0tLS1CRUdJTi${'A'.repeat(50)}\n`)],
    ['one PEM file in Base64', `LS0tLS1CRUdJTi${filled(`${'A'.repeat(50)}\n`)}-`],
    ['long-term keys', filled(`ABSK${'aB3'.repeat(80)} `)],
    ['prefixes', filled('glpat-bce-v3/ALTAK-ya29.sig=')],
    ['secrets', filled(planted.map(({ secret, line = secret }) => line).join(' '))],
  ];

  for (const [what, text] of long) {
    it(`are scanned in linear time: ${what}`, () => {
      const ms = leastCpuTime(() => scanner.scan(text), 1) / 1_000;
      assert.ok(ms < limitMs, `${ms} ms`);
    });
  }
});
