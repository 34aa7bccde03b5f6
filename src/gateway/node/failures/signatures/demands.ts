// The sentences in which gateways demand a header or a query parameter that the request did not have.
import type { Demand } from '../../../common/failure';
import type { Sighting } from '../signature';

export interface DemandSignature extends Sighting {
  readonly place: Demand['place'];
  /** Matched against the message, in any letter case. Words in upper case stand for what `demandWords` says. */
  readonly phrase: RegExp;
  /** The name, where the sentence does not say it. */
  readonly name?: string;
}

const quote = '["\'`´‘’“”«»<>\\[\\]]';
const isMissing = [
  '(?: for method parameter (?:of )?type \\S{1,40})?:?(?:',
  ' (?:must|should|has to|needs? to) be (?:set|sent|present|provided|supplied|specified|given|included|required)|',
  " (?:cannot|can['’]t|must not|may not|should not) be (?:missing|absent|empty|blank|null|undefined)|",
  '(?: (?:is|was|are|has been))? ?(?:a must|required|missing|mandatory|absent|empty|blank|undefined|unset|not (?:found|present|set|sent|provided|supplied|specified|given|included|defined))',
  ')\\b',
].join('');

/** What words in upper case stand for. A name is in quotes or has a hyphen or underscore, since other words are only words. */
export const demandWords: Readonly<Record<string, string>> = {
  ANY_NAME: `${quote}{0,2}(?<name>(?!(?:is|was|are|has|must|should|not|in|to|for|that|which|values?|names?|allowed|missing|found)\\b)[a-z][\\w.$-]{0,63})${quote}{0,2}`,
  NAME: `${quote}{0,2}(?<name>(?<=${quote})[a-z][\\w.-]{0,63}(?=${quote})|(?!(?:well|non|case)-)[a-z][a-z\\d]{0,31}(?:[-_][a-z\\d]{1,31}){1,8})${quote}{0,2}`,
  HEADERS:
    '(?:(?:request|http|custom|required|auth(?:entication)?) )?header(?:s|\\(s\\))?(?: (?:field|value|named|called))?',
  PARAMETERS:
    '(?:query|url)(?:[ -]?string)? ?(?:param(?:eter)?|arg(?:ument)?)(?:s|\\(s\\))?(?: (?:named|called))?',
  QUERY: '(?:query|url)(?:[ -]?string)?(?: param(?:eter)?s?)?',
  // “Do not include the X-Foo header” demands nothing.
  GIVE: "(?<!\\b(?:not|never|n['’]t|cannot|without) (?:to )?)\\b(?:missing|no|lack(?:s|ing)?|requires?|expect(?:s|ed|ing)?|needs?|provide|include|contain|specify|set|send|supply|add|pass)\\b(?: (?:a|an|the|your|this|following|required|mandatory|necessary|valid|request|http))*:?",
  IS_MISSING: isMissing,
  IN_THE: '(?:in|as|via|from|to) (?:(?:the|a|your|request|http) ){0,3}',
};

export const demandSignatures: readonly DemandSignature[] = [
  {
    place: 'header',
    phrase: /\bmissing subscription key\b/,
    name: 'Ocp-Apim-Subscription-Key',
    gateway: 'Azure API Management',
    seen: 'https://github.com/Azure-Samples/openai-apim-lb/issues/31',
    sample:
      '401 {"statusCode":401,"message":"Access denied due to missing subscription key. Make sure to include subscription key when making requests to an API."}',
  },
  {
    place: 'header',
    phrase: /\baccess token is missing\b.{0,80}\bcognitiveservices\.azure\.com\b/,
    name: 'api-key',
    gateway: 'Azure OpenAI',
    seen: 'https://github.com/MuiseDestiny/zotero-gpt/issues/412',
    sample:
      '401 {"statusCode":401,"message":"Unauthorized. Access token is missing, invalid, audience is incorrect (https://cognitiveservices.azure.com), or have expired."}',
  },
  {
    place: 'queryParameter',
    phrase: /GIVE PARAMETERS: ANY_NAME/,
    gateway: 'one-api (Laisky)',
    seen: 'https://github.com/Laisky/one-api/blob/8f947de34c/docs/manuals/api_references.md',
    sample: '400 {"error":{"message":"missing required query parameter: version"}}',
  },
  {
    place: 'queryParameter',
    phrase: /GIVE PARAMETERS NAME/,
    seen: 'unverified',
    sample: '400 {"message":"Request is missing required query parameter \'api-version\'."}',
  },
  {
    place: 'queryParameter',
    phrase: /GIVE NAME PARAMETERS/,
    seen: 'unverified',
    sample: '400 {"message":"Please provide the \'tenant\' query parameter."}',
  },
  {
    place: 'queryParameter',
    phrase: /\bPARAMETERS:? ANY_NAMEIS_MISSING/,
    seen: 'unverified',
    sample: '400 {"error":"Query parameter \'version\' is required"}',
  },
  {
    place: 'queryParameter',
    phrase:
      /\b(?:request|required \w{1,20}) parameter ANY_NAME (?:for method parameter (?:of )?type \S{1,40} )?is not present\b/,
    gateway: 'Spring',
    seen: 'https://github.com/spring-projects/spring-framework/blob/main/spring-web/src/main/java/org/springframework/web/bind/MissingServletRequestParameterException.java',
    sample:
      '400 {"status":400,"error":"Bad Request","message":"Required request parameter \'apiVersion\' for method parameter type String is not present","path":"/v1/chat/completions"}',
  },
  {
    place: 'queryParameter',
    phrase: /NAME PARAMETERS(?: \([^()]{0,80}\))?IS_MISSING/,
    gateway: 'Azure',
    seen: 'https://github.com/MicrosoftDocs/feedback/issues/2279',
    sample:
      '400 {"error":{"code":"MissingApiVersionParameter","message":"The api-version query parameter (?api-version=) is required for all requests."}}',
  },
  {
    place: 'queryParameter',
    phrase: /GIVE NAME(?: param(?:eter)?)? IN_THEQUERY\b/,
    seen: 'unverified',
    sample: '400 {"message":"Missing api-version in query string"}',
  },
  {
    place: 'queryParameter',
    phrase: /NAMEIS_MISSING IN_THEQUERY\b/,
    seen: 'unverified',
    sample: '400 {"message":"api-version is missing from the query"}',
  },
  {
    place: 'queryParameter',
    phrase: /GIVE["' ]{1,2}(?<name>api-version)\b/,
    gateway: 'Azure',
    seen: 'unverified',
    sample: '400 {"error":{"code":"BadRequest","message":"Missing \'api-version\' parameter"}}',
  },
  {
    place: 'queryParameter',
    phrase: /\b(?<name>api-version)\b["'`]?(?: param(?:eter)?)?IS_MISSING/,
    gateway: 'Azure',
    seen: 'unverified',
    sample: '400 {"error":{"code":"MissingApiVersion","message":"The api-version is required."}}',
  },
  {
    place: 'queryParameter',
    phrase:
      /(?:缺少|缺失|未提供|没有|请提供|需要)(?:必要的?|必需的?|必填的?)?\s?(?:查询|query|url)\s?(?:参数|字符串)\s?[:：]?\s?ANY_NAME/,
    seen: 'unverified',
    sample: '400 {"error":{"message":"缺少必要的查询参数: api-version","code":null}}',
  },
  {
    place: 'queryParameter',
    phrase: /^query\.ANY_NAME: .{0,20}\brequired\b/,
    gateway: 'FastAPI',
    seen: 'https://github.com/pydantic/pydantic-core/blob/383eb95a19/src/errors/types.rs',
    sample:
      '422 {"detail":[{"type":"missing","loc":["query","api-version"],"msg":"Field required","input":null}]}',
  },
  {
    place: 'header',
    phrase: /^header\.ANY_NAME: .{0,20}\brequired\b/,
    gateway: 'FastAPI',
    seen: 'https://github.com/pydantic/pydantic-core/blob/383eb95a19/src/errors/types.rs',
    sample:
      '422 {"detail":[{"type":"missing","loc":["header","x-tenant-id"],"msg":"Field required","input":null}]}',
  },
  {
    place: 'header',
    phrase: /GIVE HEADERS:? NAME/,
    gateway: 'LMDeploy',
    seen: 'https://github.com/InternLM/lmdeploy/blob/1263d5cd88/lmdeploy/serve/anthropic/endpoints/messages.py',
    sample: '400 {"error":{"message":"Missing required header: anthropic-version"}}',
  },
  {
    place: 'header',
    phrase: /GIVE NAME HEADERS/,
    seen: 'unverified',
    sample: '400 {"error":"The request must include the X-Org-Id header."}',
  },
  {
    place: 'header',
    phrase: /\bHEADERS:? NAMEIS_MISSING/,
    gateway: 'Spring',
    seen: 'https://github.com/spring-projects/spring-framework/blob/main/spring-web/src/main/java/org/springframework/web/bind/MissingRequestHeaderException.java',
    sample:
      '400 {"status":400,"error":"Bad Request","message":"Required request header \'X-Tenant-Id\' for method parameter type String is not present"}',
  },
  {
    place: 'header',
    phrase: /NAME:? HEADERSIS_MISSING/,
    gateway: 'a LiteLLM server',
    seen: 'https://github.com/Aider-AI/aider/issues/5160',
    sample: '400 {"message":"X-Application-Name header is missing (status_code=400)"}',
  },
  {
    place: 'header',
    phrase: /GIVE NAME IN_THEHEADERS\b/,
    gateway: 'Azure',
    seen: 'https://github.com/FalkorDB/GraphRAG-SDK/issues/85',
    sample: '400 {"statusCode":400,"message":"Missing model-version in header"}',
  },
  {
    place: 'header',
    phrase: /GIVE [^.;!?]{0,40}?\bIN_THENAME HEADERS\b/,
    seen: 'unverified',
    sample:
      '401 {"message":"No API key found in request. Please send it in the X-Client-Key header"}',
  },
  {
    place: 'header',
    phrase: /GIVE [^.;!?]{0,40}?\bIN_THEHEADERS:? NAME/,
    seen: 'unverified',
    sample: '401 {"error":{"message":"Access denied: provide the key in header x-client-key"}}',
  },
  {
    place: 'header',
    phrase: /NAMEIS_MISSING IN_THEHEADERS\b/,
    seen: 'unverified',
    sample: '400 {"error":{"message":"x-account-id is missing from the request headers"}}',
  },
  {
    place: 'header',
    phrase: /\bmissing (?:required )?["'`]?(?<name>x-[\w-]{1,64})/,
    gateway: 'OpenCode',
    seen: 'https://github.com/nowledge-co/community/issues/587',
    sample:
      '400 {"type":"error","error":{"type":"MissingSessionID","message":"Error from provider (Console Go): Request is missing x-opencode-session and cannot be routed efficiently. Please see https://opencode.ai/docs/go/#where-can-i-use-it"}}',
  },
  {
    place: 'header',
    phrase:
      /(?:缺少|缺失|未提供|没有|请提供|需要)(?:必要的?|必需的?|必填的?|自定义)?\s?(?:http\s?)?(?:请求头|消息头|头部|header)(?:参数|字段)?\s?[:：]?\s?NAME/,
    seen: 'unverified',
    sample: '400 {"error":{"message":"缺少请求头 X-Tenant-Id","code":null}}',
  },
  {
    place: 'header',
    phrase:
      /(?:请求头|消息头|头部|header)\s?(?:中|里)?(?:缺少|缺失|未提供|没有|需要)(?:参数|字段)?\s?[:：]?\s?NAME/,
    seen: 'unverified',
    sample: '401 {"code":40101,"msg":"请求头中缺少 X-App-Id"}',
  },
];
