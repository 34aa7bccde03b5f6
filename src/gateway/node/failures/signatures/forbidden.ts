// What gateways say when the key or the account may not use the model.
import type { SignatureGroup } from '../signature';

export const forbidden: SignatureGroup = {
  kind: 'forbidden',
  ofAccount: true,
  // 500: MiniMax; LiteLLM in front of Amazon Bedrock.
  statuses: [200, 400, 401, 403, 404, 500],
  notThis: /\bdoes not exist\b|\bnot found\b|\bno such\b/,
  rows: [
    {
      codes: ['model_not_found'],
      phrase: /\bdoes not have access to model\b/,
      gateway: 'OpenAI',
      seen: 'https://github.com/cursor/cursor/issues/2953',
      sample:
        '403 {"error":{"message":"Project `proj_x` does not have access to model `gpt-4o-mini`","type":"invalid_request_error","param":null,"code":"model_not_found"}}',
    },
    {
      codes: [
        'key_model_access_denied',
        'team_model_access_denied',
        'user_model_access_denied',
        'org_model_access_denied',
        'project_model_access_denied',
      ],
      gateway: 'LiteLLM',
      seen: 'https://github.com/BerriAI/litellm/pull/41852',
      sample:
        '403 {"error":{"message":"The requested model \'denied-model\' is not available for this API key","type":"key_model_access_denied","code":"403","param":"model"}}',
    },
    {
      codes: ['accessdenied.unpurchased', 'model.accessdenied'],
      gateway: 'DashScope',
      seen: 'https://help.aliyun.com/zh/dashscope/developer-reference/return-status-code-description',
      sample:
        '403 {"code":"AccessDenied.Unpurchased","message":"Access to model denied. Please make sure you are eligible for using the model."}',
    },
    {
      codes: ['modelnotopen'],
      gateway: 'Volcengine',
      seen: 'https://volcengine.com/docs/82379/1299023',
      sample:
        '404 {"error":{"code":"ModelNotOpen","message":"Your account 1 has not activated the model doubao. Please activate the model service in the Ark Console. Request ID: 021700000","param":"","type":"NotFound"}}',
    },
    {
      codes: ['model_terms_required'],
      gateway: 'Groq',
      seen: 'https://github.com/langflow-ai/langflow/issues/11120',
      sample:
        '400 {"error":{"message":"The model `canopylabs/orpheus-arabic-saudi` requires terms acceptance. Please have the org admin accept the terms at https://console.groq.com/playground?model=canopylabs%2Forpheus-arabic-saudi","type":"invalid_request_error","code":"model_terms_required"}}',
    },
    {
      codes: ['failedoperation.servicenotactivated', 'authfailure.unauthorizedoperation'],
      gateway: 'Tencent Hunyuan',
      seen: 'https://github.com/TencentCloud/tencentcloud-sdk-go/blob/master/tencentcloud/hunyuan/v20230901/errors.go',
      sample:
        '200 {"Response":{"Error":{"Code":"FailedOperation.ServiceNotActivated","Message":"服务未开通，请前往控制台申请试用。"},"RequestId":"ed93f3cb-f35e-473f-b9f3-0d451b8b79c6"}}',
    },
    {
      codes: ['1311'],
      gateway: 'Z.ai Coding Plan',
      seen: 'https://github.com/openclaw/openclaw/blob/2ab18d337d/src/agents/embedded-agent-helpers/failover-matches.test.ts',
      sample:
        '429 {"error":{"code":"1311","message":"Your current subscription plan does not yet include access to GLM-5V-Turbo"}}',
    },
    {
      codes: ['2061'],
      gateway: 'MiniMax',
      seen: 'https://github.com/liliMozi/openhanako/issues/452',
      sample:
        '200 {"base_resp":{"status_code":2061,"status_msg":"your current token plan not support model, MiniMax-M3"}}',
    },
    {
      phrase:
        /\b(?:key|token|team|user|project|org(?:anization)?|tag)s? (?:is |are )?not (?:allowed|permitted|authorized) to (?:access|use|call)\b/,
      gateway: 'LiteLLM',
      seen: 'https://github.com/BerriAI/litellm/issues/1460',
      sample:
        '401 {"error":{"message":"Token not allowed to access model","type":"auth_error","code":"401"}}',
    },
    {
      phrase:
        /\b(?:does not|do not|doesn['’]t|don['’]t) have (?:access|permissions?)\b.{0,30}\bmodel/,
      gateway: 'Bedrock',
      seen: 'https://github.com/strands-agents/harness-sdk/issues/38',
      sample: '403 {"message":"You don\'t have access to the model with the specified model ID."}',
    },
    {
      phrase: /\bnot (?:available|allowed) for this (?:api )?(?:key|token|user|team)\b/,
      gateway: 'LiteLLM',
      seen: 'https://github.com/BerriAI/litellm/pull/41852',
      sample:
        '403 {"error":{"message":"The requested model \'denied-model\' is not available for this API key","param":"model"}}',
    },
    {
      phrase: /\bno access to (?:the )?model\b/,
      gateway: 'new-api',
      seen: 'https://github.com/QuantumNous/new-api/blob/002f91220c/i18n/locales/en.yaml',
      sample: '403 {"error":{"message":"This token has no access to model gpt-9"}}',
    },
    {
      phrase: /\bmissing scopes?\b/,
      gateway: 'OpenAI',
      seen: 'https://github.com/Wei-Shaw/sub2api/issues/1566',
      sample:
        '401 {"error":{"message":"You have insufficient permissions for this operation. Missing scopes: api.responses.write. Check that you have the correct role in your organization (Reader, Writer, Owner) and project (Member, Owner), and if you\'re using a restricted API key, that it has the necessary scopes.","type":"invalid_request_error","param":null,"code":"missing_scope"}}',
    },
    {
      phrase: /\bhas not activated the model\b/,
      gateway: 'Volcengine',
      seen: 'https://volcengine.com/docs/82379/1299023',
      sample:
        '404 {"error":{"code":"ModelNotOpen","message":"Your account 1 has not activated the model doubao. Please activate the model service in the Ark Console. Request ID: 021700000","param":"","type":"NotFound"}}',
    },
    {
      phrase: /\baccess to model denied\b/,
      gateway: 'DashScope',
      seen: 'https://help.aliyun.com/zh/dashscope/developer-reference/return-status-code-description',
      sample:
        '403 {"code":"AccessDenied.Unpurchased","message":"Access to model denied. Please make sure you are eligible for using the model."}',
    },
    {
      phrase: /\bmodel requires a (?:paid )?subscription\b/,
      gateway: 'Ollama',
      seen: 'https://github.com/tashfeenahmed/freellmapi/blob/291556df04/server/src/db/migrations/20260101_000000_legacy_baseline.ts',
      sample: '403 {"error":"this model requires a subscription"}',
    },
    {
      phrase: /\bno access to any models?\b/,
      gateway: 'new-api',
      seen: 'https://github.com/QuantumNous/new-api/blob/002f91220c/i18n/locales/en.yaml',
      sample: '200 {"error":{"message":"This token has no access to any models"}}',
    },
    {
      phrase: /\bdoes not have sufficient permissions\b/,
      gateway: 'Hugging Face',
      seen: 'https://github.com/huggingface/agents-course/issues/558',
      sample:
        '200 {"error":{"message":"This authentication method does not have sufficient permissions to call Inference Providers"}}',
    },
    {
      phrase: /\bonly authorized for use with\b/,
      gateway: 'Anthropic',
      seen: 'https://github.com/openperf/moltbot/blob/28b72e5cb0/docs/zh-CN/gateway/authentication.md',
      sample:
        '400 {"error":{"message":"This credential is only authorized for use with Claude Code and cannot be used for other API requests."}}',
    },
    {
      phrase: /\buse case details have not been submitted\b/,
      gateway: 'Amazon Bedrock',
      seen: 'https://github.com/obot-platform/obot/issues/6747',
      sample:
        '404 {"error":{"message":"Model use case details have not been submitted for this account."}}',
    },
    {
      phrase: /\bnot authorized to perform\b/,
      gateway: 'Amazon Bedrock',
      seen: 'https://github.com/aws-samples/semantic-search-with-amazon-opensearch/issues/43',
      sample:
        '200 {"error":{"message":"User: arn:aws:iam::123456789012:user/bob is not authorized to perform: bedrock:InvokeModel on resource: x"}}',
    },
    {
      phrase: /\bpermission is required to access\b/,
      gateway: 'GitHub Models',
      seen: 'https://github.com/johnsirmon/clearcouncil/blob/7ec3abf422465979b7f96efe62961c5a38a682b4/GITHUB_TOKEN_SETUP.md',
      sample:
        '401 {"error":{"code":"unauthorized","message":"The `models` permission is required to access this endpoint","details":"The `models` permission is required to access this endpoint"}}',
    },
    {
      phrase: /\byou do(?:n['’]t| not) have access to it\b/,
      gateway: 'Huawei MaaS',
      seen: 'https://support.huaweicloud.com/model-call-maas/model-call-035.html',
      sample:
        '401 {"error_code":"ModelArts.81004","error_msg":"Invalid request because you do not have access to it."}',
    },
    {
      phrase: /\bplan (?:does )?not support (?:this |the )?model\b/,
      gateway: 'MiniMax',
      seen: 'https://github.com/liliMozi/openhanako/issues/452',
      sample:
        '500 {"type":"error","error":{"type":"api_error","message":"your current token plan not support model, MiniMax-M2.7-highspeed (2061)"},"request_id":"06"}',
    },
    {
      phrase: /无权(?:限)?(?:访问|使用|调用)/,
      gateway: 'new-api',
      seen: 'https://doc.tokendog.io/zh/api-reference/guide/error-codes',
      sample:
        '403 {"error":{"message":"无权访问 vip 分组 (request id: 20260101000000)","type":"new_api_error","param":"","code":"access_denied"}}',
    },
    {
      phrase: /無權(?:限)?(?:存取|訪問|使用)/,
      gateway: 'new-api',
      seen: 'https://github.com/QuantumNous/new-api/blob/main/i18n/locales/zh-TW.yaml',
      sample: '200 {"error":{"message":"該令牌無權存取模型 gpt-9"}}',
    },
    {
      phrase: /没有.{0,8}(?:权限|授权)/,
      gateway: 'SenseCore',
      seen: 'https://www.sensecore.cn/help/docs/model-as-a-service/nova/overview/ErrorCode',
      sample: '403 {"error":{"code":7,"message":"没有权限","details":[]}}',
    },
  ],
};
