// What gateways say when the key is wrong, expired or missing.
import type { SignatureGroup } from '../signature';

export const keyRejected: SignatureGroup = {
  kind: 'keyRejected',
  ofAccount: true,
  statuses: [200, 400, 401, 403],
  rows: [
    {
      codes: ['invalid_api_key', 'invalid_key'],
      gateway: 'Groq',
      seen: 'https://github.com/fathah/hermes-desktop/issues/201',
      sample:
        '401 {"error":{"message":"Invalid API Key","type":"invalid_request_error","code":"invalid_api_key"}}',
    },
    {
      codes: ['invalidapikey'],
      gateway: 'DashScope',
      seen: 'https://help.aliyun.com/zh/dashscope/return-status-code-description',
      sample: '401 {"code":"InvalidApiKey","message":"Invalid API-key provided."}',
    },
    {
      codes: ['invalid_token', 'token_expired'],
      gateway: 'ChatGPT',
      seen: 'https://github.com/rawandahmad698/PyChatGPT/issues/85',
      sample:
        '401 {"detail":{"message":"Your authentication token has expired. Please try signing in again.","type":"invalid_request_error","param":null,"code":"token_expired"}}',
    },
    {
      codes: ['api_key_invalid'],
      gateway: 'Google',
      seen: 'https://github.com/microsoft/vscode-copilot-chat/blob/31acd00a86/src/extension/byok/vscode-node/test/geminiNativeProvider.spec.ts',
      sample: '400 {"error":{"code":400,"message":"Bad key","reason":"API_KEY_INVALID"}}',
    },
    {
      codes: ['modelarts.81002', 'modelarts.81003'],
      gateway: 'Huawei MaaS',
      seen: 'https://support.huaweicloud.com/model-call-maas/model-call-035.html',
      sample:
        '400 {"error_code":"ModelArts.81002","error_msg":"Failed to get the authorization header."}',
    },
    {
      codes: ['invalid_iam_token'],
      gateway: 'Baidu Qianfan',
      seen: 'unverified',
      sample:
        '401 {"error":{"code":"invalid_iam_token","message":"IAM token is invalid","type":"invalid_request_error"},"id":"as-xi6mm8"}',
    },
    {
      codes: ['authentication_token_expired'],
      gateway: 'watsonx.ai',
      seen: 'https://github.com/BerriAI/litellm/issues/9219',
      sample:
        '200 {"errors":[{"code":"authentication_token_expired","message":"Failed to authenticate the request due to an expired token","more_info":"https://cloud.ibm.com/apidocs"}],"trace":"x","status_code":401}',
    },
    {
      codes: ['authfailure'],
      gateway: 'Tencent Hunyuan',
      seen: 'https://www.tencentcloud.com/document/api/1284/75543',
      sample:
        '200 {"Response":{"Error":{"Code":"AuthFailure.SignatureFailure","Message":"The provided credentials could not be validated. Please check your signature is correct."},"RequestId":"ed93f3cb-f35e-473f-b9f3-0d451b8b79c6"}}',
    },
    {
      codes: ['2049'],
      gateway: 'MiniMax',
      seen: 'https://github.com/MiniMax-AI/MiniMax-01/issues/37',
      sample: '200 {"base_resp":{"status_code":2049,"status_msg":"invalid api key"}}',
    },
    {
      phrase:
        /\bapi[ -]?key (?:was |is |has |been )*(?:reported as leaked|expired|revoked|invalid)\b/,
      gateway: 'Google',
      seen: 'https://github.com/plainbook-ai/plainbook/issues/25',
      sample:
        '400 [{"error":{"code":400,"message":"API key expired. Please renew the API key.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID","domain":"googleapis.com","metadata":{"service":"generativelanguage.googleapis.com"}},{"@type":"type.googleapis.com/google.rpc.LocalizedMessage","locale":"en-US","message":"API key expired. Please renew the API key."}]}}]',
    },
    {
      phrase: /\b(?:invalid|incorrect|wrong|expired|revoked|no|missing) api[ -]?key\b/,
      gateway: 'Seermart',
      seen: 'https://docs.seermartech.cn/reference/errors',
      sample: '200 {"status_code":50001,"status_message":"Invalid API key"}',
    },
    {
      phrase:
        /\bapi[ -]?key (?:is |was |has |provided is |you provided is )?(?:not valid|invalid|incorrect|expired|missing|required|revoked|not found|been revoked|reported as leaked)/,
      gateway: 'Google',
      seen: 'https://github.com/cequence-io/openai-scala-client/issues/109',
      sample:
        '400 {"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID","domain":"googleapis.com","metadata":{"service":"generativelanguage.googleapis.com"}},{"@type":"type.googleapis.com/google.rpc.LocalizedMessage","locale":"en-US","message":"API key not valid. Please pass a valid API key."}]}}',
    },
    {
      statuses: [401],
      phrase:
        /^\W*(?:\d{3} )?(?:unauthorized|not authenticated|bad credentials|(?:authentication|authorization) (?:failed|required))\W*$/,
      gateway: 'GitHub Models',
      seen: 'https://github.com/CherryHQ/cherry-studio/issues/7438',
      sample:
        '401 {"message":"Bad credentials","documentation_url":"https://docs.github.com/rest","status":"401"}',
    },
    {
      statuses: [401],
      phrase:
        /\b(?:invalid|incorrect|wrong|expired) (?:api[ -]?|user |subscription |proxy server )?(?:key|token)\b|\binvalid authentication\b/,
      gateway: 'LiteLLM',
      seen: 'https://github.com/BerriAI/litellm/issues/1062',
      sample: '401 {"detail":"invalid user key"}',
    },
    {
      phrase: /\bno auth credentials found\b/,
      gateway: 'OpenRouter',
      seen: 'https://github.com/musistudio/claude-code-router/issues/227',
      sample: '401 {"error":{"message":"No auth credentials found","code":401}}',
    },
    {
      phrase: /\b(?:bearer|jwt) token (?:has |is )?(?:expired|invalid|malformed)\b/,
      gateway: 'Amazon Bedrock',
      seen: 'https://github.com/BerriAI/litellm/blob/4d21ef41b9/tests/test_litellm/anthropic_interface/exceptions/test_exception_mapping_utils.py',
      sample: '403 {"Message":"Bearer Token has expired"}',
    },
    {
      phrase: /\bmake sure your api key is valid\b/,
      gateway: 'Amazon Bedrock',
      seen: 'https://github.com/anomalyco/opencode/issues/47073',
      sample: '403 {"Message":"Authentication failed: Please make sure your API Key is valid."}',
    },
    {
      phrase: /\bfailed to authenticate api key\b/,
      seen: 'unverified',
      sample: '403 {"error":{"message":"failed to authenticate API key"}}',
    },
    {
      phrase: /\byou did(?:n['’]t| not) provide an api key\b/,
      gateway: 'OpenAI',
      seen: 'https://github.com/chatboxai/chatbox/issues/98',
      sample:
        '200 {"error":{"message":"You didn\'t provide an API key. You need to provide your API key in an Authorization header."}}',
    },
    {
      phrase: /\binvalid credentials in authorization header\b/,
      gateway: 'Hugging Face',
      seen: 'https://github.com/huggingface/transformers/issues/38289',
      sample: '401 {"error":"Invalid credentials in Authorization header"}',
    },
    {
      phrase: /\bsecurity token\b.{0,30}\b(?:invalid|expired)\b/,
      gateway: 'Bedrock',
      seen: 'https://github.com/anthropics/claude-code/issues/28032',
      sample: '403 {"message":"The security token included in the request is expired"}',
    },
    {
      phrase: /\blogin fail\b/,
      gateway: 'MiniMax',
      seen: 'https://github.com/wavetermdev/waveterm/issues/3238',
      sample:
        '401 {"type":"error","error":{"type":"authorized_error","message":"login fail: Please carry the API secret key in the \'Authorization\' field of the request header (1004)","http_code":"401"},"request_id":"063432299e74d9b466b94f06aa8d7835"}',
    },
    {
      phrase: /^authentication error\W*$/,
      gateway: 'Cloudflare',
      seen: 'https://github.com/cloudflare/workers-sdk/pull/4522',
      sample: '403 {"success":false,"errors":[{"code":10000,"message":"Authentication error"}]}',
    },
    {
      phrase: /\binvalid access token\b/,
      gateway: 'Cloudflare',
      seen: 'https://github.com/tashfeenahmed/freellmapi/blob/291556df04/server/src/__tests__/providers/cloudflare.test.ts',
      sample: '403 {"success":false,"errors":[{"code":9109,"message":"Invalid access token"}]}',
    },
    {
      phrase: /\baccess token (?:is |has )?(?:invalid|expired)\b/,
      gateway: 'Baidu Qianfan',
      seen: 'https://ai.baidu.com/ai-doc/EASYDL/Hknepqm24',
      sample: '200 {"error_code":110,"error_msg":"Access token invalid or no longer valid"}',
    },
    {
      phrase: /(?:令牌|密钥|api ?key)(?:无效|错误|已过期|不正确|已失效)/,
      seen: 'https://github.com/openclaw/openclaw/blob/1643e8fadf/src/agents/embedded-agent-helpers/failover-matches.ts',
      sample: '400 {"error":{"message":"密钥无效","code":null}}',
    },
    {
      phrase: /无效的(?:令牌|密钥|api ?key)/,
      gateway: 'one-api',
      seen: 'https://github.com/songquanpeng/one-api/blob/8df4a2670b/model/token.go',
      sample:
        '401 {"error":{"message":"无效的令牌 (request id: 20260101000000)","type":"one_api_error"}}',
    },
    {
      phrase: /(?:鉴权|认证)失败/,
      seen: 'https://github.com/openclaw/openclaw/blob/1643e8fadf/src/agents/embedded-agent-helpers/failover-matches.ts',
      sample: '400 {"error":{"message":"鉴权失败","code":null}}',
    },
  ],
};
