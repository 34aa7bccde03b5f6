import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TextScanner } from '../../../../../src/features/secrets/node/scanText';
import { maskSecrets } from '../../../../../src/features/secrets/node/secretScanner';
import { seededRandom } from '../../../../support/journal/seededRandom';
import { plantedSecrets } from '../../../../support/secrets/plantedSecrets';
import { randomCharacters } from '../../../../support/secrets/randomCharacters';
import { sampled } from '../../../../support/sampled';

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

function findingsIn(text: string, known: readonly string[] = []) {
  return new TextScanner(known, (secret) => `#${secret.length}`).scan(text);
}

function foundTexts(text: string, known: readonly string[] = []): readonly string[] {
  return findingsIn(text, known).map(({ start, end }) => text.slice(start, end));
}

describe('TextScanner', () => {
  const names = plantedSecrets(seededRandom(1)).map(({ name }) => name);

  it(`finds the secrets of ${names.length} forms in ten kinds of files: ${names.join(', ')}`, () => {
    const missed: string[] = [];
    for (let seed = 1; seed <= sampled(5); seed += 1) {
      for (const { name, secret, line = secret } of plantedSecrets(seededRandom(seed))) {
        for (const [kind, fileWith] of Object.entries(filesWith)) {
          const text = fileWith(line);
          const at = text.indexOf(secret);
          const findings = findingsIn(text);
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
    const random = seededRandom(3);
    const value = (length: number): string => `${randomCharacters(length, alphanumeric, random)}4f`;
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

  for (const text of [
    'const token = getTokenFromStore(request);',
    'password: PasswordRequiredResultV2 | undefined',
    'apiKey: process.env.API_KEY_2',
    'token = "your-token-here-123456"',
    'key: "${SECRETS_KEY_V2_PRODUCTION}"',
    'secretName: my-app-v2-secret-name-1',
    '"integrity": "sha512-dGhpcyBpcyBhIHN1bTEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNA=="',
    'primaryKey: "550e8400-e29b-41d4-a716-446655440000"',
    'commit 35b756b3c9d1e0f2a4b6c8d0e2f4a6b8c0d2e4f6',
    '-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQ\n-----END CERTIFICATE-----',
    'background: url(data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUA1234567890abcDEF)',
    'https://user:password@localhost:8080/',
    'maxTokens: 128000, tokenCount: "12345678901234"',
    '<Key>ctrl+shift+alt+F12</Key> keybinding: "ctrl+k ctrl+alt+1"',
    'Keyboard = "QWERTZ-105-keys-DE-2024"',
  ]) {
    it(`finds nothing in ${JSON.stringify(text.slice(0, 60))}`, () => {
      assert.deepEqual(foundTexts(text), []);
    });
  }

  it('finds the key of the gateway, wherever it is', () => {
    const key = 'plain-words-as-a-key';
    assert.deepEqual(foundTexts(`x${key}y ${key}`, [key, 'short']), [key, key]);
  });

  it('is not switched off by a comment in the text', () => {
    const token = `ghp_${randomCharacters(36, alphanumeric, seededRandom(5))}`;
    const text = `// secretlint-disable\nconst a = '${token}';`;
    assert.deepEqual(foundTexts(text), [token]);
  });

  it('names the line and shows no more than the first characters', () => {
    const token = `ghp_${randomCharacters(36, alphanumeric, seededRandom(5))}`;
    const [finding] = findingsIn(`a\r\nb\n\n"${token}"`);
    assert.deepEqual([finding?.rule, finding?.line, finding?.masked], ['GitHub token', 4, 'ghp_…']);
  });

  it('finds nothing after masking, and masking changes nothing else', () => {
    const secret = fc.integer({ min: 1, max: 1e6 }).chain((seed) => {
      const all = plantedSecrets(seededRandom(seed));
      return fc.constantFrom(...all.map(({ secret: planted, line = planted }) => line));
    });
    const piece = fc.oneof(secret, fc.string({ unit: 'binary', maxLength: 30 }));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const text = pieces.join('\n');
        const findings = findingsIn(text);
        const masked = maskSecrets(text, findings);
        let rest = masked;
        let end = 0;
        for (const { start, end: next, rule } of findings) {
          const before = text.slice(end, start);
          assert.ok(rest.startsWith(`${before}[${rule} removed]`));
          rest = rest.slice(before.length + `[${rule} removed]`.length);
          end = next;
        }
        assert.equal(rest, text.slice(end));
        assert.deepEqual(foundTexts(masked), []);
      }),
      { numRuns: 300 },
    );
  });
});
