// What a person would overlook in an address that a link or a pasted text brings.
import { domainToUnicode } from 'node:url';
import { l10n } from 'vscode';

/** Providers whose users would trust the name alone, with the domains that are theirs. */
const providers: readonly (readonly [name: string, ...domains: readonly [string, ...string[]]])[] =
  [
    ['openai', 'openai.com', 'azure.com'],
    ['anthropic', 'anthropic.com'],
    ['claude', 'claude.com', 'claude.ai'],
    ['openrouter', 'openrouter.ai'],
    ['google', 'googleapis.com', 'google.com'],
    ['gemini', 'googleapis.com', 'google.com'],
    ['azure', 'azure.com', 'azure.cn', 'azure-api.net'],
    ['microsoft', 'microsoft.com'],
    ['github', 'github.com', 'github.ai', 'githubcopilot.com'],
    ['mistral', 'mistral.ai'],
    ['deepseek', 'deepseek.com'],
    ['groq', 'groq.com'],
    ['huggingface', 'huggingface.co'],
    ['moonshot', 'moonshot.cn', 'moonshot.ai'],
    ['siliconflow', 'siliconflow.cn', 'siliconflow.com'],
    ['dashscope', 'aliyuncs.com'],
  ];

/** Digits and pairs that are read as letters. */
const lookAlikes: readonly (readonly [RegExp, string])[] = [
  [/0/g, 'o'],
  [/1/g, 'l'],
  [/3/g, 'e'],
  [/5/g, 's'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
];

/** Returns one sentence for each. @param baseUrl normalized */
export function hostWarnings(baseUrl: string, isLoopback: boolean): readonly string[] {
  const { protocol, hostname } = new URL(baseUrl);
  const shown = domainToUnicode(hostname);
  const imitated = isLoopback ? undefined : imitatedDomain(hostname, shown);
  return [
    ...(shown === hostname
      ? []
      : [l10n.t('The address has letters that look like others: it reads as “{0}”.', shown)]),
    ...(imitated === undefined
      ? []
      : [l10n.t("This isn't {0}, although the name looks like it.", imitated)]),
    ...(protocol === 'http:' && !isLoopback ? [l10n.t("The connection isn't encrypted.")] : []),
  ];
}

/** The domain of the provider that a host has the name of, unless the host is there. */
function imitatedDomain(hostname: string, shown: string): string | undefined {
  const read = lookAlikes.reduce(
    (text, [pattern, letter]) => text.replace(pattern, letter),
    // Accents and the like go; the letters below them are what is read.
    shown.normalize('NFKD').replace(/\p{M}/gu, ''),
  );
  const known = providers.flatMap(([, ...domains]) => domains);
  const isOwn = known.some((domain) => `.${hostname}`.endsWith(`.${domain}`));
  const imitated = providers.find(([name]) =>
    [shown, read].some((text) => text.replace(/[.-]/g, '').includes(name)),
  );
  return isOwn ? undefined : imitated?.[1];
}
