import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import fc from 'fast-check';
import {
  curlCommand,
  SentRequestLog,
  type LoggedRequest,
} from '../../../../../src/conversation/node/request/sentRequestLog';
import { keyVariable, type SentRequest } from '../../../../../src/gateway/common/sentRequest';

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

/** Prints its arguments and, if the last one is `@-`, standard input. */
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

  /** What a real shell passes to curl: the arguments, then standard input. */
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

  it('is formatted as a person would write it', () => {
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

  it('expands only the key variable and repeats the exact request', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom("'", '"', '\\', '$', '`', '\n', '\r', '!', '@', '%', ' '),
      }),
      fc.constantFrom(keyVariable, '$(touch x)', "'; rm -rf x; '", '@/etc/passwd', '-d', ''),
    );
    const shellText = text.map((any) => any.replaceAll('\0', ''));
    const anyBody = fc.oneof(shellText, fc.json());
    fc.assert(
      fc.property(anyBody, shellText, shellText, (body, path, value) => {
        const request = {
          ...plain,
          url: `https://gateway.example/${path}`,
          headers: { ...plain.headers, 'x-more': value },
          body,
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
          // A header of the user may carry the key.
          `x-more: ${value.replaceAll(keyVariable, () => key)}`,
          '--data-raw',
          body,
          '',
        ]);
      }),
      { numRuns: 150 },
    );
  });

  it('expands the key variable wherever a header contains it', () => {
    for (const value of [
      `${keyVariable}:${keyVariable}`,
      `${keyVariable}${keyVariable}`,
      `a ${keyVariable} 'b' ${keyVariable} c ${keyVariable}`,
    ]) {
      const args = run({ ...plain, headers: { 'x-key': value } });
      assert.ok(
        args.includes(`x-key: ${value.replaceAll(keyVariable, () => key)}`),
        JSON.stringify(args),
      );
    }
  });

  it('pipes a body that is too long for an argument', () => {
    const body = JSON.stringify({ text: `it's 100 % long \\ ${'ö%s\n'.repeat(200_000)}` });
    const args = run({ ...plain, body });
    assert.deepEqual(args.slice(-3), ['--data-binary', '@-', body]);
  });
});

function logged(body: string): LoggedRequest {
  return { ...plain, body, sentAt: 1 };
}

describe('SentRequestLog', () => {
  it('returns the requests of an answer in order', () => {
    const log = new SentRequestLog();
    log.add('a', logged('1'));
    log.add('b', logged('2'));
    log.add('a', logged('3'));
    assert.deepEqual(
      log.get('a').map(({ body }) => body),
      ['1', '3'],
    );
    assert.deepEqual(log.get('c'), []);
  });

  it('evicts the oldest of more than 32 answers', () => {
    const log = new SentRequestLog();
    for (let at = 0; at < 40; at++) {
      log.add(`a${at}`, logged('body'));
    }
    assert.equal(log.get('a7').length, 0);
    assert.equal(log.get('a8').length, 1);
    assert.equal(log.get('a39').length, 1);
  });

  it('evicts the oldest answers when bodies are long, but never the newest', () => {
    const log = new SentRequestLog();
    log.add('old', logged('x'.repeat(6_000_000)));
    log.add('middle', logged('x'.repeat(6_000_000)));
    log.add('new', logged('x'.repeat(6_000_000)));
    assert.deepEqual([log.get('old').length, log.get('middle').length], [0, 1]);
    log.add('huge', logged('x'.repeat(20_000_000)));
    assert.equal(log.get('huge').length, 1);
    assert.equal(log.get('new').length, 0);
  });
});
