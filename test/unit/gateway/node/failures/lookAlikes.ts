// Errors that hold the words of a kind of failure and mean something else.
import type { FailureKind } from '../../../../../src/gateway/common/failure';

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
    // A model that cannot be loaded is not loading.
    [
      500,
      error('Failed to load model: error loading model: unable to allocate buffer'),
      'serverError',
    ],
    [503, error('No model is loading; load one first'), 'serverError'],
    [503, error('The model is not loaded'), 'modelNotFound'],
    [503, error('The model is not loaded yet'), 'modelLoading'],
    [400, error('Model loading options are not supported'), 'badRequest'],
    // Not where the request came from.
    [400, error("Unknown parameter: 'ip_address'."), 'badRequest'],
    [400, error('The field region is not allowed'), 'badRequest'],
    [403, error('This key is blocked'), 'forbidden'],
    [403, error('Your plan has no models from the neural networks tier'), 'forbidden'],
    [400, error('Failed to read the image from your network drive'), 'badRequest'],
    [403, error('The proxy model is not allowed for this key'), 'forbidden'],
    [403, 'Forbidden', 'forbidden'],
    [404, '<html><head><title>404 Not Found</title></head></html>', 'notApi'],
    [503, error('The sophos-7b model is overloaded', { error_code: 1010 }), 'serverError'],
    [400, error('The user is disabled in the template', { param: 'messages' }), 'badRequest'],
    [403, error('Request blocked: the prompt violates our content policy'), 'contentFiltered'],
    [401, error('Invalid API key for this region'), 'keyRejected'],
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
    [400, error('metadata: invalid api key name'), 'badRequest'],
    [400, error('Invalid API key', { param: 'metadata.tags' }), 'badRequest'],
    [400, error('Access to model denied', { param: 'metadata' }), 'badRequest'],
    [400, error('exceeded the maximum number of credits fields'), 'badRequest'],
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
    [400, error('Maximum context length is 4096 tokens per image'), 'badRequest'],
    [500, error('Failed to allocate the context window'), 'serverError'],
    [200, error('The context of the request was canceled'), 'streamError'],
    // Not the account.
    [400, error('The user message is blocked by the template'), 'badRequest'],
    // Not an address that the API lacks.
    [400, error('该模型不支持图片输入'), 'badRequest'],
    [400, error('This model does not support the safety setting X'), 'badRequest'],
    [400, error('The image was removed; the model cannot see it'), 'badRequest'],
    [404, error('Session not found: abc'), 'badRequest'],
    // The status decides.
    [499, error('The operation was cancelled.'), 'serverError'],
    [
      424,
      error('Request failed during generation: Server error: CUDA out of memory'),
      'serverError',
    ],
    [498, error('Custom: Flex Tier Capacity Exceeded'), 'badRequest'],
    // A path that the API does not have.
    [404, error('Route POST:/v1/x not found'), 'notApi'],
  ];
