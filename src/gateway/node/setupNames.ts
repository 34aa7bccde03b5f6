// The names under which pasted texts and links give a gateway's address, key and model, and what keys look like.
import { anyOf } from '../../base/anyOf';
import type { ApiFormat } from '../common/apiFormat';
import { normalizeKey } from './apiKey';

type SetupRole = 'baseUrl' | 'key' | 'model' | 'modelAlias' | 'name' | 'apiFormat';

interface NameRow {
  readonly role: SetupRole;
  /** A blank stands for a blank, `_`, `-`, `.` or nothing. */
  readonly words: string;
  /** They say what the value is only alone or behind a known family: `DATABASE_URL` and `GITHUB_TOKEN` are something else. */
  readonly isWeak?: true;
  readonly samples: readonly string[];
}

export const nameRows: readonly NameRow[] = [
  {
    role: 'baseUrl',
    words:
      '(?:api )?base ur[li]|api (?:base|host|endpoint)|(?:api )?(?:接口|代理|中转|请求|服务)(?:地址|网址)',
    samples: [
      'OPENAI_BASE_URL',
      'OPENAI_API_BASE',
      'baseurl',
      'apiBase',
      'API Base URL',
      '接口地址',
    ],
  },
  {
    role: 'baseUrl',
    words: '(?:api )?url|endpoint|gateway|server|domain|host|curl|(?:api )?地址|网址|域名|接入点',
    isWeak: true,
    samples: ['AZURE_OPENAI_ENDPOINT', 'azure_endpoint', 'url', 'domain', 'server', 'API 地址'],
  },
  {
    role: 'key',
    words:
      '(?:x )?api key|(?:auth|access|api|bearer|experimental bearer) token|authorization|(?:secret|subscription) key|(?:api )?[密秘][钥鑰匙]|令牌',
    samples: ['OPENAI_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'apiKey', 'x-api-key', 'API密钥'],
  },
  { role: 'key', words: 'key|token', isWeak: true, samples: ['key', 'token', 'OPENAI_KEY'] },
  { role: 'modelAlias', words: 'model name', isWeak: true, samples: ['model_name'] },
  {
    role: 'model',
    words: 'model(?: id)?|deployment(?: name)?|模型(?:名称?|ID)?',
    isWeak: true,
    samples: ['OPENAI_MODEL', 'model', 'azure_deployment', '模型名称'],
  },
  { role: 'name', words: 'name|title|名称', isWeak: true, samples: ['name', 'title'] },
  {
    role: 'apiFormat',
    words: 'wire api|api (?:type|format)|provider|type|npm|vendor|app',
    isWeak: true,
    samples: ['wire_api', 'apiType', 'provider', 'npm'],
  },
];

/** Families of variables, each with addresses and keys of its own. Where one has an API format, its names say which. */
const families: readonly { readonly words: string; readonly apiFormat?: ApiFormat }[] = [
  { words: 'azure openai|azure' },
  { words: 'open ?ai' },
  { words: 'anthropic|claude', apiFormat: 'messages' },
  { words: 'google gemini|google|gemini', apiFormat: 'generateContent' },
  { words: 'litellm' },
];

export function familyFormat(family: string): ApiFormat | undefined {
  return families.find(({ words }) => words === family)?.apiFormat;
}

export interface SetupName {
  /** Undefined for all other names. */
  readonly role?: SetupRole;
  readonly isWeak: boolean;
  /** What stands before the words, `anthropic` for example; `''` for nothing. */
  readonly family: string;
  /** It is `''` or a family of the table. */
  readonly isKnownFamily: boolean;
}

export const otherName: SetupName = { isWeak: true, family: '', isKnownFamily: false };

const spelled = (rows: readonly { readonly words: string }[]): string =>
  `(?:${rows
    .map(({ words }) => words)
    .join('|')
    .replaceAll(/ \??/g, '[\\s_.-]?')})`;
const exactly = (row: { readonly words: string }): RegExp =>
  new RegExp(`^${spelled([row])}$`, 'iu');
const rowPatterns = nameRows.map((row) => ({ row, pattern: exactly(row) }));
const familyPatterns = families.map((row) => ({ row, pattern: exactly(row) }));
const nameEnd = new RegExp(
  `(?:(?<family>${spelled(families)})[\\s_.-]?)?(?<words>${spelled(nameRows)})$`,
  'iu',
);

/** Reads the name of the table that `text` ends with. */
export function readNameEnd(
  text: string,
): { readonly name: SetupName; readonly start: number } | undefined {
  const match = nameEnd.exec(text);
  const { words = '', family: vendor = '' } = match?.groups ?? {};
  const { row } = rowPatterns.find(({ pattern }) => pattern.test(words)) ?? {};
  if (match === null || row === undefined) {
    return undefined;
  }
  const { role, isWeak = false } = row;
  const family = familyPatterns.find(({ pattern }) => pattern.test(vendor))?.row.words ?? '';
  return { name: { role, isWeak, family, isKnownFamily: true }, start: match.index };
}

/** The name with something before it: `MYCO_` of `MYCO_API_KEY`; the marks of an option say nothing. */
export function withPrefix(name: SetupName, prefix: string): SetupName {
  if (/^-*$/.test(prefix)) {
    return name;
  }
  const family = `${prefix.replace(/(?:api|[_.-])+$/i, '')} ${name.family}`.toLowerCase();
  return { ...name, family, isKnownFamily: false };
}

/** Reads a complete name, of JSON or of a link's query. */
export function readName(text: string): SetupName {
  const end = readNameEnd(text);
  if (end === undefined) {
    return otherName;
  }
  return withPrefix(end.name, text.slice(0, end.start));
}

/** How keys begin. `baseUrl`: of the one provider whose keys begin like this. */
export const keyPrefixes: readonly { readonly prefix: string; readonly baseUrl?: string }[] = [
  { prefix: 'sk-ant-', baseUrl: 'https://api.anthropic.com/v1' },
  { prefix: 'sk-or-', baseUrl: 'https://openrouter.ai/api/v1' },
  { prefix: 'sk-proj-', baseUrl: 'https://api.openai.com/v1' },
  { prefix: 'sk-' },
  { prefix: 'gsk_', baseUrl: 'https://api.groq.com/openai/v1' },
  { prefix: 'xai-', baseUrl: 'https://api.x.ai/v1' },
  { prefix: 'AIza', baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai' },
  { prefix: 'nvapi-', baseUrl: 'https://integrate.api.nvidia.com/v1' },
  { prefix: 'csk-', baseUrl: 'https://api.cerebras.ai/v1' },
  { prefix: 'hf_', baseUrl: 'https://router.huggingface.co/v1' },
  { prefix: 'fw_', baseUrl: 'https://api.fireworks.ai/inference/v1' },
  { prefix: 'tgp_', baseUrl: 'https://api.together.xyz/v1' },
  ...['pplx-', 'eyJ', 'ghp_', 'glpat-', 'r8_', 'sk_'].map((prefix) => ({ prefix })),
];

/** The start of a key: `sk-` alone says it, and words begin like the others. */
export const keyStart = `(?:sk-|(?:${keyPrefixes
  .filter(({ prefix }) => !prefix.startsWith('sk-'))
  .map(({ prefix }) => prefix)
  .join('|')})[\\w-]{20})`;

/** Code that reads a value from elsewhere. */
export const codeStart =
  /^(?:deno|env|import|input|os|process|secrets|self|settings|sys|this)[.:]/i;

/** What stands where a key belongs, in documents and in code. */
const placeholder = anyOf(
  /^[$%<{[(#]|[{}<>…*\s]|\.{3}|:\/\//i,
  /x{4}|^(?:sk-)?x+$/i,
  /(?:^|[-_])(?:your|my)(?:[-_]|$)|^(?:your|my)[-_]?(?:own|api|key|token|secret)/i,
  /^(?:sk-)?(?:any|anything|dummy|empty|example|false|key|nil|no|none|null|placeholder|secret|str|string|token|true|undefined)$/i,
  /api[-_]?key|not[-_]?needed|not[-_]?required|no[-_]?key/i,
  /^[a-z]+_(?:key|token)$/,
  codeStart,
);
const variableName = /^(?:[A-Z][A-Z\d]*_)+[A-Z\d]+$/;

/** Longer texts are data. Providers' own keys are at most 400 characters; a sign-in's token (JWT) can have 2,000. */
const maxKeyChars = 4_000;
const minKeyChars = 6;

/** The key that a value is; undefined if it is none. */
export function readKey(value: string): string | undefined {
  const normalized = normalizeKey(value);
  const key = normalized.ok ? normalized.key : '';
  const isKey =
    key.length >= minKeyChars &&
    key.length <= maxKeyChars &&
    !placeholder.test(key) &&
    !variableName.test(key);
  return isKey ? key : undefined;
}
