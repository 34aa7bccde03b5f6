// Secrets that secretlint's rules do not know: keys of gateways and other services, credentials in the forms of other
// programs, and private keys that are encrypted, of PGP, short or cut off.
import { entropy } from '../../../base/text/entropy';
import { findPrivateKeys } from '../../../workspace/node/privateKeys';
import { credentialForms } from './credentialForms';
import { prefixedTokens } from './prefixedTokens';
import type { ScannerRule } from './secretScanner';
import { isKey, isRandom } from './secretValue';
import { maxTokenChars, type TokenShape } from './tokenShape';

const shapes: readonly TokenShape[] = [
  {
    pattern: new RegExp(String.raw`(?<![\w-])sk-[\w-]{20,${maxTokenChars}}`, 'g'),
    name: 'API key',
    isSecret: (value) => isRandom(value.slice(3)),
  },
  // SiliconFlow's keys have no digits.
  { pattern: /(?<![\w-])sk-[a-z]{48}(?![\w-])/g, name: 'API key' },
  // Zhipu: an ID and a secret, https://docs.bigmodel.cn/cn/api/introduction
  {
    pattern: /(?<![\w.-])[\da-f]{32}\.[A-Za-z\d]{16}(?![\w.-])/g,
    name: 'Zhipu API key',
    isSecret: (value) => /[A-Z].*[a-z]|[a-z].*[A-Z]/u.test(value.slice(33)) && isKey(value),
  },
  // A macaroon of pypi.org or test.pypi.org, https://github.com/pypi/warehouse/blob/main/warehouse/macaroons
  { pattern: /(?<![\w-])pypi-AgE[\w-]{50,}/g, name: 'PyPI token' },
  { pattern: /(?<!\w)do[opr]_v1_[\da-f]{64}(?!\w)/g, name: 'DigitalOcean token' },
  // The signature of an address: HMAC-SHA256 in Base64; of a workflow, such as those of Teams, in Base64url. XML writes
  // `&amp;`.
  {
    pattern: /(?<before>[?&;]sig=)(?:[\w+/-]|%2[bf]){43}(?:=|%3d|(?![\w%+/-]))/gi,
    name: 'Azure SAS signature',
    // A percent-encoded value looks like a template.
    isSecret: (value) => entropy(value) >= 3,
  },
  // Where Microsoft's scanners look for keys, too: https://github.com/microsoft/security-utilities
  { pattern: /(?<!\w)[A-Za-z\d]{52}JQQJ99[A-Za-z\d]{26}(?!\w)/g, name: 'Azure API key' },
  { pattern: /(?<!\w)[A-Za-z\d]{76}AZDO[A-Za-z\d]{4}(?!\w)/g, name: 'Azure DevOps token' },
  // In an address of the API, `bot` precedes it.
  { pattern: /(?<!\d)\d{8,10}:AA[\w-]{33}(?![\w-])/g, name: 'Telegram token' },
  // The user's ID in Base64, the time and a signature.
  {
    pattern: /(?<![\w.-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,38}(?![\w-])/g,
    name: 'Discord token',
    isSecret: isRandom,
  },
  {
    pattern: /(?<before>discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d{17,20}\/)[\w-]{60,80}/g,
    name: 'Discord webhook',
  },
  { pattern: /(?<!\w)SK[\da-f]{32}(?!\w)/g, name: 'Twilio API key' },
];

export const tokenRules: readonly ScannerRule[] = [
  ...[...shapes, ...prefixedTokens, ...credentialForms].map(tokenRule),
  (text) =>
    [...findPrivateKeys(text)].map(({ start, end }) => ({ start, end, rule: 'Private key' })),
];

function tokenRule({ pattern, name, isSecret = isKey }: TokenShape): ScannerRule {
  return function* (text) {
    for (const { 0: match, index, groups } of text.matchAll(pattern)) {
      const before = groups?.['before'] ?? '';
      if (isSecret(match.slice(before.length), before)) {
        yield { start: index + before.length, end: index + match.length, rule: name };
      }
    }
  };
}
