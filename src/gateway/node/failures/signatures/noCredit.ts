// What gateways say when no credit, budget or quota is left.
import { anyOf } from '../../../../base/anyOf';
import type { SignatureGroup } from '../signature';

/** Limits on the rate of requests or tokens, whatever they are called. */
const perTime = anyOf(
  // Not LiteLLM's "RateLimitError: ", which it puts before whatever an upstream says with status 429.
  /\bper[ _-]?(?:second|minute|min|hour|day)\b|\b[tr]p[smd]\b|\brate[ -]?limit(?!error\b)/,
  /[#/]token-limit\b|\b(?:try again|retry) (?:in|after) \d|free_tier_(?:requests|input)/,
  /每(?:秒|分钟|小时|天)|并发|限流/,
);

export const noCredit: SignatureGroup = {
  kind: 'noCredit',
  ofAccount: true,
  notThis: perTime,
  rows: [
    {
      codes: ['invalid_api_key'],
      phrase: /\bkey reached its (?:current period )?usage limit\b/,
      gateway: 'LLM Gateway',
      seen: 'https://github.com/theopenco/llmgateway/blob/4b5dca1a5b/apps/gateway/src/lib/error-response.spec.ts',
      sample:
        '401 {"error":{"message":"Unauthorized: LLMGateway API key reached its usage limit.","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}',
    },
    {
      codes: ['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active'],
      gateway: 'OpenAI',
      seen: 'https://github.com/Decryptu/DecryptGPT/issues/1',
      sample:
        '400 {"error":{"message":"Billing hard limit has been reached","type":"invalid_request_error","code":"billing_hard_limit_reached"}}',
    },
    {
      codes: [
        'insufficient_user_quota',
        'pre_consume_token_quota_failed',
        'entitlement_required',
        'entitlement_inactive',
      ],
      gateway: 'new-api',
      seen: 'https://doc.tokendog.io/zh/api-reference/guide/error-codes',
      sample:
        '403 {"error":{"message":"用户额度不足, 剩余额度: ＄0.000000 (request id: 20260101000000)","type":"new_api_error","param":"","code":"insufficient_user_quota"}}',
    },
    {
      codes: [
        'insufficient_balance',
        'insufficient_credits',
        'insufficient_funds',
        'subscription_invalid',
      ],
      gateway: 'sub2api',
      seen: 'https://github.com/Wei-Shaw/sub2api/blob/d3e73f1260/backend/internal/server/middleware/api_key_auth.go',
      sample: '403 {"code":"SUBSCRIPTION_INVALID","message":"subscription has expired"}',
    },
    {
      codes: ['insufficient_balance_error', '1008'],
      gateway: 'MiniMax',
      seen: 'https://github.com/modelscope/modelscope/issues/1691',
      sample:
        '429 {"error":{"http_code":"429","message":"insufficient balance (1008)","type":"insufficient_balance_error"},"request_id":"x"}',
    },
    {
      codes: ['not_enough_balance'],
      gateway: 'Novita AI',
      seen: 'unverified',
      sample:
        '403 {"code":403,"reason":"NOT_ENOUGH_BALANCE","message":"not enough balance","metadata":{}}',
    },
    {
      codes: ['exceeded_current_quota_error'],
      gateway: 'Moonshot',
      seen: 'https://github.com/MoonshotAI/Kimi-K2/issues/5',
      sample:
        '403 {"error":{"message":"Your account xx is not active, organization xx exceeded current quota, please check your plan and billing details","type":"exceeded_current_quota_error"}}',
    },
    {
      codes: ['billing_error'],
      gateway: 'Anthropic',
      seen: 'https://docs.anthropic.com/en/api/errors',
      sample:
        '402 {"type":"error","error":{"type":"billing_error","message":"There\'s an issue with your billing or payment information."}}',
    },
    {
      codes: ['budget_exceeded'],
      gateway: 'LiteLLM',
      seen: 'https://github.com/BerriAI/litellm-docs/blob/ef86ded88e/docs/proxy/tag_budgets.md',
      sample:
        '400 {"error":{"message":"Budget has been exceeded! Tag=engineering Current cost: 505.50, Max budget: 500.0","type":"budget_exceeded","param":null,"code":"400"}}',
    },
    {
      codes: ['arrearage', 'allocationquota.freetieronly'],
      gateway: 'DashScope',
      seen: 'https://help.aliyun.com/zh/model-studio/developer-reference/status-codes?spm=a2c4g.11174283.0.i3',
      sample:
        '400 {"error":{"message":"Access denied, please make sure your account is in good standing.","type":"Arrearage","code":"Arrearage"}}',
    },
    {
      codes: [
        'accountoverdueerror',
        'operationdenied.serviceoverdue',
        'setlimitexceeded',
        'invalidsubscription',
      ],
      gateway: 'Volcengine',
      seen: 'https://volcengine.com/docs/82379/1299023',
      sample:
        '403 {"error":{"code":"AccountOverdueError","message":"The request failed because your account has an overdue balance. Request ID: 021700000","param":"","type":"Forbidden"}}',
    },
    {
      codes: ['quota_exceeded'],
      gateway: 'GitHub Copilot',
      seen: 'https://github.com/microsoft/vscode-copilot-chat/blob/31acd00a86/src/platform/networking/node/test/chatWebSocketManager.spec.ts',
      sample:
        '200 {"type":"error","error":{"code":"quota_exceeded","message":"Monthly quota exceeded"}}',
    },
    {
      codes: [
        'failedoperation.freeresourcepackexhausted',
        'failedoperation.resourcepackexhausted',
        'failedoperation.servicestoparrears',
      ],
      gateway: 'Tencent Hunyuan',
      seen: 'https://github.com/TencentCloud/tencentcloud-sdk-go/blob/master/tencentcloud/hunyuan/v20230901/errors.go',
      sample:
        '200 {"Response":{"Error":{"Code":"FailedOperation.FreeResourcePackExhausted","Message":"免费资源包余量已用尽，请购买资源包或开通后付费。"},"RequestId":"ed93f3cb-f35e-473f-b9f3-0d451b8b79c6"}}',
    },
    {
      codes: ['token_quota_reached'],
      gateway: 'watsonx.ai',
      seen: 'https://github.com/langchain4j/langchain4j/blob/b8b809ed57/docs/docs/integrations/language-models/watsonx.md',
      sample:
        '403 {"errors":[{"code":"token_quota_reached","message":"This tenant has reached its quota of tokens."}],"trace":"t","status_code":403}',
    },
    {
      codes: ['1113', '1309'],
      gateway: 'Zhipu',
      seen: 'https://github.com/zhayujie/CowAgent/issues/2910',
      sample: '429 {"error":{"code":"1113","message":"余额不足或无可用资源包,请充值。"}}',
    },
    {
      phrase:
        /\binsufficient (?:(?:account|user|token|credit|paid|wallet|available|usd|or diem) )*(?:balance|credits?|funds|quota)\b/,
      gateway: 'Seermart',
      seen: 'https://docs.seermartech.cn/reference/errors',
      sample: '200 {"status_code":50002,"status_message":"Insufficient balance"}',
    },
    {
      phrase: /\bbalance (?:is )?(?:too low|insufficient|not enough|exhausted|depleted|negative)\b/,
      gateway: 'SiliconFlow',
      seen: 'https://github.com/FoundationAgents/OpenManus/issues/438',
      sample:
        '403 {"code":30011,"message":"The selected model requires paid balance. Your paid balance is insufficient. Please top up and try again.","data":null}',
    },
    {
      phrase: /\bnot enough (?:balance|funds)\b/,
      seen: 'unverified',
      sample: '403 {"error":{"message":"not enough balance"}}',
    },
    {
      phrase: /\bbalance is not sufficient\b/,
      seen: 'unverified',
      sample: '403 {"error":{"message":"Your balance is not sufficient"}}',
    },
    {
      phrase: /\b(?:out of|add) funds\b/,
      seen: 'https://github.com/NousResearch/hermes-agent/blob/0003295a28/agent/error_classifier.py',
      sample:
        '403 {"error":{"message":"Access denied: your balance is below zero. Please add funds"}}',
    },
    {
      phrase: /\boverdue balance\b/,
      gateway: 'Volcengine',
      seen: 'https://volcengine.com/docs/82379/1299023',
      sample:
        '403 {"error":{"code":"AccountOverdueError","message":"The request failed because your account has an overdue balance. Request ID: 021700000","param":"","type":"Forbidden"}}',
    },
    {
      phrase: /\baccount balance is \$?0(?:\.0+)?\b/,
      gateway: 'Chutes',
      seen: 'https://github.com/tashfeenahmed/freellmapi/blob/291556df04/server/src/db/migrations/20260101_000000_legacy_baseline.ts',
      sample:
        '402 {"detail":"Quota exceeded and account balance is $0.0, please pay with fiat or send tao"}',
    },
    {
      phrase:
        /\b(?:no|out of|not enough|ran out of|run out of|more|remaining) (?:[a-z]+ ){0,2}credits?\b/,
      gateway: 'OpenRouter',
      seen: 'https://openrouter.ai/docs/api-reference/errors',
      sample:
        '402 {"error":{"message":"Your account or API key has insufficient credits. Add more credits and retry the request.","code":402}}',
    },
    {
      phrase: /(?:\bnot|n['’]t) have (?:any |enough )?credits?\b/,
      gateway: 'xAI',
      seen: 'https://github.com/pajeronda/xai_conversation/issues/7',
      sample:
        '403 {"code":"The caller does not have permission to execute the specified operation","error":"Your newly created team doesn\'t have any credits or licenses yet. You can purchase those on https://console.x.ai/team/a9456ea3-d029-4929-92e6-32c8a3dcb3fd."}',
    },
    {
      phrase: /\b(?:used|exhausted|spent|exceeded)\b.{0,30}\bcredits?\b/,
      gateway: 'Hugging Face',
      seen: 'https://github.com/huggingface/agents-course/issues/386',
      sample:
        '402 {"error":"You have exceeded your monthly included credits for Inference Providers. Subscribe to PRO to get 20x more monthly included credits."}',
    },
    {
      phrase:
        /\bcredits? (?:(?:have|has|are|is) )?(?:been )?(?:used up|exhausted|depleted|expired)\b/,
      gateway: 'NVIDIA NIM',
      seen: 'https://github.com/NousResearch/hermes-agent/blob/0003295a28/agent/error_classifier.py',
      sample:
        '402 {"status":402,"title":"Payment Required","detail":"Account \'x\': Cloud credits expired - Please contact NVIDIA representatives"}',
    },
    {
      phrase:
        /\b(?:spend(?:ing)?|billing|hard|monthly) (?:spending |usage )?limit\b.{0,40}\b(?:reached|exceeded|hit|raise|increase)/,
      gateway: 'OpenAI',
      seen: 'https://github.com/Decryptu/DecryptGPT/issues/1',
      sample:
        '400 {"error":{"message":"Billing hard limit has been reached","type":"invalid_request_error","code":"billing_hard_limit_reached"}}',
    },
    {
      phrase:
        /\b(?:reach(?:ed|ing)|exceed(?:ed|ing)|hit)\b.{0,40}\b(?:spend(?:ing)?|billing|hard|monthly) (?:spending )?limit/,
      gateway: 'xAI',
      seen: 'https://github.com/continuedev/continue/issues/10373',
      sample:
        '429 {"code":"Some resource has been exhausted","error":"Your team 16f2151a has either used all available credits or reached its monthly spending limit. To continue making API requests, please purchase more credits or raise your spending limit."}',
    },
    {
      phrase: /\bbudget\b.{0,20}\bexceeded\b|\bexceeded\b.{0,20}\bbudget\b/,
      gateway: 'LiteLLM',
      seen: 'https://github.com/BerriAI/litellm/issues/4208',
      sample:
        '400 {"error":{"message":"Budget has been exceeded! Current cost: 0.0010747, Max budget: 0.0","type":"auth_error","param":null,"code":400}}',
    },
    {
      phrase: /\bexceeded(?:token)?budget\b/,
      gateway: 'LiteLLM',
      seen: 'https://github.com/BerriAI/litellm-docs/blob/ef86ded88e/docs/proxy/users.md',
      sample:
        '400 {"detail":"Authentication Error, ExceededTokenBudget: Current spend for token: 7.2e-05; Max Budget for Token: 2e-07"}',
    },
    {
      codes: ['billing_disabled'],
      gateway: 'Google',
      seen: 'https://github.com/GoogleCloudPlatform/php-docs-samples/issues/1235',
      sample:
        '403 {"error":{"code":403,"message":"This API method requires billing to be enabled. Please enable billing on project #1051023892108 by visiting https://console.developers.google.com/billing/enable?project=1051023892108 then retry.","status":"PERMISSION_DENIED","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"BILLING_DISABLED","domain":"googleapis.com"}]}}',
    },
    {
      phrase: /\bexceeded (?:its |your )?(?:monthly )?spending cap\b/,
      gateway: 'Google',
      seen: 'https://help.apiyi.com/en/ai-studio-monthly-spending-cap-429-solution-en.html',
      sample:
        '429 {"error":{"code":429,"message":"Your billing account has exceeded its monthly spending cap. Please go to AI Studio at https://aistudio.google.com to manage your billing. Learn more at https://ai.google.dev/gemini-api/docs/billing.","status":"RESOURCE_EXHAUSTED"}}',
    },
    {
      phrase: /\breached your specified (?:api |workspace )*usage limits?\b/,
      gateway: 'Anthropic',
      seen: 'https://github.com/anthropics/claude-code/issues/2127',
      sample:
        '400 {"type":"error","error":{"type":"invalid_request_error","message":"You have reached your specified API usage limits. You will regain access on 2025-07-01 at 00:00 UTC."}}',
    },
    {
      phrase: /\bout of extra usage\b/,
      gateway: 'Anthropic',
      seen: 'https://github.com/earendil-works/pi/issues/2943',
      sample:
        '400 {"type":"error","error":{"type":"invalid_request_error","message":"You\'re out of extra usage. Add more at claude.ai/settings/usage and keep going."}}',
    },
    {
      phrase: /\bdraw from your extra usage\b/,
      gateway: 'Anthropic',
      seen: 'https://github.com/NousResearch/hermes-agent/issues/31668',
      sample:
        '400 {"type":"error","error":{"type":"invalid_request_error","message":"Third-party apps now draw from your extra usage, not your plan limits. Add more at claude.ai/settings/usage and keep going."}}',
    },
    {
      phrase: /\bextra usage is required\b/,
      gateway: 'Anthropic',
      seen: 'https://github.com/anthropics/claude-code/issues/33514',
      sample:
        '429 {"type":"error","error":{"type":"rate_limit_error","message":"Extra usage is required for long context requests."}}',
    },
    {
      phrase: /\busage limit for (?:this|the current) billing cycle\b/,
      gateway: 'Kimi Code',
      seen: 'https://github.com/MoonshotAI/kimi-code/issues/3014',
      sample:
        '403 {"error":{"type":"permission_error","message":"You\'ve reached your usage limit for this billing cycle. Your quota will be refreshed in the next cycle. Upgrade to get more: https://www.kimi.com/code"},"type":"error"}',
    },
    {
      phrase: /\bkey limit exceeded\b/,
      gateway: 'OpenRouter',
      seen: 'https://github.com/MCPJam/inspector/issues/1287',
      sample:
        '403 {"error":{"message":"Key limit exceeded (total limit). Manage it using https://openrouter.ai/settings/keys","code":403}}',
    },
    {
      phrase:
        /\bkey (?:usage |quota |budget )+(?:limit )?(?:is |was |has been )?(?:reached|exceeded)\b/,
      seen: 'unverified',
      sample: '401 {"error":{"message":"API key quota exceeded"}}',
    },
    {
      phrase: /\binactive subscription\b|\baccount (?:is )?overdue\b/,
      gateway: 'Mistral',
      seen: 'https://portkey.ai/error-library/subscription-error-10572',
      sample: '403 {"error":{"message":"Inactive subscription or usage limit reached"}}',
    },
    {
      phrase: /\brequires? a (?:valid )?(?:credit card|payment method)\b/,
      gateway: 'Vercel AI Gateway',
      seen: 'https://github.com/arlanrakh/talk-to-girlfriend-ai/issues/6',
      sample:
        '403 {"error":{"message":"AI Gateway requires a valid credit card on file to service requests.","type":"customer_verification_required"}}',
    },
    {
      phrase: /\bin arrears\b/,
      gateway: 'Zhipu',
      seen: 'https://docs.z.ai/api-reference/api-code',
      sample:
        '429 {"error":{"code":"1113","message":"Your account is in arrears, please recharge and try again"}}',
    },
    {
      phrase: /\baccount is in good standing\b/,
      gateway: 'DashScope',
      seen: 'https://help.aliyun.com/zh/model-studio/developer-reference/status-codes?spm=a2c4g.11174283.0.i3',
      sample:
        '400 {"error":{"message":"Access denied, please make sure your account is in good standing.","type":"Arrearage","code":"Arrearage"}}',
    },
    {
      phrase: /\bfree (?:tier|quota|trial)\b.{0,40}\b(?:exhausted|used up|expired|ended)\b/,
      gateway: 'DashScope',
      seen: 'https://github.com/APIParkLab/APIPark/issues/394',
      sample:
        '400 {"error":{"message":"The free tier of the model has been exhausted. If you wish to continue access the model on a paid basis, please disable the \\"use free tier only\\" mode in the management console."}}',
    },
    {
      phrase:
        /\b(?:exhausted|used up) (?:the |your )?(?:daily |monthly )?free\b|\bpayment required\b/,
      gateway: 'Cloudflare',
      seen: 'https://github.com/diegosouzapw/OmniRoute/issues/6980',
      sample:
        '429 {"errors":[{"message":"AiError: you have used up your daily free allocation of 10,000 neurons, please upgrade to Cloudflare\'s Workers Paid plan","code":4006}],"success":false,"result":{},"messages":[]}',
    },
    {
      phrase: /\bplease (?:top up|recharge)\b/,
      gateway: 'Zhipu',
      seen: 'https://github.com/zai-org/GLM-5/issues/148',
      sample:
        '429 {"error":{"code":"1113","message":"Insufficient balance or no resource package. Please recharge."}}',
    },
    {
      phrase: /\bquota (?:is )?(?:not enough|insufficient|exhausted|used up|depleted)\b/,
      gateway: 'one-api',
      seen: 'https://github.com/songquanpeng/one-api/blob/8df4a2670b/relay/controller/helper.go',
      sample: '403 {"error":{"message":"user quota is not enough","type":"one_api_error"}}',
    },
    {
      phrase: /余额(?:不足|不够|已?用尽|已?用完|已?耗尽)/,
      gateway: 'Zhipu',
      seen: 'https://github.com/labring/aiproxy/blob/aebeb5ec60/core/relay/adaptor/zhipu/error.go',
      sample: '429 {"error":{"message":"余额已用完"}}',
    },
    {
      phrase: /(?:额度|配额)(?:不足|不够|已?用尽|已?耗尽|已用完)/,
      gateway: 'new-api',
      seen: 'https://doc.tokendog.io/zh/api-reference/guide/error-codes',
      sample:
        '403 {"error":{"message":"用户额度不足, 剩余额度: ＄0.000000 (request id: 20260101000000)","type":"new_api_error","param":"","code":"insufficient_user_quota"}}',
    },
    {
      phrase: /欠费/,
      seen: 'https://github.com/songquanpeng/one-api/blob/8df4a2670b/monitor/manage.go',
      sample: '403 {"error":{"message":"您的账户已欠费"}}',
    },
    {
      phrase: /请充值/,
      gateway: 'Zhipu',
      seen: 'https://github.com/zhayujie/CowAgent/issues/2910',
      sample: '429 {"error":{"code":"1113","message":"余额不足或无可用资源包,请充值。"}}',
    },
    {
      phrase: /预扣费/,
      gateway: 'new-api',
      seen: 'https://doc.tokendog.io/zh/api-reference/guide/error-codes',
      sample:
        '403 {"error":{"message":"预扣费额度失败, 用户剩余额度: ＄0.01, 需要预扣费额度: ＄0.02 (request id: 20260101000000)","type":"new_api_error","param":"","code":"pre_consume_token_quota_failed"}}',
    },
    {
      phrase: /(?:餘額|額度|配額)(?:不足|已?用盡|已?耗盡|已用完)/,
      gateway: 'new-api',
      seen: 'https://github.com/QuantumNous/new-api/blob/main/i18n/locales/zh-TW.yaml',
      sample:
        '401 {"error":{"message":"該令牌額度已用盡 TokenStatusExhausted[sk-abc***xyz]","type":"new_api_error","code":""}}',
    },
    {
      phrase: /资源包.{0,6}(?:用尽|耗尽|不足)/,
      gateway: 'Tencent Hunyuan',
      seen: 'https://github.com/TencentCloud/tencentcloud-sdk-go/blob/master/tencentcloud/hunyuan/v20230901/errors.go',
      sample:
        '200 {"Response":{"Error":{"Code":"FailedOperation.FreeResourcePackExhausted","Message":"免费资源包余量已用尽，请购买资源包或开通后付费。"},"RequestId":"ed93f3cb-f35e-473f-b9f3-0d451b8b79c6"}}',
    },
    {
      phrase: /недостаточно средств/,
      seen: 'unverified',
      sample: '403 {"error":{"message":"Недостаточно средств на балансе"}}',
    },
    {
      phrase: /нет (?:доступных )?средств/,
      seen: 'unverified',
      sample: '429 {"error":{"message":"Нет доступных средств на счете. Пополните счет."}}',
    },
    {
      phrase: /\b(?:saldo|crédito) insuficiente/,
      seen: 'unverified',
      sample: '403 {"error":{"message":"Saldo insuficiente"}}',
    },
    {
      phrase: /\bguthaben (?:ist )?(?:aufgebraucht|erschöpft)/,
      seen: 'unverified',
      sample: '403 {"error":{"message":"Guthaben aufgebraucht"}}',
    },
    {
      phrase: /\b(?:crédits?|soldes?) insuffisant/,
      seen: 'unverified',
      sample: '403 {"error":{"message":"Crédit insuffisant"}}',
    },
    {
      phrase: /(?:残高|クレジット).{0,4}不足/,
      seen: 'unverified',
      sample: '403 {"error":{"message":"クレジットが不足しています"}}',
    },
    {
      phrase: /(?:잔액|크레딧).{0,4}부족/,
      seen: 'unverified',
      sample: '403 {"error":{"message":"잔액이 부족합니다"}}',
    },
    {
      statuses: [403],
      phrase: /\bquota (?:has been |was )?exceeded\b|\bout of (?:call volume|bandwidth) quota\b/,
      gateway: 'Azure API Management',
      seen: 'https://github.com/MicrosoftDocs/azure-docs/issues/16282',
      sample:
        '403 {"statusCode":403,"message":"Out of call volume quota. Quota will be replenished in 1.02:03:04."}',
    },
    {
      phrase: /\bexceed(?:ed)? (?:your )?current quota\b/,
      gateway: 'OpenAI',
      seen: 'https://github.com/langchain-ai/langchainjs/issues/1929',
      sample:
        '429 {"error":{"message":"You exceeded your current quota, please check your plan and billing details."}}',
    },
  ],
};
