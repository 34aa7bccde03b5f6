// Errors that hold the words of a kind of failure and mean something else.
import type { FailureKind } from '../../../../src/shared/conversation/failure';

function error(message: string, more: object = {}): object {
  return { error: { message, ...more } };
}

export const lookAlikes: readonly (readonly [status: number, body: unknown, kind: FailureKind])[] =
  [
    // Not about the model.
    [400, error('Model foo rejected the request: unknown field "abc"'), 'badRequest'],
    [400, error('Model foo-unknown rejected the request'), 'badRequest'],
    [
      400,
      error('The model does not support the parameter top_k; unknown parameter.'),
      'badRequest',
    ],
    [400, error('This model does not support image input'), 'badRequest'],
    [400, error('Tool `search` used by the model was not found'), 'badRequest'],
    [400, error('The file requested by the model does not exist'), 'badRequest'],
    [400, error("The model's tool call was invalid: function get_weather not found"), 'badRequest'],
    [400, error('Unknown model parameter: top_k'), 'badRequest'],
    [400, error('The model output was not found in the cache.'), 'badRequest'],
    [400, error('Invalid model output format'), 'badRequest'],
    [404, error("Previous response with id 'resp_1' not found."), 'badRequest'],
    [404, error('No endpoints found that support tool use.'), 'badRequest'],
    [404, error('The file `file-1` does not exist.'), 'badRequest'],
    [500, error('The model does not exist'), 'serverError'],
    [503, error('The model is temporarily offline, retry in a moment'), 'serverError'],
    [503, error('Model x is currently not available'), 'serverError'],
    // Not a rate limit, and not the account's credit.
    [400, error('token limit exceeded'), 'badRequest'],
    [400, error('The request limit of images is exceeded'), 'badRequest'],
    [429, error('You have reached your usage limit. Try again in 3 hours.'), 'rateLimited'],
    [400, error('No such field', { code: 'Invalid.Throttling' }), 'badRequest'],
    // Not a content filter.
    [400, error("Unknown parameter: 'content_filter'."), 'badRequest'],
    [400, error('content_policy is not a valid parameter'), 'badRequest'],
    [400, error('Unrecognized field safety_settings'), 'badRequest'],
    [
      403,
      error('Your organization has been disabled for violating our usage policies.'),
      'forbidden',
    ],
    [400, error('Model names are case sensitive.'), 'badRequest'],
    [
      404,
      error('No endpoints found matching your data policy (Free model publication).'),
      'badRequest',
    ],
    [400, error('Log level sensitive is not allowed'), 'badRequest'],
    // Not credit.
    [429, error('Tokens per minute quota exceeded, 余下 0'), 'rateLimited'],
    [
      429,
      error('Quota exceeded for aiplatform.googleapis.com/generate_content_requests_per_minute'),
      'rateLimited',
    ],
    [429, error('Resource has been exhausted (e.g. check quota).'), 'rateLimited'],
    [503, error('Insufficient capacity, try again later'), 'serverError'],
    [503, error('The load balancer has no healthy targets'), 'serverError'],
    [400, error('The field `balance` must be a number'), 'badRequest'],
    [400, error('insufficient tokens reserved for the answer'), 'badRequest'],
    // Not a rate limit.
    [400, error("Unknown parameter: 'rate_limit'."), 'badRequest'],
    [400, error('rate must be between 0 and 1'), 'badRequest'],
    [400, error("Unknown parameter: 'rate_limited'."), 'badRequest'],
    [400, error('This endpoint is not rate limited; remove the header.'), 'badRequest'],
    [403, error('Concurrency feature is not enabled'), 'forbidden'],
    // Not the key.
    [400, error('Unexpected key "api" in object'), 'badRequest'],
    [400, error('Invalid token at position 5 in JSON'), 'badRequest'],
    [400, error('The primary key is missing'), 'badRequest'],
    // Not too large.
    [400, error('temperature is too large'), 'badRequest'],
    [400, error('Invalid image: dimensions exceed 8000 pixels'), 'badRequest'],
    [
      400,
      error('max_tokens is too large: 50000. This model supports at most 16384 completion tokens.'),
      'badRequest',
    ],
    [403, error('maximum context length'), 'forbidden'],
    // Not another API format.
    [400, error('This model does not support chat templates with tools'), 'badRequest'],
    [
      404,
      error(
        'models/x is not found for API version v1beta, or is not supported for generateContent.',
      ),
      'modelNotFound',
    ],
    // Not the context length.
    [500, error('Failed to allocate the context window'), 'serverError'],
    [200, error('The context of the request was canceled'), 'streamError'],
    // Not the account.
    [400, error('The user message is blocked by the template'), 'badRequest'],
    // Not an address that the API lacks.
    [400, error('该模型不支持图片输入'), 'badRequest'],
    [400, error('This model does not support the safety setting X'), 'badRequest'],
    [400, error('The image was removed; the model cannot see it'), 'badRequest'],
    [404, error('Session not found: abc'), 'badRequest'],
  ];

/** Other wordings of the same failures. */
export const wordings: readonly (readonly [status: number, message: string, kind: FailureKind])[] =
  [
    [200, 'Open api daily request limit reached', 'rateLimited'],
    [200, 'Open api qps request limit reached', 'rateLimited'],
    [200, 'token limit exceeded(TPM)', 'rateLimited'],
    [400, 'QPS limit exceeded', 'rateLimited'],
    [200, '您的请求超过限频', 'rateLimited'],
    [404, "The model 'x' has been retired", 'modelNotFound'],
    [400, 'model `x` is deprecated and no longer available', 'modelNotFound'],
    [400, 'This model is no longer served', 'modelNotFound'],
    [404, 'Deployment x could not be found', 'modelNotFound'],
    [400, 'No model named x', 'modelNotFound'],
    [400, 'x is not a known model', 'modelNotFound'],
    [400, 'The requested model is unavailable', 'modelNotFound'],
    [404, 'Cannot find model "x"', 'modelNotFound'],
    [400, 'model_id x is invalid', 'modelNotFound'],
    [400, 'Model x is not in the list of allowed models', 'modelNotFound'],
    [400, 'The model x is not loaded', 'modelNotFound'],
    [404, 'Model was removed', 'modelNotFound'],
    [400, 'Unrecognized model x', 'modelNotFound'],
    [400, '模型 x 已下线', 'modelNotFound'],
    [400, '没有找到模型 x', 'modelNotFound'],
    [400, '无效的模型', 'modelNotFound'],
    [400, '模型名称错误', 'modelNotFound'],
    [400, 'You have insufficient funds', 'noCredit'],
    [429, '账户余额不足', 'noCredit'],
    [403, '您的账户已欠费', 'noCredit'],
    [403, 'Token quota exhausted', 'noCredit'],
    [429, 'You have run out of credits', 'noCredit'],
    [403, 'This team doesn’t have enough credits', 'noCredit'],
    [429, 'Monthly spend limit reached', 'noCredit'],
    [429, '余额已用完', 'noCredit'],
    [403, 'Prepaid credits depleted', 'noCredit'],
    [400, 'Your request was flagged by our moderation system', 'contentFiltered'],
    [400, 'Request blocked by safety filters', 'contentFiltered'],
    [400, 'The prompt was blocked due to safety', 'contentFiltered'],
    [400, '输入内容包含敏感词', 'contentFiltered'],
    [400, '内容被安全策略拦截', 'contentFiltered'],
    [400, '内容安全检查未通过', 'contentFiltered'],
    [401, 'Model x not allowed for this key', 'forbidden'],
    [401, 'This token has no access to model x', 'forbidden'],
    [401, '该令牌无权使用模型 x', 'forbidden'],
    [400, 'Rate limited', 'rateLimited'],
    [400, 'You are being rate limited.', 'rateLimited'],
    [403, 'Your account has been rate-limited', 'rateLimited'],
    [400, 'Request body exceeds 10 MB', 'requestTooLarge'],
    [404, 'Route POST:/v1/x not found', 'notApi'],
    // In LM Studio's words; its status is 200.
    [
      200,
      'Unexpected endpoint or method. (POST /chat/completions). Returning 200 anyway',
      'notApi',
    ],
    [
      400,
      'LLM Provider NOT provided. Pass in the LLM provider you are trying to call. You passed model=x',
      'modelNotFound',
    ],
    [404, 'No allowed providers are available for the selected model.', 'modelNotFound'],
    [
      400,
      'The decoder prompt (length 9000) is longer than the maximum model length of 8192.',
      'contextTooLong',
    ],
    [
      400,
      'the number of input tokens 140000 cannot exceed the total tokens limit 131072 for this model',
      'contextTooLong',
    ],
    [200, 'the request exceeds the available context size', 'contextTooLong'],
    [500, 'prompt is too long: 9000 tokens > 8192 maximum', 'contextTooLong'],
    [424, 'Request failed during generation: Server error: CUDA out of memory', 'serverError'],
    [400, 'Organization has been restricted. Please reach out to support.', 'forbidden'],
    [498, 'Custom: Flex Tier Capacity Exceeded', 'badRequest'],
    [403, 'Inactive subscription or usage limit reached', 'noCredit'],
    [446, 'The guardrail checks defined in the config failed.', 'contentFiltered'],
    // The model is offered, but not for such requests.
    [400, 'The model `whisper-large-v3` does not support chat completions', 'badRequest'],
    [400, 'the requested model x does not support this api. Request id: 021', 'badRequest'],
    [404, 'The model x is only available via the Responses API', 'badRequest'],
    [
      400,
      "This action doesn't support the model that you provided. Try again with a supported text or chat model.",
      'badRequest',
    ],
    [400, '该模型不支持对话', 'badRequest'],
  ];
