// Secrets of every form that the scanner's rules know, made at run time: none of them is real, and none is in a file of
// the repository.
import { randomCharacters } from './randomCharacters';

export interface PlantedSecret {
  /** The message of secretlint's preset, or a name of ours, with its prefix. */
  readonly name: string;
  /** What must not leave. */
  readonly secret: string;
  /** The line that holds it; by default only the secret. */
  readonly line?: string;
}

const digits = '0123456789';
const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const alphanumeric = digits + lower + upper;
const hex = `${digits}abcdef`;
const urlSafe = `${alphanumeric}-_`;

/** Made anew for each `random`, which returns numbers from 0 to 1. */
export function plantedSecrets(random: () => number): readonly PlantedSecret[] {
  const chars = (count: number, from = alphanumeric): string =>
    randomCharacters(count, from, random);
  const withPrefixes = (
    message: string,
    prefixes: readonly string[],
    rest: () => string,
  ): readonly PlantedSecret[] =>
    prefixes.map((prefix) => ({ name: `${message} ${prefix}`, secret: prefix + rest() }));
  const uuid = (): string => [8, 4, 4, 4, 12].map((count) => chars(count, hex)).join('-');
  const awsKey = chars(40);
  const npmToken = chars(36);
  const password = `${chars(6, lower)}${chars(6, digits)}${chars(4, upper)}`;
  return [
    ...withPrefixes(
      'AWSAccessKeyID',
      ['A3TX', 'AKIA', 'AGPA', 'AIDA', 'AROA', 'AIPA', 'ANPA', 'ANVA', 'ASIA'],
      () => chars(16, upper + digits),
    ),
    {
      name: 'AWSSecretAccessKey',
      secret: awsKey,
      line: `AWS_SECRET_ACCESS_KEY=${awsKey}`,
    },
    {
      name: 'AWSAccountID',
      secret: `AWS_ACCOUNT_ID=${chars(4, '123456789')}-${chars(4, digits)}-${chars(4, digits)}`,
    },
    ...['', 'RSA ', 'DSA ', 'EC ', 'OPENSSH ', 'PGP '].map((kind) => {
      const start = kind === 'OPENSSH ' ? 'b3BlbnNzaC1rZXktdjE' : 'MI';
      const block = kind === 'PGP ' ? ' BLOCK' : '';
      const body = `${start}${chars(420)}`.replaceAll(/.{64}/g, '$&\n');
      const [begin, end] = ['BEGIN', 'END'].map(
        (word) => `-----${word} ${kind}PRIVATE KEY${block}-----`,
      );
      return { name: `PrivateKey ${kind}`.trim(), secret: `${begin}\n${body}\n${end}` };
    }),
    {
      name: 'PrivateKeyJSON',
      secret: `-----BEGIN PRIVATE KEY-----\\nMI${chars(500)}\\n-----END PRIVATE KEY-----`,
    },
    {
      name: 'PackageJSON_xOauthToken',
      secret: npmToken,
      line: `https://${npmToken}:x-oauth-basic@github.com/`,
    },
    {
      name: 'Npmrc_authToken',
      secret: npmToken,
      line: `//registry.acme.io/:_authToken=${npmToken}`,
    },
    ...withPrefixes('NPM_ACCESS_TOKEN', ['npm_'], () => chars(36)),
    ...['http', 'https', 'ftp', 'ftps'].map((scheme) => ({
      name: `BasicAuth ${scheme}`,
      secret: password,
      line: `${scheme}://deploy:${password}@intern.acme.io/path`,
    })),
    ...withPrefixes(
      'SLACK_TOKEN',
      ['xoxb-', 'xoxp-', 'xapp-', 'xoxa-', 'xoxo-', 'xoxr-'],
      () => `${chars(12, digits)}-${chars(12, digits)}-${chars(24)}`,
    ),
    {
      name: 'IncomingWebhook',
      secret: `https://hooks.slack.com/services/T${chars(8)}/B${chars(8)}/${chars(24)}`,
    },
    ...withPrefixes('SENDGRID_KEY', ['SG.'], () => `${chars(22)}.${chars(43)}`),
    ...withPrefixes('SHOPIFY_KEY', ['shppa_', 'shpca_', 'shpat_', 'shpss_'], () => chars(32)),
    ...withPrefixes('STRIPE', ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'], () => chars(32)),
    ...withPrefixes('GITHUB_TOKEN', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], () => chars(36)),
    ...withPrefixes('GITHUB_TOKEN', ['github_pat_'], () => `${chars(22)}_${chars(59)}`),
    ...withPrefixes(
      'GITHUB_TOKEN',
      ['ghs_12345_'],
      () => `${chars(40)}.${chars(200)}.${chars(43)}`,
    ),
    ...withPrefixes('GITLAB_PERSONAL_ACCESS_TOKEN', ['glpat-'], () => chars(20)),
    {
      name: 'GRAFANA_CLOUD_API_TOKEN',
      secret: `glc_${btoa(JSON.stringify({ o: '12345', n: chars(12), k: chars(24), m: { r: 'us' } }))}`,
    },
    ...withPrefixes(
      'GRAFANA_SERVICE_ACCOUNT_TOKEN',
      ['glsa_'],
      () => `${chars(32)}_${chars(8, hex)}`,
    ),
    ...withPrefixes(
      'OPENAI_TOKEN',
      ['sk-proj-', 'sk-svcacct-', 'sk-admin-'],
      () => `${chars(74)}T3BlbkFJ${chars(74)}`,
    ),
    { name: 'OPENAI_TOKEN sk-', secret: `sk-${chars(20)}T3BlbkFJ${chars(20)}` },
    ...withPrefixes('ANTHROPIC_API_KEY', ['sk-ant-api03-'], () => `${chars(93)}AA`),
    ...withPrefixes('GROQ_API_KEY', ['gsk_'], () => chars(52)),
    ...withPrefixes('HUGGINGFACE_USER_ACCESS_TOKEN', ['hf_'], () => chars(34, lower + upper)),
    ...withPrefixes('LINEAR_API_TOKEN', ['lin_api_'], () => chars(40)),
    ...withPrefixes('NOTION_INTEGRATION_TOKEN', ['ntn_'], () => chars(11, digits) + chars(35)),
    ...withPrefixes('OPS_TOKEN', ['ops_'], () =>
      btoa(
        JSON.stringify({
          signInAddress: 'my.1password.com',
          userAuth: { method: 'SRPg-4096', salt: chars(40) },
          secretKey: chars(121),
        }),
      ),
    ),
    ...['mongodb', 'mongodb+srv', 'mysql', 'mysqlx', 'jdbc:mysql', 'postgres', 'postgresql'].map(
      (scheme) => ({
        name: `DatabaseConnection ${scheme}`,
        secret: password,
        line: `${scheme}://app:${password}@db.acme.io/orders`,
      }),
    ),
    ...['redis', 'rediss', 'amqp', 'amqps', 'https', 'ftp', 'mqtt'].flatMap((scheme) =>
      ['git.internal', 'localhost:6379', '10.0.0.7', '[fd00::1]', 'cache'].map((host) => ({
        name: `Password in a URL ${scheme} ${host}`,
        secret: password,
        line: `${scheme}://${scheme === 'redis' ? '' : 'app'}:${password}@${host}/0`,
      })),
    ),
    ...withPrefixes('HASHICORP_VAULT_SERVICE_TOKEN', ['hvs.'], () => chars(95)),
    ...withPrefixes('HASHICORP_VAULT_BATCH_TOKEN', ['hvb.'], () => chars(160)),
    ...withPrefixes('HASHICORP_VAULT_RECOVERY_TOKEN', ['hvr.'], () => chars(95)),
    ...withPrefixes('VERCEL', ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'], () => chars(24)),
    ...withPrefixes('DATABRICKS_PERSONAL_ACCESS_TOKEN', ['dapi'], () => chars(32, hex)),
    ...withPrefixes('DOCKER_PERSONAL_ACCESS_TOKEN', ['dckr_pat_'], () => chars(27)),
    ...withPrefixes('FIGMA_PERSONAL_ACCESS_TOKEN', ['figd_'], () => chars(40)),
    ...withPrefixes('CLOUDFLARE', ['cfk_', 'cfut_', 'cfat_'], () => chars(40) + chars(8, hex)),
    ...withPrefixes(
      'TAILSCALE',
      ['tskey-api-', 'tskey-auth-', 'tskey-client-', 'tskey-scim-', 'tskey-webhook-'],
      () => `${chars(12)}CNTRL-${chars(32)}`,
    ),
    ...withPrefixes('SiliconFlow', ['sk-'], () => chars(48, lower)),
    { name: 'Zhipu', secret: `${chars(32, hex)}.${chars(14)}aB` },
    ...['ARK_API_KEY=', 'X-Api-Key: ', 'Authorization: Bearer '].map((before) => {
      const key = uuid();
      return { name: `Ark ${before}`, secret: key, line: before + key };
    }),
    ...withPrefixes('xAI', ['xai-'], () => chars(80)),
    ...withPrefixes('NVIDIA', ['nvapi-'], () => chars(64, urlSafe)),
    ...withPrefixes('Google', ['AIza'], () => chars(35, urlSafe)),
    ...withPrefixes('Perplexity', ['pplx-'], () => chars(48)),
    ...withPrefixes('Cerebras', ['csk-'], () => chars(48, lower + digits)),
    ...withPrefixes('Replicate', ['r8_'], () => chars(37)),
    ...withPrefixes('PyPI', ['pypi-AgEIcHlwaS5vcmc', 'pypi-AgENdGVzdC5weXBpLm9yZw'], () =>
      chars(120, urlSafe),
    ),
    ...withPrefixes('DigitalOcean', ['dop_v1_', 'doo_v1_', 'dor_v1_'], () => chars(64, hex)),
    ...['?sv=2025-01-05&', '?', '?se=2027&amp;'].map((before) => {
      const signature = `${chars(20)}%2B${chars(20)}%2F${chars(1)}%3D`;
      return {
        name: `Azure SAS ${before}`,
        secret: signature,
        line: `https://acme.blob.core.windows.net/a.txt${before}sig=${signature}`,
      };
    }),
    { name: 'Azure', secret: `${chars(52)}JQQJ99${chars(26)}` },
    { name: 'Azure DevOps', secret: `${chars(76)}AZDO${chars(4)}` },
    ...['', 'https://api.telegram.org/bot'].map((before) => {
      const token = `${chars(10, '123456789')}:AA${chars(33, urlSafe)}`;
      return { name: `Telegram ${before}`, secret: token, line: before + token };
    }),
    { name: 'Discord', secret: `MT${chars(24)}.G${chars(5)}.${chars(38)}` },
    ...['discord.com/api', 'discordapp.com/api/v10'].map((address) => {
      const secret = chars(68, urlSafe);
      const line = `https://${address}/webhooks/${chars(18, '123456789')}/${secret}`;
      return { name: `Discord webhook ${address}`, secret, line };
    }),
    ...withPrefixes('Twilio', ['SK'], () => chars(32, hex)),
    {
      name: 'SendGrid with - and _',
      secret: `SG.${chars(10)}-_${chars(10)}.${chars(20)}_-${chars(21)}`,
    },
    ...withPrefixes('Google client secret', ['GOCSPX-'], () => chars(28, urlSafe)),
    ...withPrefixes('Google token', ['ya29.a0', 'ya29.c.'], () => chars(180, urlSafe)),
    ...withPrefixes('Tavily', ['tvly-', 'tvly-dev-', 'tvly-prod-'], () => chars(32)),
    ...withPrefixes('Tavily with an ID', ['tvly-dev-'], () => `${chars(6)}-${chars(43)}`),
    ...withPrefixes('Jina', ['jina_'], () => chars(32, hex) + chars(28)),
    ...withPrefixes(
      'LangSmith',
      ['lsv2_pt_', 'lsv2_sk_'],
      () => `${chars(32, hex)}_${chars(10, hex)}`,
    ),
    ...withPrefixes('LangSmith', ['ls__'], () => chars(32, hex)),
    ...withPrefixes('Pinecone', ['pcsk_'], () => `${chars(6)}_${chars(63)}`),
    ...withPrefixes('Qianfan', ['bce-v3/ALTAK-'], () => `${chars(21)}/${chars(40, hex)}`),
    ...withPrefixes('Bedrock', ['ABSK'], () => btoa(`BedrockAPIKey-${chars(4)}-at-${chars(75)}`)),
    ...withPrefixes('Bedrock', ['bedrock-api-key-'], () => btoa(chars(900))),
    ...withPrefixes(
      'GitLab',
      'gldt glrt glrtr glft glsoat glffct glwt glimt gloas glagent'
        .split(' ')
        .map((kind) => `${kind}-`),
      () => chars(26, urlSafe),
    ),
    ...withPrefixes('GitLab trigger', ['glptt-'], () => chars(40, hex)),
    ...withPrefixes('GitLab job', ['glcbt-64_'], () => chars(20, urlSafe)),
    ...withPrefixes(
      'GitLab with a checksum',
      ['glpat-', 'glrt-t1_', 'gldt-'],
      () => `${chars(27, urlSafe)}.01.${chars(9, digits + lower)}`,
    ),
    ...withPrefixes(
      'Atlassian',
      ['ATATT3xFfGF0', 'ATCTT3xFfGN0'],
      () => `${chars(171, urlSafe)}=${chars(8, digits + 'ABCDEF')}`,
    ),
    ...withPrefixes('Bitbucket', ['ATBB'], () => chars(32)),
    ...withPrefixes('RubyGems', ['rubygems_'], () => chars(48, hex)),
    ...withPrefixes('crates.io', ['cio'], () => chars(32)),
    ...withPrefixes('NuGet', ['oy2'], () => chars(43, digits + lower)),
    ...withPrefixes('Azure client', ['aB18Q~', '.~_7Q~'], () => chars(34)),
    ...withPrefixes('Webhook', ['whsec_'], () => chars(32)),
    ...withPrefixes('Standard webhook', ['whsec_'], () => `${chars(20)}/+${chars(21)}=`),
    ...withPrefixes('Notion', ['secret_'], () => chars(43)),
    ...withPrefixes('Airtable', ['pat'], () => `${chars(14)}.${chars(64, hex)}`),
    ...withPrefixes('Supabase', ['sbp_'], () => chars(40, hex)),
    ...withPrefixes('Supabase', ['sb_secret_'], () => `${chars(22, urlSafe)}_${chars(8, urlSafe)}`),
    ...[12, 16, 20].map((count) => ({ name: `Alibaba ${count}`, secret: `LTAI${chars(count)}` })),
    ...withPrefixes('Tencent', ['AKID'], () => chars(32)),
    ...withPrefixes('age', ['AGE-SECRET-KEY-1', 'AGE-SECRET-KEY-PQ-1'], () =>
      chars(58, 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L'),
    ),
    ...['open.feishu.cn/open-apis/bot/v2/hook/', 'open.larksuite.com/open-apis/bot/v2/hook/'].map(
      (address) => {
        const secret = uuid();
        return { name: `Feishu ${address}`, secret, line: `https://${address}${secret}` };
      },
    ),
    ...['send', 'upload_media'].map((action) => {
      const secret = uuid();
      const line = `https://qyapi.weixin.qq.com/cgi-bin/webhook/${action}?key=${secret}`;
      return { name: `WeCom ${action}`, secret, line };
    }),
    ...['acme.webhook.office.com/webhookb2/', 'outlook.office.com/webhook/'].map((address) => {
      const secret = `${uuid()}@${uuid()}/IncomingWebhook/${chars(32, hex)}/${uuid()}`;
      return { name: `Teams ${address}`, secret, line: `https://${address}${secret}` };
    }),
    (() => {
      const secret = chars(43, urlSafe);
      const path = 'workflows/a/triggers/manual/paths/invoke?api-version=2016-06-01';
      const line = `https://prod-1.westus.logic.azure.com:443/${path}&sv=1.0&sig=${secret}`;
      return { name: 'Teams workflow', secret, line };
    })(),
    ...[
      (secret: string) => `machine git.acme.io login deploy password ${secret}`,
      (secret: string) => `machine git.acme.io\n\tlogin deploy\n\tpassword ${secret}`,
      (secret: string) => `machine gitserver login deploy account a password ${secret}`,
      (secret: string) => `default login deploy password ${secret}`,
    ].map((line, index) => ({ name: `netrc ${index}`, secret: password, line: line(password) })),
    ...[
      (secret: string) => `curl -u deploy:${secret} https://acme.io`,
      (secret: string) => `curl --user 'deploy:${secret}' https://acme.io`,
      (secret: string) =>
        `curl -sS -X POST \\\n  --user=deploy:${secret} \\\n  https://acme.io/a?b=1&c=2`,
      (secret: string) => `curl.exe https://acme.io -udeploy:${secret}`,
      (secret: string) => `curl -sku deploy:${secret} https://acme.io`,
      (secret: string) => `curl -x proxy:80 --proxy-user deploy:${secret} https://acme.io`,
    ].map((line, index) => ({ name: `curl ${index}`, secret: password, line: line(password) })),
    ...['Authorization: Basic ', 'authorization: basic ', '_auth=', '_auth = '].map((before) => {
      const secret = btoa(`deploy:${password}`);
      return { name: before, secret, line: before + secret };
    }),
    ...['"auth": "', '"auth":"'].map((before) => {
      const secret = btoa(`deploy:${password}`);
      return { name: `Docker ${before}`, secret, line: `{${before}${secret}"}` };
    }),
    (() => {
      const auths = { 'registry.acme.io': { username: 'deploy', password } };
      const secret = btoa(JSON.stringify({ auths }));
      return { name: 'Kubernetes', secret, line: `.dockerconfigjson: ${secret}` };
    })(),
    ...[
      `$apr1$${chars(8)}$${chars(22)}`,
      `$$apr1$$${chars(8)}$$${chars(22)}`,
      `$2y$05$${chars(53)}`,
      `$6$${chars(16)}$${chars(86)}`,
      `{SHA}${chars(27)}=`,
    ].map((secret) => ({
      name: `htpasswd ${secret.slice(0, 3)}`,
      secret,
      line: `deploy:${secret}`,
    })),
    ...['', 'RSA ', 'EC ', 'OPENSSH ', 'ENCRYPTED '].map((kind) => {
      const key = [
        `-----BEGIN ${kind}PRIVATE KEY-----`,
        chars(420),
        `-----END ${kind}PRIVATE KEY-----`,
      ];
      return { name: `PEM in Base64 ${kind}`.trim(), secret: btoa(key.join('\n')) };
    }),
    {
      name: 'PEM in lines of Base64',
      secret: btoa(
        `-----BEGIN PRIVATE KEY-----\n${chars(420)}\n-----END PRIVATE KEY-----\n`,
      ).replaceAll(/.{64}(?=.)/g, '$&\n'),
    },
  ];
}
