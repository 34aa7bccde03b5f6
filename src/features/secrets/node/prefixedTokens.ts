// Tokens that begin with what only tokens of their service begin with. Sources: the services' own documents where a row names
// one, else the patterns of https://github.com/gitleaks/gitleaks and https://github.com/trufflesecurity/trufflehog.
import { isKey, isRandom } from './secretValue';
import type { TokenShape } from './tokenShape';

/** Letters, digits, `-` and `_` around them belong to another text. */
const rows: readonly TokenShape[] = [
  { name: 'xAI API key', pattern: /xai-[A-Za-z\d]{70,100}/ },
  { name: 'NVIDIA API key', pattern: /nvapi-[\w-]{60,80}/ },
  { name: 'Google API key', pattern: /AIza[\w-]{35}/ },
  { name: 'Google client secret', pattern: /GOCSPX-[\w-]{28}/ },
  // https://cloud.google.com/docs/authentication/token-types: an access token
  { name: 'Google token', pattern: /ya29\.(?:[a-z]\.)?[\w-]{20,2048}/ },
  { name: 'Perplexity API key', pattern: /pplx-[A-Za-z\d]{40,64}/ },
  { name: 'Cerebras API key', pattern: /csk-[a-z\d]{48}/ },
  { name: 'Replicate token', pattern: /r8_[A-Za-z\d]{37}/ },
  // https://docs.tavily.com: for development, production, or without a stage
  { name: 'Tavily API key', pattern: /tvly-(?:dev-|prod-)?[A-Za-z\d-]{32,64}/ },
  { name: 'Jina API key', pattern: /jina_[\w-]{60}/, isSecret: isRandom },
  { name: 'LangSmith API key', pattern: /lsv2_(?:pt|sk)_[\da-f]{32}_[\da-f]{10}|ls__[\da-f]{32}/ },
  { name: 'Pinecone API key', pattern: /pcsk_[A-Za-z\d]{5,6}_[A-Za-z\d]{63}/ },
  // https://cloud.baidu.com/doc/qianfan-docs: an ID and a secret
  { name: 'Qianfan API key', pattern: /bce-v3\/ALTAK-[A-Za-z\d]{16,32}\/[\da-f]{40}/ },
  // https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html: long-term, and short-term
  { name: 'Amazon Bedrock API key', pattern: /ABSK[A-Za-z\d+/]{109,269}={0,2}(?![+/=])/ },
  { name: 'Amazon Bedrock API key', pattern: /bedrock-api-key-[A-Za-z\d+/]{60,4096}={0,2}/ },
  // https://docs.gitlab.com/security/tokens/#token-prefixes; newer ones end with a length and a checksum.
  {
    name: 'GitLab token',
    pattern:
      /gl(?:agent|cbt|dt|ffct|ft|imt|oas|pat|ptt|rt|rtr|soat|wt)-[\w-]{20,300}(?:\.[\da-z]{2}\.?[\da-z]{7,9})?/,
    // Names of CSS classes have the prefixes, too.
    isSecret: (value) => isRandom(value) || (isKey(value) && /[A-Z]/u.test(value)),
  },
  // https://support.atlassian.com/organization-administration/docs/understand-user-api-tokens
  { name: 'Atlassian token', pattern: /AT[ACS]TT3[\w+/-]{60,512}(?:={1,2}[\dA-F]{8})?/ },
  { name: 'Bitbucket token', pattern: /ATBB[A-Za-z\d]{28,40}/ },
  { name: 'RubyGems API key', pattern: /rubygems_[\da-f]{48}/ },
  { name: 'crates.io token', pattern: /cio[A-Za-z\d]{32}/, isSecret: isRandom },
  { name: 'NuGet API key', pattern: /oy2[a-z\d]{43}/ },
  { name: 'Azure client secret', pattern: /[\w~.]{3}\dQ~[\w~.-]{31,34}/ },
  // https://docs.stripe.com/webhooks and https://www.standardwebhooks.com: Base64
  { name: 'Webhook secret', pattern: /whsec_[A-Za-z\d+/]{32,88}={0,2}/ },
  { name: 'Notion token', pattern: /secret_[A-Za-z\d]{43}/, isSecret: isRandom },
  { name: 'Airtable token', pattern: /pat[A-Za-z\d]{14}\.[\da-f]{64}/ },
  // https://supabase.com/docs/guides/api/api-keys: `sb_publishable_` is public.
  { name: 'Supabase key', pattern: /sb_secret_[\w-]{22,64}|sbp_(?:[a-z\d]{2,8}_)?[\da-f]{40}/ },
  { name: 'Alibaba Cloud access key ID', pattern: /LTAI[A-Za-z\d]{12,21}/ },
  { name: 'Tencent Cloud secret ID', pattern: /AKID[A-Za-z\d]{32}/ },
  // https://github.com/FiloSottile/age: Bech32, also of the keys that withstand quantum computers
  { name: 'age key', pattern: /AGE-SECRET-KEY-(?:1|[A-Z]{1,8}-1)[02-9AC-HJ-NP-Z]{58,256}/ },
  // secretlint's rule does not know `-` and `_`.
  { name: 'SendGrid API key', pattern: /SG\.[\w-]{22}\.[\w-]{43}/ },
];

export const prefixedTokens: readonly TokenShape[] = rows.map(
  ({ name, pattern, isSecret = isKey }) => ({
    name,
    pattern: new RegExp(String.raw`(?<![\w-])(?:${pattern.source})(?![\w-])`, 'g'),
    isSecret,
  }),
);
