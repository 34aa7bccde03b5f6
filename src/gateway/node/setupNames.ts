// The names under which pasted texts and links give a gateway's address, key and model, and what keys look like.
import { anyOf } from '../../base/anyOf';
import type { ApiFormat } from '../common/apiFormat';
import { normalizeKey } from './apiKey';

type SetupRole = 'baseUrl' | 'key' | 'secret' | 'model' | 'modelAlias' | 'name' | 'apiFormat';

interface NameRow {
  readonly role: SetupRole;
  /** A blank stands for a blank, `_`, `-`, `.` or nothing. */
  readonly words: string;
  /** They say what the value is only alone or behind a known family: `DATABASE_URL` and `GITHUB_TOKEN` are something else. */
  readonly isWeak?: true;
  /** Names of this row, separated by commas. */
  readonly samples: string;
}

export const nameRows: readonly NameRow[] = [
  {
    role: 'baseUrl',
    words:
      '(?:api )?(?<!data|fire|supa)base ur[li]s?|api (?:base|host|endpoint)|(?:api )?(?:接口|代理|中转|请求|服务)(?:地址|网址)',
    samples: 'OPENAI_BASE_URL, OPENAI_API_BASE, baseurl, apiBase, API Base URL, 接口地址',
  },
  {
    role: 'baseUrl',
    words:
      '(?:api |curlopt )?url|endpoint|gateway|server|domain|host|curl|(?:api )?地址|网址|域名|接入点',
    isWeak: true,
    samples: 'AZURE_OPENAI_ENDPOINT, azure_endpoint, url, domain, CURLOPT_URL, API 地址',
  },
  {
    role: 'key',
    words:
      '(?:x )?(?:goog )?api keys?|api key credential|(?:auth|access|api|bearer|experimental bearer) token|authorization|(?:secret|subscription) key|(?:api )?[密秘][钥鑰匙]|令牌',
    samples: 'OPENAI_API_KEY, ANTHROPIC_AUTH_TOKEN, apiKey, x-goog-api-key, API密钥',
  },
  { role: 'key', words: 'key|token', isWeak: true, samples: 'key, token, OPENAI_KEY' },
  // Other services have them: they hide a text, and are not used.
  { role: 'secret', words: 'secret|passw(?:or)?d|pwd|密码', samples: 'password, secret' },
  { role: 'modelAlias', words: 'model name', isWeak: true, samples: 'model_name' },
  {
    role: 'model',
    words: 'model(?: id)?|deployment(?: name)?|模型(?:名称?|ID)?',
    isWeak: true,
    samples: 'OPENAI_MODEL, model, azure_deployment, 模型名称',
  },
  { role: 'name', words: 'name|title|名称', isWeak: true, samples: 'name, title' },
  {
    role: 'apiFormat',
    words: 'wire api|api (?:type|format)|provider|type|npm|vendor|app',
    isWeak: true,
    samples: 'wire_api, apiType, provider, npm',
  },
];

/** Families of variables, each with addresses and keys of its own. */
const families: readonly string[] = [
  'azure openai|azure ai foundry|azure',
  'open ?ai',
  'anthropic|claude',
  'google gemini|google|gemini',
  'litellm',
];

/** What values and families say about the API format; the first row that fits counts. */
const formats: readonly { readonly pattern: RegExp; readonly apiFormat: ApiFormat }[] = [
  { pattern: /anthropic|claude|^messages$/i, apiFormat: 'messages' },
  { pattern: /gemini|google|^generate_?content$/i, apiFormat: 'generateContent' },
  { pattern: /^responses$/i, apiFormat: 'responses' },
  { pattern: /^chat(?:[-_]?completions?)?$/i, apiFormat: 'chat' },
];

export function formatOf(text: string): ApiFormat | undefined {
  return formats.find(({ pattern }) => pattern.test(text))?.apiFormat;
}

export interface SetupName {
  /** Undefined for all other names. */
  readonly role?: SetupRole | undefined;
  readonly isWeak: boolean;
  /** What stands before the words: a row of the families, something else, or `''` for nothing. */
  readonly family: string;
}

export const otherName: SetupName = { isWeak: true, family: '' };

export function isKnownFamily({ family }: SetupName): boolean {
  return family === '' || families.includes(family);
}

/** A group for each row: `family0`, `row0`, … */
const grouped = (group: string, rows: readonly string[]): string =>
  rows.map((words, at) => `(?<${group}${at}>${words.replaceAll(/ \??/g, '[\\s_.-]?')})`).join('|');
const rowWords = nameRows.map(({ words }) => words);

/** A name of the table, with what may stand before it: `MYCO_` of `MYCO_API_KEY`. No name is longer. */
export const namePattern = `(?<prefix>[\\p{L}\\p{N}_.-]{0,48}?)(?:(?:${grouped('family', families)})[\\s_.-]?)?(?:${grouped('row', rowWords)})`;

/** What may stand behind a name: `base_url (Anthropic)`. */
export const remarkPattern = `(?:\\s*\\((?:${grouped('remark', families)}|[\\w ]{1,24})\\))?`;

/** Reads the groups of the patterns. */
export function nameOf(groups: Readonly<Record<string, string | undefined>>): SetupName {
  const row = nameRows.find((_, at) => groups[`row${at}`] !== undefined);
  const family =
    families.find((_, at) => (groups[`family${at}`] ?? groups[`remark${at}`]) !== undefined) ?? '';
  // The marks of an option say nothing, nor do words before Chinese names, which have no blank between them.
  const other = (groups['prefix'] ?? '')
    .replace(/^[-\p{Script=Han}]+/u, '')
    .replace(/(?:api|[_.-])+$/i, '');
  const complete = other === '' ? family : `${other} ${family}`.toLowerCase();
  return { role: row?.role, isWeak: row?.isWeak ?? false, family: complete };
}

const completeName = new RegExp(`^${namePattern}$`, 'iu');

/** Reads a complete name, of JSON or of a link's query. */
export function readName(text: string): SetupName {
  const groups = completeName.exec(text)?.groups;
  return groups === undefined ? otherName : nameOf(groups);
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
export const variableName = /^(?:[A-Z][A-Z\d]*_)+[A-Z\d]+$/;

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
