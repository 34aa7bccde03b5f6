import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import fc from 'fast-check';
import {
  curlCommand,
  keyVariable,
  type SentRequest,
} from '../../../../src/chat/request/sentRequest';

const key = `sk-from the 'environment' $(of) "the" shell`;

const plain: SentRequest = {
  method: 'POST',
  url: 'https://gateway.example/v1/chat/completions',
  headers: {
    accept: 'application/json',
    authorization: `Bearer ${keyVariable}`,
    'x-team': '[hidden]',
  },
  body: '{"model":"m"}',
};

/** Says its arguments, and what it reads where it is told to read. */
const fakeCurl = `#!/bin/sh
for last in "$@"; do printf '%s\\000' "$last"; done
if [ "$last" = '@-' ]; then cat; fi
`;

describe('curlCommand', function () {
  this.timeout(120_000);
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'portico-curl-'));
    writeFileSync(join(folder, 'curl'), fakeCurl);
    chmodSync(join(folder, 'curl'), 0o700);
  });
  after(() => rmSync(folder, { recursive: true }));

  /** What a real shell hands to curl: the arguments, then what goes through the pipe. */
  function run(request: SentRequest): readonly string[] {
    const script = join(folder, 'command.sh');
    writeFileSync(script, curlCommand(request));
    const { stdout, stderr, status } = spawnSync('sh', [script], {
      env: {
        PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`,
        PORTICO_API_KEY: key,
      },
      maxBuffer: 64 * 1024 * 1024,
    });
    assert.equal(status, 0, stderr.toString());
    assert.equal(stderr.toString(), '');
    return stdout.toString('utf8').split('\0');
  }

  it('reads as a person would write it', () => {
    assert.equal(
      curlCommand(plain),
      [
        `curl --globoff --no-buffer \\`,
        `  --request 'POST' \\`,
        `  'https://gateway.example/v1/chat/completions' \\`,
        `  --header 'accept: application/json' \\`,
        `  --header 'authorization: Bearer '"$PORTICO_API_KEY" \\`,
        `  --header 'x-team: [hidden]' \\`,
        `  --data-raw '{"model":"m"}'`,
      ].join('\n'),
    );
  });

  it('takes the key from the shell’s variable, and is the same request for any body', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom("'", '"', '\\', '$', '`', '\n', '\r', '!', '@', '%', ' '),
      }),
      fc.constantFrom(keyVariable, '$(touch x)', "'; rm -rf x; '", '@/etc/passwd', '-d', ''),
    );
    const shellText = text.map((given) => given.replaceAll('\0', ''));
    const body = fc.oneof(shellText, fc.json());
    fc.assert(
      fc.property(body, shellText, shellText, (given, path, value) => {
        const request = {
          ...plain,
          url: `https://gateway.example/${path}`,
          headers: { ...plain.headers, 'x-more': value },
          body: given,
        };
        assert.deepEqual(run(request), [
          '--globoff',
          '--no-buffer',
          '--request',
          'POST',
          request.url,
          '--header',
          'accept: application/json',
          '--header',
          `authorization: Bearer ${key}`,
          '--header',
          'x-team: [hidden]',
          '--header',
          `x-more: ${value}`,
          '--data-raw',
          given,
          '',
        ]);
      }),
      { numRuns: 150 },
    );
  });

  it('pipes a body that is too long for an argument', () => {
    const body = JSON.stringify({ text: `it's 100 % long \\ ${'ö%s\n'.repeat(200_000)}` });
    const said = run({ ...plain, body });
    assert.deepEqual(said.slice(-3), ['--data-binary', '@-', body]);
  });
});
