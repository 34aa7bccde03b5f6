// The values of `code` and `type` with which gateways name each kind of failure, in lower case: the codes of
// failureRules.ts.

export const contentFilteredCodes: readonly string[] = [
  'content_filter',
  'content_filtered',
  'content_policy_violation',
  'moderation_blocked',
  'responsibleaipolicyviolation',
  // DashScope.
  'data_inspection_failed',
  'datainspectionfailed',
  // new-api, and xAI behind it.
  'sensitive_words_detected',
  'prompt_blocked',
  'violation_fee.grok.csam',
  // Volcengine.
  'sensitivecontentdetected',
  'sensitivecontentdetected.severeviolation',
  'sensitivecontentdetected.violence',
  'inputtextsensitivecontentdetected',
  'inputimagesensitivecontentdetected',
  'outputtextsensitivecontentdetected',
  // Zhipu; MiniMax.
  '1301',
  '1026',
  '1027',
  // StepFun.
  'censorship_block',
  'censorship_blocked',
];

export const contextTooLongCodes: readonly string[] = [
  'context_length_exceeded',
  'exceed_context_size_error',
  'context_window_exceeded',
  'tokens_limit_reached',
  'model_max_prompt_tokens_exceeded',
  'model_context_window_exceeded',
  // Baidu; Zhipu; MiniMax.
  'tokens_too_long',
  'characters_too_long',
  '1261',
  '1039',
  // Volcengine.
  'oversizetext',
];

export const noCreditCodes: readonly string[] = [
  'insufficient_quota',
  'insufficient_user_quota',
  'pre_consume_token_quota_failed',
  'insufficient_balance',
  'insufficient_balance_error',
  'insufficient_credits',
  'insufficient_funds',
  'not_enough_balance',
  'billing_hard_limit_reached',
  'billing_not_active',
  'exceeded_current_quota_error',
  'payment_required',
  'billing_error',
  // LiteLLM, DashScope, Volcengine and others.
  'budget_exceeded',
  'arrearage',
  'allocationquota.freetieronly',
  'accountoverdueerror',
  'operationdenied.serviceoverdue',
  'setlimitexceeded',
  'entitlement_required',
  'entitlement_inactive',
  'invalidsubscription',
  // sub2api; GitHub Copilot.
  'subscription_invalid',
  'quota_exceeded',
  // Tencent.
  'failedoperation.resourcepackexhausted',
  'failedoperation.freeresourcepackexhausted',
  'failedoperation.servicestoparrears',
  // watsonx.ai.
  'token_quota_reached',
  // Zhipu; MiniMax.
  '1113',
  '1309',
  '1008',
];

export const forbiddenCodes: readonly string[] = [
  'key_model_access_denied',
  'team_model_access_denied',
  'user_model_access_denied',
  'org_model_access_denied',
  'project_model_access_denied',
  'permission_error',
  'permission_denied',
  'access_denied',
  'permissiondenied',
  'accessdenied',
  'accessdenied.unpurchased',
  'model.accessdenied',
  'modelnotopen',
  'model_terms_required',
  // Tencent.
  'authfailure.unauthorizedoperation',
  'failedoperation.servicenotactivated',
  // Zhipu; MiniMax.
  '1311',
  '2061',
  // OpenAI.
  'ip_not_authorized',
];

export const keyRejectedCodes: readonly string[] = [
  'invalid_api_key',
  'invalidapikey',
  'invalid_token',
  'token_expired',
  'invalid_key',
  'authentication_error',
  'invalid_authentication_error',
  'authenticationerror',
  'api_key_invalid',
  'invalid_iam_token',
  // watsonx.ai.
  'authentication_token_expired',
  // Tencent.
  'authfailure',
  // MiniMax.
  '2049',
];

export const modelNotFoundCodes: readonly string[] = [
  'model_not_found',
  'model_not_available',
  'model_not_supported',
  'model_decommissioned',
  'model_not_exist',
  'modelnotfound',
  'model_archived',
  'deploymentnotfound',
  'unknown_model',
  'invalid_model',
  'unavailable_model',
  'invalidendpointormodel.notfound',
  'invalidendpointormodel.modelidaccessdisabled',
  'invalidparametervalue.model',
  // Zhipu.
  '1211',
  // OpenCode Zen; Volcengine.
  'modelerror',
  'unsupportedmodel',
];

export const rateLimitedCodes: readonly string[] = [
  'rate_limit_exceeded',
  'rate_limit_error',
  'rate_limit_reached',
  'rate_limit_reached_error',
  'rate_limited',
  // Codex; CLIProxyAPI; Cerebras.
  'usage_limit_reached',
  'model_cooldown',
  'queue_exceeded',
  'too_many_requests',
  'throttling',
  'throttlingexception',
  'token_concurrency_limit_reached',
  'token_quota_exceeded',
  'capacity_exceeded',
  // Tencent.
  'limitexceeded',
  'ratelimitexceeded',
  'requestlimitexceeded',
  'failedoperation.engineserverlimitexceeded',
  // Volcengine.
  'accountquotaexceeded',
  // Zhipu; MiniMax.
  '1302',
  '1303',
  '1305',
  '1308',
  '2045',
  '2056',
];
