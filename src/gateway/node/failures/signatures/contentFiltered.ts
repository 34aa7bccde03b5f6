// What gateways say when a content filter rejects the question or the answer.
import { anyOf } from '../../../../base/anyOf';
import type { SignatureGroup } from '../signature';

/** Looks like a content filter, but is about a parameter or a blocked account. */
const aboutOtherThings = anyOf(
  /\bdata polic|\bunknown\b|\bunrecogni|\bunsupported\b|\bextra inputs\b|\bparameters?\b/,
  /\bfields?\b/,
  /\b(?:account|organization|key|user|team) (?:has been|was|is) (?:disabled|suspended|deactivated|banned|blocked)\b/,
  /未知|不支持|参数/,
);

export const contentFiltered: SignatureGroup = {
  kind: 'contentFiltered',
  // 446: Portkey's guardrails.
  statuses: [200, 400, 403, 422, 446, 451, 500],
  notThis: aboutOtherThings,
  rows: [
    {
      codes: ['content_filter', 'content_filtered', 'responsibleaipolicyviolation'],
      gateway: 'Moonshot',
      seen: 'https://platform.kimi.ai/docs/api/errors.md',
      sample:
        '400 {"error":{"message":"The request was rejected because it was considered high risk","type":"content_filter"}}',
    },
    {
      codes: ['content_policy_violation', 'moderation_blocked'],
      gateway: 'OpenAI',
      seen: 'https://github.com/BerriAI/litellm/blob/002b24d3c092203f8540ded24b892ce6ca1e0a50/litellm/litellm_core_utils/exception_mapping_utils.py',
      sample:
        '400 {"error":{"message":"Your request was rejected as a result of our safety system.","type":"invalid_request_error","code":"content_policy_violation"}}',
    },
    {
      codes: ['data_inspection_failed', 'datainspectionfailed'],
      gateway: 'DashScope',
      seen: 'https://help.aliyun.com/zh/dashscope/return-status-code-description',
      sample:
        '400 {"code":"DataInspectionFailed","message":"Input or output data may contain inappropriate content.","request_id":"r-0123456"}',
    },
    {
      codes: ['sensitive_words_detected', 'prompt_blocked'],
      gateway: 'new-api',
      seen: 'https://doc.tokendog.io/zh/api-reference/guide/error-codes',
      sample:
        '400 {"error":{"message":"request blocked by Gemini API (request id: 20260101000000)","type":"new_api_error","param":"","code":"prompt_blocked"}}',
    },
    {
      codes: ['violation_fee.grok.csam'],
      gateway: 'new-api',
      seen: 'https://github.com/QuantumNous/new-api/blob/01f6839be8a4d48766902245824cca6651a6f04f/types/error.go',
      sample:
        '400 {"error":{"message":"Content violates usage guidelines. (request id: 20260101000000)","type":"new_api_error","param":"","code":"violation_fee.grok.csam"}}',
    },
    {
      codes: [
        'sensitivecontentdetected',
        'inputtextsensitivecontentdetected',
        'inputimagesensitivecontentdetected',
        'outputtextsensitivecontentdetected',
      ],
      gateway: 'Volcengine',
      seen: 'https://www.volcengine.com/docs/82379/1299023',
      sample:
        '400 {"error":{"code":"SensitiveContentDetected","message":"The request failed because the input text may contain sensitive information. Request ID: 021700000","param":"","type":"BadRequest"}}',
    },
    {
      codes: ['modelarts.81011'],
      gateway: 'Huawei MaaS',
      seen: 'https://support.huaweicloud.com/intl/en-us/usermanual-maas-modelarts/maas-modelarts-0080.html',
      sample: '403 {"error_code":"ModelArts.81011","error_msg":"May contain senstive....."}',
    },
    {
      codes: ['1301'],
      gateway: 'Zhipu',
      seen: 'https://docs.z.ai/api-reference/api-code',
      sample:
        '400 {"error":{"code":"1301","message":"System detected potentially unsafe or sensitive content in input or generation. Please avoid using prompts that may generate sensitive content. Thank you for your cooperation."}}',
    },
    {
      codes: ['1026', '1027'],
      gateway: 'MiniMax',
      seen: 'https://platform.minimaxi.com/docs/api-reference/errorcode.md',
      sample: '200 {"base_resp":{"status_code":1026,"status_msg":"input new_sensitive"}}',
    },
    {
      codes: ['censorship_block', 'censorship_blocked'],
      gateway: 'StepFun',
      seen: 'unverified',
      sample:
        '451 {"error":{"message":"censorship_block: the content you provided is unsafe","type":"censorship_blocked"}}',
    },
    {
      phrase:
        /\bcontent (?:management|filter(?:ing)?|moderation|safety|usage)?[ _-]?polic(?:y|ies)\b/,
      gateway: 'Anthropic',
      seen: 'https://github.com/anthropics/claude-code/issues/6195',
      sample:
        '400 {"type":"error","error":{"type":"invalid_request_error","message":"Output blocked by content filtering policy"},"request_id":null}',
    },
    {
      phrase:
        /\bcontent[ _-](?:filter(?:ing)?|moderation)\b.{0,40}\b(?:blocked|triggered|rejected|flagged|violation)/,
      seen: 'unverified',
      sample: '400 {"error":{"message":"Content filter triggered: the prompt was rejected."}}',
    },
    {
      phrase:
        /\b(?:blocked|rejected|flagged|filtered|refused)\b.{0,40}\b(?:content[ _-](?:filter|moderation)|guardrails?|safety)\b/,
      gateway: 'OpenAI',
      seen: 'https://github.com/BerriAI/litellm/blob/002b24d3c092203f8540ded24b892ce6ca1e0a50/litellm/litellm_core_utils/exception_mapping_utils.py',
      sample:
        '400 {"error":{"message":"Your request was rejected as a result of our safety system.","type":"invalid_request_error"}}',
    },
    {
      phrase:
        /\b(?:inappropriate|sensitive|unsafe|harmful|prohibited|offensive|explicit) (?:content|information|words?|material)\b/,
      gateway: 'DashScope',
      seen: 'https://help.aliyun.com/zh/model-studio/developer-reference/error-code',
      sample:
        '400 {"error":{"message":"Input data may contain inappropriate content.","type":"data_inspection_failed","code":"data_inspection_failed"}}',
    },
    {
      phrase:
        /\b(?:usage|safety|content|acceptable use)\b.{0,12}\b(?:polic|guideline|system\b)|\bviolat\w+\b.{0,30}\bterms of service\b/,
      gateway: 'xAI',
      seen: 'https://github.com/UKGovernmentBEIS/inspect_ai/pull/2267',
      sample:
        '403 {"code":"The caller does not have permission to execute the specified operation","error":"Content violates usage guidelines. Team: x, API key ID: x, Model: grok-4-0709, Failed check: SAFETY_CHECK_TYPE_BIO"}',
    },
    {
      phrase: /\bcontent exists risk\b/,
      gateway: 'DeepSeek',
      seen: 'https://github.com/666ghj/BettaFish/issues/108',
      sample:
        '400 {"error":{"message":"Content Exists Risk","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}',
    },
    {
      phrase: /\bconsidered high risk\b/,
      gateway: 'Moonshot',
      seen: 'https://platform.kimi.ai/docs/api/errors.md',
      sample:
        '400 {"error":{"message":"The request was rejected because it was considered high risk","type":"content_filter"}}',
    },
    {
      phrase:
        /\b(?:input|prompt|request|content|message|text)s? (?:was|were|is|has been|have been) flagged\b/,
      gateway: 'OpenRouter',
      seen: 'https://openrouter.ai/docs/api-reference/errors',
      sample:
        '403 {"error":{"message":"Your chosen model requires moderation and your input was flagged","code":403,"metadata":{"reasons":["sexual"],"flagged_input":"x"}}}',
    },
    {
      phrase: /\b(?:input|output) new_sensitive\b/,
      gateway: 'MiniMax',
      seen: 'https://github.com/MiniMax-AI/cli/issues/234',
      sample: '200 {"base_resp":{"status_code":1027,"status_msg":"output new_sensitive"}}',
    },
    {
      phrase: /\bdatainspectionfailed\b/,
      gateway: 'DashScope',
      seen: 'https://github.com/QwenLM/qwen-code/issues/3145',
      sample:
        '400 {"error":{"message":"<400> InternalError.Algo.DataInspectionFailed: Input text data may contain inappropriate content.","type":"invalid_request_error"}}',
    },
    {
      phrase: /\bfailed (?:the )?moderation\b|\bviolated (?:[a-z]+ )?(?:moderation|guardrail)\b/,
      gateway: 'LiteLLM',
      seen: 'https://docs.litellm.ai/docs/proxy/guardrails/bedrock',
      sample:
        '400 {"error":{"message":"{\'error\': \'Violated guardrail policy\', \'bedrock_guardrail_response\': {\'action\': \'GUARDRAIL_INTERVENED\'}}","type":"None","code":"400"}}',
    },
    {
      phrase: /\blimited access to this content for safety\b/,
      gateway: 'OpenAI Codex',
      seen: 'https://github.com/stanford-crfm/helm/blob/63754d05db/src/helm/clients/openai_client.py',
      sample:
        '400 {"error":{"message":"Invalid prompt: we\'ve limited access to this content for safety reasons. This type of information may be used to benefit or to harm people.","type":"invalid_request_error","code":"invalid_prompt"}}',
    },
    {
      phrase: /\bkeyword banned\b/,
      gateway: 'LiteLLM',
      seen: 'https://github.com/BerriAI/litellm/blob/10212b3da8/enterprise/enterprise_hooks/banned_keywords.py',
      sample:
        '400 {"error":{"message":"{\'error\': \'Keyword banned. Keyword=hola\'}","type":"None","code":"400"}}',
    },
    {
      phrase: /\b(?:prompt|response) blocked due to security\b|\bcensorship\b/,
      gateway: 'Cloudflare',
      seen: 'https://developers.cloudflare.com/ai-gateway/guardrails/set-up-guardrail/',
      sample:
        '400 {"success":false,"result":[],"messages":[],"error":[{"code":2016,"message":"Prompt blocked due to security configurations"}]}',
    },
    {
      phrase: /\bguardrail\w*\b.{0,60}\b(?:intervened|blocked|violat|failed\b)/,
      gateway: 'Portkey',
      seen: 'https://github.com/Portkey-AI/gateway/blob/669825cbe8/src/handlers/handlerUtils.ts',
      sample: '446 {"error":{"message":"The guardrail checks defined in the config failed."}}',
    },
    {
      phrase: /\bprompt injection detected\b/,
      gateway: 'LiteLLM',
      seen: 'https://github.com/BerriAI/litellm-docs/blob/ef86ded88e/docs/proxy/guardrails/akto.md',
      sample: '400 {"error":{"message":"Prompt injection detected"}}',
    },
    {
      phrase: /\b(?:input|output)_guardrail_triggered\b/,
      gateway: 'Databricks',
      seen: 'unverified',
      sample: '400 {"error":{"message":"finishReason: input_guardrail_triggered"}}',
    },
    {
      phrase: /(?:敏感|违规|违禁)(?:词|内容|信息)/,
      gateway: 'Tencent Hunyuan',
      seen: 'https://github.com/TencentCloud/tencentcloud-sdk-go/blob/144f6c8d39/tencentcloud/hunyuan/v20230901/errors.go',
      sample: '400 {"error":{"message":"图片包含敏感内容"}}',
    },
    {
      phrase: /(?:内容|安全)(?:审核|检查|策略)|不当内容|内容(?:敏感|违规|不合规)/,
      seen: 'unverified',
      sample: '400 {"error":{"message":"内容被安全策略拦截"}}',
    },
    {
      phrase: /包含.{0,12}(?:违规|敏感|不安全)/,
      gateway: 'Tencent Hunyuan',
      seen: 'https://github.com/TencentCloud/tencentcloud-sdk-go/blob/144f6c8d39/tencentcloud/hunyuan/v20230901/errors.go',
      sample: '400 {"error":{"message":"图片包含敏感内容"}}',
    },
  ],
};
