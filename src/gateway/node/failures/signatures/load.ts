// What gateways say when they limit requests or are overloaded, and what only repeats an HTTP status.
import type { SignatureGroup } from '../signature';

export const rateLimited: SignatureGroup = {
  kind: 'rateLimited',
  statuses: [200, 400, 403, 429],
  rows: [
    {
      codes: ['resource_exhausted'],
      phrase: /\bexceeded your current quota\b/,
      gateway: 'Google',
      seen: 'https://github.com/google-gemini/gemini-cli/issues/14831',
      sample:
        '429 [{"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details.","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34.074824224s"}]}}]',
    },
    {
      codes: ['insufficient_quota'],
      phrase: /[#/]token-limit\b/,
      gateway: 'DashScope',
      seen: 'https://github.com/can1357/oh-my-pi/pull/8476',
      sample:
        '429 {"error":{"message":"You exceeded your current quota, please check your plan and billing details. For details, see: https://help.aliyun.com/zh/model-studio/error-code#token-limit","type":"insufficient_quota","code":"insufficient_quota"}}',
    },
    {
      codes: ['usage_limit_reached'],
      gateway: 'Codex',
      seen: 'https://github.com/router-for-me/CLIProxyAPI/blob/a7e3596b7e/internal/runtime/executor/codex_executor_stream_output_test.go',
      sample:
        '429 {"type":"error","error":{"type":"usage_limit_reached","message":"You\'ve hit your usage limit.","resets_in_seconds":300}}',
    },
    {
      codes: ['model_cooldown'],
      gateway: 'CLIProxyAPI',
      seen: 'https://github.com/router-for-me/CLIProxyAPI/blob/a7e3596b7e/sdk/cliproxy/auth/selector.go',
      sample:
        '429 {"error":{"code":"model_cooldown","message":"All credentials for model gpt-9 are cooling down via provider codex","model":"gpt-9","reset_seconds":495669}}',
    },
    {
      codes: ['queue_exceeded', 'token_quota_exceeded'],
      gateway: 'Cerebras',
      seen: 'https://github.com/continuedev/continue/issues/9800',
      sample:
        '429 {"message":"Tokens per minute limit exceeded - too many tokens processed.","type":"too_many_tokens_error","param":"quota","code":"token_quota_exceeded"}',
    },
    {
      codes: [
        'throttling',
        'throttling.allocationquota',
        'throttling.ratequota',
        'limit_burst_rate',
      ],
      gateway: 'DashScope',
      seen: 'https://github.com/can1357/oh-my-pi/pull/8476',
      sample:
        '429 {"code":"Throttling.RateQuota","message":"Requests rate limit exceeded, please try again later."}',
    },
    {
      codes: ['throttlingexception'],
      gateway: 'Amazon Bedrock',
      seen: 'https://github.com/RooCodeInc/Roo-Code/blob/cb83656718/src/api/providers/__tests__/bedrock-error-handling.spec.ts',
      sample: '400 {"message":"Slow down.","code":"ThrottlingException"}',
    },
    {
      codes: ['token_concurrency_limit_reached', 'capacity_exceeded'],
      gateway: 'new-api',
      seen: 'https://github.com/QuantumNous/new-api/blob/01f6839be8a4d48766902245824cca6651a6f04f/types/error.go',
      sample:
        '429 {"error":{"message":"token concurrency limit reached (request id: 20260101000000)","type":"new_api_error","param":"","code":"token_concurrency_limit_reached"}}',
    },
    {
      codes: ['limitexceeded', 'requestlimitexceeded', 'failedoperation.engineserverlimitexceeded'],
      gateway: 'Tencent Hunyuan',
      seen: 'https://github.com/TencentCloud/tencentcloud-sdk-go/blob/master/tencentcloud/hunyuan/v20230901/errors.go',
      sample:
        '200 {"Response":{"Error":{"Code":"FailedOperation.EngineServerLimitExceeded","Message":"引擎层请求超过限额；请稍后重试。"},"RequestId":"ed93f3cb-f35e-473f-b9f3-0d451b8b79c6"}}',
    },
    {
      codes: ['ratelimitexceeded', 'accountquotaexceeded'],
      gateway: 'Volcengine',
      seen: 'https://volcengine.com/docs/82379/1299023',
      sample:
        '429 {"error":{"code":"RateLimitExceeded.EndpointRPMExceeded","message":"The Requests Per Minute (RPM) limit of the associated endpoint for your account has been exceeded. Request ID: 021700000","param":"","type":"TooManyRequests"}}',
    },
    {
      codes: ['1302', '1303', '1305', '1308'],
      gateway: 'Zhipu',
      seen: 'https://github.com/anomalyco/opencode/issues/9789',
      sample:
        '429 {"error":{"code":"1302","message":"您当前使用该API的并发数过高，请降低并发，或联系客服增加限额。"}}',
    },
    {
      codes: ['2045', '2056'],
      gateway: 'MiniMax',
      seen: 'https://github.com/MiniMax-AI/MiniMax-M2.7/issues/36',
      sample: '200 {"base_resp":{"status_code":2056,"status_msg":"usage limit exceeded"}}',
    },
    {
      phrase: /\b(?:reached|exceeded|hit) your concurrent requests? limit\b/,
      gateway: 'Kimi Code',
      seen: 'https://github.com/Wei-Shaw/sub2api/issues/6203',
      sample:
        '403 {"error":{"type":"permission_error","message":"You\'ve reached your concurrent request limit. Please wait for your ongoing requests to finish and try again."},"type":"error"}',
    },
    {
      phrase: /^\W*rate[ -]?limited\W*$/,
      gateway: 'Cloudflare',
      seen: 'unverified',
      sample:
        '400 {"success":false,"result":[],"messages":[],"error":[{"code":2003,"message":"Rate limited"}]}',
    },
    {
      phrase: /\brate[ -]?limit(?:ed|s|ing)?\b.{0,40}\b(?:reached|exceeded|hit|error)\b/,
      gateway: 'Seermart',
      seen: 'https://docs.seermartech.cn/reference/errors',
      sample: '200 {"status_code":50003,"status_message":"Rate limit exceeded"}',
    },
    {
      phrase: /\b(?:exceed\w*|reached|hit)\b.{0,40}\brate[ -]?limits?\b/,
      gateway: 'Anthropic',
      seen: 'https://anthropic.mintlify.app/en/api/errors',
      sample:
        '429 {"type":"error","error":{"type":"rate_limit_error","message":"Your account has hit a rate limit."}}',
    },
    {
      phrase: /\btoo many (?:requests|tokens per (?:minute|hour|day))\b/,
      gateway: 'Moonshot',
      seen: 'https://www.kimi.com/code/docs/en/kimi-code/error-reference.html',
      sample:
        '200 {"error":{"message":"We\'re receiving too many requests at the moment. Please wait a moment and try again.","type":"rate_limit_reached_error"}}',
    },
    {
      phrase: /\btier capacity exceeded\b/,
      gateway: 'Mistral',
      seen: 'https://github.com/BerriAI/litellm/blob/002b24d3c092203f8540ded24b892ce6ca1e0a50/litellm/litellm_core_utils/exception_mapping_utils.py',
      sample:
        '429 {"object":"error","message":"Service tier capacity exceeded for this model.","type":"service_tier_capacity_exceeded","param":null,"code":"3505"}',
    },
    {
      phrase: /\breached the request limit\b/,
      gateway: 'new-api',
      seen: 'https://github.com/QuantumNous/new-api/blob/002f91220c/i18n/locales/en.yaml',
      sample:
        '200 {"error":{"message":"You have reached the request limit: maximum 60 requests in 1 minutes"}}',
    },
    {
      phrase: /请求数限制/,
      gateway: 'new-api',
      seen: 'https://github.com/Calcium-Ion/new-api/blob/ef8ae4db80/middleware/model-rate-limit.go',
      sample: '200 {"error":{"message":"您已达到总请求数限制：1分钟内最多请求60次，包括失败次数"}}',
    },
    {
      phrase:
        /\b(?:requests?|calls?|qps|rpm|tpm|concurren\w+) limit (?:has been |is |was )?(?:reached|exceeded|hit)\b/,
      gateway: 'SiliconFlow',
      seen: 'https://github.com/AIDotNet/OpenDeepWiki/issues/269',
      sample:
        '429 {"message":"Request was rejected due to rate limiting. Details: TPM limit reached.","data":null}',
    },
    {
      phrase: /\bspike arrest violation\b/,
      gateway: 'Apigee',
      seen: 'https://discuss.google.dev/t/spike-arrest-policy-spike-arrest-violation-error/102683',
      sample:
        '200 {"error":{"message":"Spike arrest violation. Allowed rate : MessageRate{messagesPerPeriod=100, periodInMicroseconds=6000000, maxBurstMessageCount=1.6666666666666667}"}}',
    },
    {
      phrase: /qpsoverflow/,
      gateway: 'iFlytek Spark',
      seen: 'https://github.com/iflytek/spark-ai-python/issues/39',
      sample: '200 {"error":{"message":"licc failed: AppIdQpsOverFlowError"}}',
    },
    {
      phrase: /流控超限/,
      seen: 'unverified',
      sample: '200 {"error":{"message":"授权错误：日流控超限。超过当日最大访问量的限制"}}',
    },
    {
      phrase: /请求(?:过于|太)频繁|请求次数过多/,
      seen: 'https://github.com/openclaw/openclaw/blob/1643e8fadf/src/agents/embedded-agent-helpers/failover-matches.ts',
      sample: '400 {"error":{"message":"请求过于频繁，请稍后再试"}}',
    },
    {
      phrase: /\btrial key\b.{0,20}\blimited to \d/,
      gateway: 'Cohere',
      seen: 'https://github.com/cohere-ai/cohere-developer-experience/blob/e814c8a182/fern/pages/cohere-api/errors.mdx',
      sample:
        '200 {"message":"You are using a Trial key, which is limited to 40 API calls / minute. You can continue to use the Trial key for free or upgrade to a Production key with higher rate limits at \'https://dashboard.cohere.com/api-keys\'."}',
    },
    {
      phrase: /\breached your (?:session|hourly|weekly) usage limit\b/,
      gateway: 'Ollama',
      seen: 'https://github.com/continuedev/continue/issues/9233',
      sample:
        '200 {"error":"you\'ve reached your hourly usage limit, please wait or upgrade to continue"}',
    },
    {
      phrase: /\bquota (?:is )?exceeded\b.{0,20}\b(?:try again|retry) (?:in|after) \d/,
      seen: 'unverified',
      sample:
        '403 {"error":{"message":"Token quota is exceeded. Try again in 21 hours and 5 minutes."}}',
    },
    {
      phrase: /(?:频率|速率|速度)(?:限制|超限|超过限制|过高|过快)|限流/,
      seen: 'https://github.com/openclaw/openclaw/blob/1643e8fadf/src/agents/embedded-agent-helpers/failover-matches.ts',
      sample: '400 {"error":{"message":"请求频率限制，请在1分钟后重试"}}',
    },
    {
      phrase: /限频/,
      seen: 'unverified',
      sample: '200 {"error":{"message":"您的请求超过限频"}}',
    },
    {
      phrase: /并发.{0,4}(?:过高|超)/,
      gateway: 'Zhipu',
      seen: 'https://github.com/anomalyco/opencode/issues/9789',
      sample:
        '429 {"error":{"code":"1302","message":"您当前使用该API的并发数过高，请降低并发，或联系客服增加限额。"}}',
    },
  ],
};

/** A server that starts the model when it is asked for. Later requests are answered. */
export const modelLoading: SignatureGroup = {
  kind: 'modelLoading',
  statuses: [200, 202, 409, 425, 500, 502, 503, 504],
  notThis:
    /\b(?:failed|error|unable|could not|cannot|can['’]t|no model|not enough|insufficient|out of)\b/,
  rows: [
    {
      phrase: /\bloading (?:the )?model\b/,
      gateway: 'llama.cpp',
      seen: 'https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md',
      sample: '503 {"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}',
    },
    {
      phrase:
        /\bmodels?\b.{0,100}\b(?:(?:is|are) )?(?:(?:still|currently|being|now) )*(?:loading|(?<=being )loaded|loaded right now|starting(?: up)?|warming up|initiali[sz]ing)\b/,
      gateway: 'Hugging Face',
      seen: 'https://github.com/huggingface/huggingface_hub/issues/2243',
      sample:
        '503 {"error":"Model mistralai/Mistral-7B-Instruct-v0.3 is currently loading","estimated_time":20.0}',
    },
    {
      phrase: /\bmodels?\b.{0,100}\b(?:is |are )?not (?:yet )?(?:ready|fully loaded|loaded yet)\b/,
      gateway: 'Amazon Bedrock',
      seen: 'https://github.com/RooCodeInc/Roo-Code/blob/cb83656718/src/api/providers/__tests__/bedrock-error-handling.spec.ts',
      sample: '503 {"message":"Model is not ready, please try again later"}',
    },
    {
      phrase:
        /\b(?:server|engine|runner|upstream|backend|service)\b.{0,40}\b(?:(?:is|are) )?(?:(?:still|currently) )*(?:loading|starting(?: up)?|warming up|initiali[sz]ing|not (?:yet )?ready)\b/,
      gateway: 'ramalama',
      seen: 'https://github.com/containers/ramalama/issues/2343',
      sample: '503 {"error":{"message":"The server is still loading, please wait","code":503}}',
    },
    {
      phrase:
        /模型.{0,12}(?:加载中|正在加载|启动中|正在启动|尚未就绪|未就绪)|(?:正在加载|加载中|正在启动).{0,8}模型/,
      seen: 'https://github.com/openclaw/openclaw/blob/1643e8fadf/src/agents/embedded-agent-helpers/failover-matches.ts',
      sample: '503 {"detail":"模型正在加载中，请稍后"}',
    },
  ],
};

export const serverError: SignatureGroup = {
  kind: 'serverError',
  statuses: [200, 400],
  // A page of a proxy that has status 200.
  matchesPages: true,
  rows: [
    {
      codes: ['overloaded_error', 'engine_overloaded_error', 'server_is_overloaded'],
      gateway: 'OpenAI Codex',
      seen: 'https://github.com/router-for-me/CLIProxyAPI/blob/a7e3596b7e/internal/runtime/executor/codex_stream_bootstrap_buffering_test.go',
      sample:
        '200 {"error":{"message":"Our servers are currently overloaded. Please try again later.","type":"service_unavailable_error","code":"server_is_overloaded"}}',
    },
    {
      phrase: /负载已?饱和/,
      gateway: 'one-api',
      seen: 'https://github.com/songquanpeng/one-api/blob/8df4a2670b/controller/relay.go',
      sample: '200 {"error":{"message":"当前分组上游负载已饱和，请稍后再试"}}',
    },
    {
      statuses: [200],
      phrase:
        /\bgateway time-?(?:out|d out)\b|\ba timeout occurred\b|\bconnection timed out\b|\bbad gateway\b|\bservice (?:is )?(?:temporarily )?unavailable\b|\bserver error\b|\bserver is down\b|\b(?:under|down for|scheduled) maintenance\b/,
      gateway: 'nginx',
      seen: 'https://github.com/mudler/LocalAI/blob/82c191afad/docs/content/advanced/reverse-proxy-tls.md',
      sample: '200 {"error":"504 Gateway Time-out"}',
    },
    {
      phrase: /\bmodel has crashed\b/,
      gateway: 'LM Studio',
      seen: 'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1057',
      sample:
        '400 {"error":"The model has crashed without additional information. (Exit code: 18446744072635812000)"}',
    },
  ],
};

export const forbiddenStatus: SignatureGroup = {
  kind: 'forbidden',
  ofAccount: true,
  repeatsStatus: true,
  rows: [
    {
      codes: ['permission_error'],
      gateway: 'Anthropic',
      seen: 'https://anthropic.mintlify.app/en/api/errors',
      sample:
        '403 {"type":"error","error":{"type":"permission_error","message":"Your API key does not have permission to use the specified resource."}}',
    },
    {
      codes: ['permission_denied', 'permissiondenied'],
      gateway: 'Google',
      seen: 'https://github.com/PublicAffairs/openai-gemini/issues/92',
      sample:
        '403 {"error":{"code":403,"message":"Method doesn\'t allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.","status":"PERMISSION_DENIED"}}',
    },
    {
      codes: ['access_denied', 'accessdenied'],
      gateway: 'DashScope',
      seen: 'https://help.aliyun.com/zh/dashscope/return-status-code-description',
      sample: '403 {"code":"AccessDenied","message":"Access denied."}',
    },
    {
      statuses: [200, 400, 401, 403],
      phrase:
        /\b(?:account|organi[sz]ation|team|project|workspace|user) (?:has been|was|is) (?:restricted|disabled|suspended|deactivated|banned|blocked)\b/,
      gateway: 'Groq',
      seen: 'https://github.com/crewAIInc/crewAI/issues/783',
      sample:
        '400 {"error":{"message":"Organization has been restricted. Please reach out to support if you believe this was in error.","type":"invalid_request_error","code":"organization_restricted"}}',
    },
  ],
};

export const keyRejectedStatus: SignatureGroup = {
  kind: 'keyRejected',
  repeatsStatus: true,
  rows: [
    {
      codes: ['authentication_error', 'invalid_authentication_error', 'authenticationerror'],
      gateway: 'Moonshot',
      seen: 'https://github.com/kaichen/kimicc/issues/20',
      sample:
        '401 {"error":{"message":"Invalid Authentication","type":"invalid_authentication_error"}}',
    },
  ],
};

export const rateLimitedStatus: SignatureGroup = {
  kind: 'rateLimited',
  repeatsStatus: true,
  rows: [
    {
      codes: ['resource_exhausted'],
      gateway: 'Google',
      seen: 'https://github.com/google-gemini/gemini-cli/issues/14831',
      sample:
        '429 [{"error":{"code":429,"message":"Resource exhausted. Please try again later. Please refer to https://cloud.google.com/vertex-ai/generative-ai/docs/error-code-429 for more details.","status":"RESOURCE_EXHAUSTED"}}]',
    },
    {
      codes: ['rate_limit_exceeded', 'rate_limit_error'],
      gateway: 'Baidu Qianfan',
      seen: 'https://ecweb.ecer.com/topic/cn/detail-161097-guide_to_resolving_qianfan_ai_api_error_codes_for_integration.html',
      sample:
        '429 {"error":{"code":"rpm_rate_limit_exceeded","message":"Rate limit reached for RPM","type":"rate_limit_exceeded"},"id":"as-xi6mm8"}',
    },
    {
      codes: ['rate_limit_reached_error', 'rate_limit_reached'],
      gateway: 'Moonshot',
      seen: 'https://www.kimi.com/code/docs/en/kimi-code/error-reference.html',
      sample:
        '429 {"error":{"message":"We\'re receiving too many requests at the moment. Please wait a moment and try again.","type":"rate_limit_reached_error"}}',
    },
    {
      codes: ['rate_limited', 'too_many_requests'],
      gateway: 'Mistral',
      seen: 'https://github.com/raycast/extensions/issues/31107',
      sample:
        '429 {"object":"error","message":"Rate limit exceeded","type":"rate_limited","param":null,"code":"1300","raw_status_code":429}',
    },
  ],
};
