// Runs the rules of secretlint's recommended preset, which know the forms of the tokens of about 30 services. The rule
// that lets comments switch others off is left out: whoever wrote a file must not decide what may leave.
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { FoundRange } from './entropyRule';

/** For the user, by the end of a rule's ID. They are names, so they are not translated. */
const ruleNames: Readonly<Record<string, string>> = {
  aws: 'AWS key',
  gcp: 'Google Cloud key',
  privatekey: 'Private key',
  npm: 'npm token',
  basicauth: 'Password in a URL',
  slack: 'Slack token',
  sendgrid: 'SendGrid key',
  shopify: 'Shopify key',
  stripe: 'Stripe key',
  github: 'GitHub token',
  gitlab: 'GitLab token',
  grafana: 'Grafana token',
  openai: 'OpenAI key',
  anthropic: 'Anthropic key',
  groq: 'Groq key',
  huggingface: 'Hugging Face token',
  linear: 'Linear key',
  notion: 'Notion token',
  '1password': '1Password token',
  'database-connection-string': 'Database password',
  'hashicorp-vault': 'Vault token',
  vercel: 'Vercel token',
  databricks: 'Databricks token',
  docker: 'Docker token',
  figma: 'Figma token',
  cloudflare: 'Cloudflare token',
  tailscale: 'Tailscale key',
};

/** What the secrets of AWS contain: its rule takes as long as all others, so it runs only where it can find one. */
const awsAnchor =
  /A3T|A(?:KI|GP|ID|RO|IP|NP|NV|SI)A|(?:SECRET|[Ss]ecret)_?(?:ACCESS|[Aa]ccess)|(?:ACCOUNT|[Aa]ccount)_?(?:ID|[Ii]d)?["']?\s*[:=]/;

/** npm's rule looks for other tokens in a file of this name than in one of an unknown name. */
const npmFiles = [undefined, '.npmrc'];

const filterRule = '@secretlint/secretlint-rule-filter-comments';

/** AWS's rule looks for the IDs of keys only if it is asked to. */
const options = { enableIDScanRule: true };

export async function findByPreset(text: string): Promise<readonly FoundRange[]> {
  const found: FoundRange[] = [];
  for (const rule of rules.filter(({ meta }) => meta.id !== filterRule)) {
    const id = rule.meta.id.replace(/^.*-rule-/, '');
    const name = ruleNames[id] ?? 'Secret';
    if (id === 'aws' && !awsAnchor.test(text)) {
      continue;
    }
    const handler = rule.create(
      {
        sharedOptions: {},
        createTranslator: () => (messageId, data) => ({
          message: '',
          messageId: String(messageId),
          data,
        }),
        report: ({ range, message }) =>
          found.push({ ...secretRange(text, id, range, message.data), rule: name }),
        ignore: () => undefined,
      },
      options,
    );
    for (const filePath of id === 'npm' ? npmFiles : [undefined]) {
      await handler.file?.(sourceOf(text, filePath));
    }
  }
  return found;
}

/** In a URL only the password is a secret. */
const passwordInUrl = /^([a-z:+]{1,20}:\/\/[^:/\s@]{0,256}:)([^@/\s]{1,256})@/i;
const urlRules: ReadonlySet<string> = new Set(['basicauth', 'database-connection-string']);

/** A rule may report the name before a secret, and the rest of the line after it: its message has the secret itself. */
function secretRange(
  text: string,
  rule: string,
  [start, end]: readonly [number, number],
  data: object | undefined,
): { readonly start: number; readonly end: number } {
  if (rule === 'privatekey') {
    return { start, end };
  }
  const reported = text.slice(start, end);
  const [, before = '', password = ''] = urlRules.has(rule)
    ? (passwordInUrl.exec(reported) ?? [])
    : [];
  if (password !== '') {
    return { start: start + before.length, end: start + before.length + password.length };
  }
  const named = Object.values(data ?? {}).find(isText) ?? '';
  const at = text.indexOf(named, start);
  const secret = /^[^\s"'`<>]+/.exec(named)?.[0] ?? '';
  return secret !== '' && at >= 0 && at <= end
    ? { start: at, end: at + secret.length }
    : { start, end };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** A text without a file on disk: rules that read files find nothing. */
function sourceOf(
  content: string,
  filePath: string | undefined,
): Parameters<NonNullable<ReturnType<(typeof rules)[number]['create']>['file']>>[0] {
  const nowhere = { line: 1, column: 0 };
  return {
    content,
    hasBOM: false,
    contentType: 'text',
    ext: '',
    filePath,
    physicalFilePath: undefined,
    getFilePath: () => filePath,
    getPhysicalFilePath: () => undefined,
    locationToRange: () => [0, 0],
    rangeToLocation: () => ({ start: nowhere, end: nowhere }),
    positionToIndex: () => 0,
    indexToPosition: () => nowhere,
  };
}
