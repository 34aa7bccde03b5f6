// secretlint's recommended rules, applied without its engine: they need little of a context, and report at once. A
// megabyte takes all of them about 25 ms.
//
// Left out are the rule that reads files (gcp; its JSON keys contain a private key, which is found) and the rule that
// lets a comment in the text turn off the others.
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import { entropy } from '../../../base/text/entropy';
import type { FoundSecret, ScannerRule } from './secretScanner';
import { isPlaceholder, isUrlPassword } from './secretValue';

/** What the rules use of secretlint's engine. */
interface RuleContext {
  readonly sharedOptions: object;
  createTranslator(): (messageId: PropertyKey, data?: Data) => RuleMessage;
  report(descriptor: {
    readonly message: RuleMessage;
    readonly range: readonly [number, number];
  }): void;
  ignore(): void;
}

interface RuleSource {
  readonly content: string;
  readonly filePath: string | undefined;
  readonly ext: string | undefined;
}

interface RuleCreator {
  readonly meta: { readonly id: string };
  create(
    context: RuleContext,
    options: { readonly enableIDScanRule: boolean },
  ): { file?(source: RuleSource): unknown };
}

type Data = Readonly<Record<string, string>>;

interface RuleMessage {
  readonly message: string;
  readonly messageId: string;
  readonly data: Data | undefined;
}

const creators: readonly RuleCreator[] = rules;

const idPrefix = '@secretlint/secretlint-rule-';
const leftOut: ReadonlySet<string> = new Set(['gcp', 'filter-comments']);

/** The npm rule looks for different secrets in these files. No other rule reads the path. */
const npmPaths = ['package.json', '.npmrc'] as const;
const otherPaths = ['file'] as const;

interface ReportedSecret {
  /** What the user sees. */
  readonly name: string;
  /** The secret within what the rule reports, and the text before it. The default is all that is reported. */
  readonly value?: RegExp;
  /** Anything may stand in its place, a placeholder too. */
  readonly isFreeText?: boolean;
}

const all = /^()([^]+)$/;
const passwordOfUrl =
  /^([a-z:+]{1,20}:\/\/[^:/\s@]{0,256}:)([^@/\s]{1,256})@(?!(?:[\w-]+\.)*example\b)/i;
const firstWord = /^()([^\s"'`<>]+)/;

/** The keys are the message IDs of https://github.com/secretlint/secretlint/tree/v13.0.7/packages/%40secretlint. */
export const reportedSecrets: Readonly<Record<string, ReportedSecret>> = {
  AWSAccessKeyID: { name: 'AWS access key ID' },
  AWSSecretAccessKey: { name: 'AWS secret access key' },
  AWSAccountID: { name: 'AWS account ID' },
  PrivateKey: { name: 'Private key' },
  PackageJSON_xOauthToken: { name: 'GitHub token', isFreeText: true },
  Npmrc_authToken: { name: 'npm token', value: firstWord, isFreeText: true },
  NPM_ACCESS_TOKEN: { name: 'npm token' },
  BasicAuth: { name: 'Password in a URL', value: passwordOfUrl },
  SLACK_TOKEN: { name: 'Slack token' },
  IncomingWebhook: { name: 'Slack webhook' },
  SENDGRID_KEY: { name: 'SendGrid API key' },
  SHOPIFY_KEY: { name: 'Shopify token' },
  STRIPE_SECRET_KEY_LIVE: { name: 'Stripe secret key' },
  STRIPE_SECRET_KEY_TEST: { name: 'Stripe test key' },
  STRIPE_RESTRICTED_KEY_LIVE: { name: 'Stripe restricted key' },
  STRIPE_RESTRICTED_KEY_TEST: { name: 'Stripe test key' },
  GITHUB_TOKEN: { name: 'GitHub token' },
  GITLAB_PERSONAL_ACCESS_TOKEN: { name: 'GitLab token' },
  GRAFANA_CLOUD_API_TOKEN: { name: 'Grafana Cloud token' },
  GRAFANA_SERVICE_ACCOUNT_TOKEN: { name: 'Grafana token' },
  OPENAI_TOKEN: { name: 'OpenAI API key' },
  ANTHROPIC_API_KEY: { name: 'Anthropic API key' },
  GROQ_API_KEY: { name: 'Groq API key' },
  HUGGINGFACE_USER_ACCESS_TOKEN: { name: 'Hugging Face token' },
  LINEAR_API_TOKEN: { name: 'Linear API key' },
  NOTION_INTEGRATION_TOKEN: { name: 'Notion token' },
  OPS_TOKEN: { name: '1Password token' },
  MongoDBConnection: { name: 'Database password', value: passwordOfUrl },
  MySQLConnection: { name: 'Database password', value: passwordOfUrl },
  PostgreSQLConnection: { name: 'Database password', value: passwordOfUrl },
  HASHICORP_VAULT_SERVICE_TOKEN: { name: 'HashiCorp Vault token' },
  HASHICORP_VAULT_BATCH_TOKEN: { name: 'HashiCorp Vault token' },
  HASHICORP_VAULT_RECOVERY_TOKEN: { name: 'HashiCorp Vault token' },
  VERCEL_PERSONAL_ACCESS_TOKEN: { name: 'Vercel token' },
  VERCEL_INTEGRATION_TOKEN: { name: 'Vercel token' },
  VERCEL_APP_ACCESS_TOKEN: { name: 'Vercel token' },
  VERCEL_APP_REFRESH_TOKEN: { name: 'Vercel token' },
  VERCEL_AI_GATEWAY_API_KEY: { name: 'Vercel API key' },
  DATABRICKS_PERSONAL_ACCESS_TOKEN: { name: 'Databricks token' },
  DOCKER_PERSONAL_ACCESS_TOKEN: { name: 'Docker token' },
  FIGMA_PERSONAL_ACCESS_TOKEN: { name: 'Figma token' },
  CLOUDFLARE_GLOBAL_API_KEY: { name: 'Cloudflare API key' },
  CLOUDFLARE_USER_API_TOKEN: { name: 'Cloudflare token' },
  CLOUDFLARE_ACCOUNT_API_TOKEN: { name: 'Cloudflare token' },
  TAILSCALE_API_KEY: { name: 'Tailscale key' },
  TAILSCALE_AUTH_KEY: { name: 'Tailscale key' },
  TAILSCALE_CLIENT_KEY: { name: 'Tailscale key' },
  TAILSCALE_SCIM_KEY: { name: 'Tailscale key' },
  TAILSCALE_WEBHOOK_KEY: { name: 'Tailscale key' },
  TAILSCALE_KEY: { name: 'Tailscale key' },
};

export const secretlintRules: readonly ScannerRule[] = creators
  .filter(({ meta }) => !leftOut.has(meta.id.slice(idPrefix.length)))
  .map((creator) => (text) => applyRule(creator, text));

function applyRule(creator: RuleCreator, text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  const handler = creator.create(
    {
      sharedOptions: {},
      createTranslator: () => (messageId, data) => ({
        message: '',
        messageId: String(messageId),
        data,
      }),
      report: ({ message: { messageId, data }, range }) => {
        // Each message has one value, the secret; GitHub's name their type, too.
        const { typeName: _, ...values } = data ?? {};
        const [secret = ''] = Object.values(values);
        // Some rules report the start of a longer match with the length of the secret.
        const secretAt = text.indexOf(secret, range[0]);
        found.push(...secretWithin(messageId, secret, secretAt));
      },
      ignore: () => undefined,
    },
    { enableIDScanRule: true },
  );
  for (const filePath of creator.meta.id === `${idPrefix}npm` ? npmPaths : otherPaths) {
    // The extension is that of the files that rules read themselves.
    handler.file?.({ content: text, filePath, ext: '' });
  }
  return found;
}

function secretWithin(messageId: string, reported: string, at: number): readonly FoundSecret[] {
  const kind = reportedSecrets[messageId];
  const [, before = '', value = ''] = (kind?.value ?? all).exec(reported) ?? [];
  if (kind === undefined || value === '' || (kind.isFreeText === true && isPlaceholder(reported))) {
    return [];
  }
  // Documents have tokens of crosses, such as `ghp_xxxx…`; what people choose may be short.
  if (kind.value === undefined && entropy(value) < 2.7) {
    return [];
  }
  // `http://user:pass@proxy:8080` stands in many instructions.
  if (kind.value === passwordOfUrl && !isUrlPassword(value, before)) {
    return [];
  }
  const start = at + before.length;
  return [{ start, end: start + value.length, rule: kind.name }];
}
