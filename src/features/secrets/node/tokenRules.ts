// Secrets that secretlint's rules do not know: keys of gateways and other services, authorization headers, passwords in
// URLs, JSON Web Tokens, and private keys that are encrypted, of PGP, short or cut off.
import { entropy } from '../../../base/text/entropy';
import { findPrivateKeys } from '../../../workspace/node/privateKeys';
import type { ScannerRule } from './secretScanner';
import { isPlaceholder, isUrlPassword, isWords } from './secretValue';

/** Longer ones are data. */
const maxTokenChars = 512;

interface TokenShape {
  /** It has the flag g. What the group `before` has is not part of the secret. */
  readonly pattern: RegExp;
  /** What the user sees. */
  readonly name: string;
  /** The default asks whether it is neither a placeholder nor a row of the same characters. */
  readonly isSecret?: (value: string, before: string) => boolean;
}

const isKey = (value: string): boolean => entropy(value) >= 3 && !isPlaceholder(value);

const isRandom = (value: string): boolean =>
  /\d/u.test(value) && entropy(value) >= 3.3 && !isPlaceholder(value) && !isWords(value);

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
  { pattern: /(?<![\w-])xai-[A-Za-z\d]{70,100}(?![\w-])/g, name: 'xAI API key' },
  { pattern: /(?<![\w-])nvapi-[\w-]{60,80}(?![\w-])/g, name: 'NVIDIA API key' },
  { pattern: /(?<![\w-])AIza[\w-]{35}(?![\w-])/g, name: 'Google API key' },
  { pattern: /(?<![\w-])pplx-[A-Za-z\d]{40,64}(?![\w-])/g, name: 'Perplexity API key' },
  { pattern: /(?<![\w-])csk-[a-z\d]{48}(?![\w-])/g, name: 'Cerebras API key' },
  { pattern: /(?<![\w-])r8_[A-Za-z\d]{37}(?![\w-])/g, name: 'Replicate token' },
  // A macaroon of pypi.org or test.pypi.org, https://github.com/pypi/warehouse/blob/main/warehouse/macaroons
  { pattern: /(?<![\w-])pypi-AgE[\w-]{50,}/g, name: 'PyPI token' },
  { pattern: /(?<!\w)do[opr]_v1_[\da-f]{64}(?!\w)/g, name: 'DigitalOcean token' },
  // The signature of an address: HMAC-SHA256 in Base64. XML writes `&amp;`.
  {
    pattern: /(?<before>[?&;]sig=)(?:[\w+/-]|%2[bf]){43}(?:=|%3d)/gi,
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
  // secretlint's rule does not know `-` and `_`.
  { pattern: /(?<![\w-])SG\.[\w-]{22}\.[\w-]{43}(?![\w-])/g, name: 'SendGrid API key' },
  {
    pattern:
      /(?<before>(?<![a-z\d])[a-z][a-z\d+.-]{1,19}:\/\/[^\s:/@"'`<>[\](){}]{0,128}:)[^\s/@"'`<>]{3,256}(?=@(?:\w|\[[\da-f:]))(?!@(?:[\w-]+\.)*example\b)/gi,
    name: 'Password in a URL',
    isSecret: isUrlPassword,
  },
  {
    pattern: /(?<before>(?<!\w)bearer )[\w.~+/=-]{20,4096}/gi,
    name: 'Bearer token',
    isSecret: isRandom,
  },
  {
    // secretlint's rule takes the rest of the line for one token.
    pattern: new RegExp(String.raw`(?<before>_authToken=)[^\s"'\x60<>$]{8,${maxTokenChars}}`, 'g'),
    name: 'npm token',
    isSecret: (value) => !isPlaceholder(value),
  },
  {
    // The header and the claims are JSON objects in Base64, which begin with `{"`.
    pattern: /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g,
    name: 'JSON Web Token',
    isSecret: () => true,
  },
];

export const tokenRules: readonly ScannerRule[] = [
  ...shapes.map(tokenRule),
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
