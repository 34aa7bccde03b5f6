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

const filterRule = '@secretlint/secretlint-rule-filter-comments';

/** AWS's rule looks for the IDs of keys only if it is asked to. */
const options = { enableIDScanRule: true };

export async function findByPreset(text: string): Promise<readonly FoundRange[]> {
  const found: FoundRange[] = [];
  for (const rule of rules.filter(({ meta }) => meta.id !== filterRule)) {
    const name = ruleNames[rule.meta.id.replace(/^.*-rule-/, '')] ?? 'Secret';
    const handler = rule.create(
      {
        sharedOptions: {},
        createTranslator: () => (messageId, data) => ({
          message: '',
          messageId: String(messageId),
          data,
        }),
        report: ({ range, message }) =>
          found.push({ ...secretRange(text, range, message.data), rule: name }),
        ignore: () => undefined,
      },
      options,
    );
    await handler.file?.(sourceOf(text));
  }
  return found;
}

/** Some rules report where the name of a secret begins: their message has the secret itself. */
function secretRange(
  text: string,
  [start, end]: readonly [number, number],
  data: object | undefined,
): { readonly start: number; readonly end: number } {
  const secret = Object.values(data ?? {}).find(isText) ?? '';
  const at = text.indexOf(secret, start);
  return secret !== '' && at >= 0 && at <= end
    ? { start: at, end: at + secret.length }
    : { start, end };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** A text without a file: rules that read files find nothing. */
function sourceOf(
  content: string,
): Parameters<NonNullable<ReturnType<(typeof rules)[number]['create']>['file']>>[0] {
  const nowhere = { line: 1, column: 0 };
  return {
    content,
    hasBOM: false,
    contentType: 'text',
    ext: '',
    filePath: undefined,
    physicalFilePath: undefined,
    getFilePath: () => undefined,
    getPhysicalFilePath: () => undefined,
    locationToRange: () => [0, 0],
    rangeToLocation: () => ({ start: nowhere, end: nowhere }),
    positionToIndex: () => 0,
    indexToPosition: () => nowhere,
  };
}
