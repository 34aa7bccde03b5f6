// What APIs say about a path that they do not have.
import type { SignatureGroup } from '../signature';

export const unknownPath: SignatureGroup = {
  kind: 'notApi',
  statuses: [200, 404],
  rows: [
    {
      phrase:
        /^\W*(?:error:? ?)?(?:404:? ?)?(?:(?:the )?(?:requested )?(?:page|route|path|url|endpoint|resource|file) (?:was )?)?not found\W*$/,
      gateway: 'Fireworks',
      seen: 'https://github.com/ChatGPTNextWeb/NextChat/issues/3581',
      sample: '404 {"detail":"Not Found"}',
    },
    {
      phrase: /\binvalid url\b/,
      gateway: 'one-api',
      seen: 'https://github.com/songquanpeng/one-api/blob/8df4a2670b/controller/relay.go',
      sample:
        '404 {"error":{"message":"Invalid URL (POST /v1/chat/completion)","type":"invalid_request_error","param":"","code":""}}',
    },
    {
      phrase: /\bno (?:route|handler)\b|\broute\b.{0,80}\bnot found\b/,
      gateway: 'xAI',
      seen: 'https://github.com/iniwap/AIWriteX/issues/26',
      sample:
        '404 {"code":"Some requested entity was not found","error":"No handler found on route. Please double check your URL and consult https://api.x.ai/docs for more information."}',
    },
    {
      phrase: /\bcannot (?:get|post) \//,
      gateway: 'NestJS',
      seen: 'https://github.com/router-for-me/CLIProxyAPI/blob/a7e3596b7e/sdk/cliproxy/auth/conductor_overrides_test.go',
      sample:
        '404 {"message":"Cannot POST /v1/chat/completions","error":"Not Found","statusCode":404}',
    },
    {
      phrase: /\bcould not route to \//,
      gateway: 'Cloudflare',
      seen: 'https://github.com/anomalyco/opencode/issues/18552',
      sample:
        '404 {"result":null,"success":false,"errors":[{"code":7003,"message":"Could not route to /client/v4/accounts/ACCOUNT_ID/ai/v1/chat/completions, perhaps your object identifier is invalid?"}],"messages":[]}',
    },
    {
      phrase: /\bunexpected endpoint\b/,
      gateway: 'LM Studio',
      seen: 'https://github.com/simonw/llm/blob/f3f4f29c6e/tests/test_openai_endpoint.py',
      sample: '200 {"error":"Unexpected endpoint or method. (GET /models)"}',
    },
    {
      statuses: [403],
      phrase: /\bmissing authentication token\b/,
      gateway: 'Amazon API Gateway',
      seen: 'https://repost.aws/knowledge-center/api-gateway-authentication-token-errors',
      sample: '403 {"message":"Missing Authentication Token"}',
    },
  ],
};
