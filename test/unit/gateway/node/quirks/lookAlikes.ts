// Errors that look like the rejection of a parameter and are none: nothing may be omitted or learned.
import type { CompletionRequest } from '../../../../../src/gateway/common/ports';
import { image, openAi, prefilled, type Sample } from './samples';

export interface LookAlike extends Sample {
  readonly why: string;
}

const withImage: Partial<CompletionRequest> = {
  messages: [{ role: 'user', content: 'What is it?', images: [image] }],
};

type Row = readonly [
  why: string,
  body: unknown,
  request?: Partial<CompletionRequest>,
  status?: number,
];

const rows: readonly Row[] = [
  // Policy.
  ...[
    'Your images are not allowed by our content policy.',
    'The images are not permitted under our usage guidelines.',
    'Images were not accepted by the safety system.',
    'Image input is not allowed: the picture contains explicit content.',
    'images not allowed: they violate the terms of service.',
    '图片内容违规，不允许使用该图片',
    '图片不被支持：包含敏感内容',
    'Image inputs are not available on your plan. Please upgrade.',
    'Image input is not enabled for your account.',
    'Images are not supported in your region.',
    'Image input is disabled by your administrator.',
    'Image input is not yet enabled for your workspace.',
  ].map((message): Row => [`a policy: ${message}`, openAi(message), withImage]),
  [
    'a policy, only in the code',
    openAi('Images are not allowed.', null, 'content_policy_violation'),
    withImage,
  ],
  // Size, number and kind of images.
  ...[
    'Animated images are not supported',
    'image inputs are not supported above 5MB',
    'images larger than 20 MB are not supported',
    'Multiple images are not supported.',
    'More than 3 images are not supported by this model.',
    'Images with a resolution above 8192 px are not supported.',
    'Unsupported images: the format image/tiff is not supported.',
    'Image URLs are not supported: could not download the picture.',
    'Remote images are not allowed; failed to fetch.',
    'Images of type HEIC: unsupported media type',
    'Transparent images are not supported',
    'Unsupported image type: image/bmp',
    'Too many images: images are not supported in this number.',
    'Failed to load image: the image file is not supported',
    'Could not process the image: unsupported image data',
    'Cannot process images larger than 5 MB',
    "Model 'm' supports at most 1 image per prompt.",
    '不支持的图片格式',
    '图片尺寸过大，不支持',
    '不支持超过5张图片输入',
    'Only 5 images are supported in one request. Unsupported images were dropped.',
    'Encrypted images are not supported',
  ].map((message): Row => [`a size, number or kind: ${message}`, openAi(message), withImage]),
  // For now.
  ...[
    'Streaming is currently not available, please try again later.',
    'Streaming is temporarily unavailable.',
    'Streaming is not available right now.',
    'Streaming is not supported at this time.',
    'Streaming is not available due to high load.',
    'Streaming is disabled during maintenance; streaming is not available.',
    'stream is currently not supported',
    '流式输出暂时不可用，请稍后重试',
    '目前不支持流式输出',
    '系统繁忙，不支持流式输出',
    'Streaming is unavailable due to an incident.',
    'Streaming is not available during the preview.',
    'Streaming responses are disabled for this key.',
  ].map((message): Row => [`for now: ${message}`, openAi(message)]),
  ...[
    'Temperature is currently not supported.',
    'reasoning_effort is temporarily not supported on this deployment.',
    'stream_options is not available at the moment.',
    'The system prompt is currently not supported, try later.',
    '参数 temperature 暂时不可用',
  ].map((message): Row => [`for now: ${message}`, openAi(message)]),
  ['images, for now', openAi('Image input is temporarily not supported.'), withImage],
  // Values that the user chose.
  ...[
    'max_tokens of 100000 is not supported',
    'max_tokens is not allowed to be zero',
    'The system prompt is not allowed to contain URLs.',
    'temperature: unsupported value 0.2',
    "Invalid 'temperature': must be between 0 and 0.1.",
    'temperature must be less than or equal to 0.1; higher values are not supported',
    'temperature must be 1 or 2; 0.2 is not supported',
    'temperature 参数错误，不支持超出 (0, 0.1] 范围的值',
    'max_tokens is too large: 100. This model supports at most 64 completion tokens.',
    'max_tokens=100 is not supported: the maximum is 64.',
    'max_tokens exceeds what is supported.',
    "reasoning_effort 'low' is not supported; supported values are 'high'.",
    "Unsupported value: 'reasoning_effort' does not support 'low' with this model. Supported values are: 'high'.",
    'reasoning_effort: invalid value, unsupported. 可选值: high',
    'max_tokens 不支持超过 64',
    'max_tokens is not a valid integer',
    'temperature must be a string',
  ].map((message): Row => [`a value: ${message}`, openAi(message)]),
  [
    'the value of a thinking level',
    { error: { code: 400, message: 'Thinking level low is not supported for this model.' } },
    { apiFormat: 'generateContent' },
  ],
  // The context window.
  [
    'a context overflow that names max_tokens',
    openAi(
      "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens; max_tokens is not supported beyond that.",
      'messages',
    ),
  ],
  [
    'a context overflow by its code',
    openAi(
      'max_tokens is not supported: prompt too long.',
      'max_tokens',
      'context_length_exceeded',
    ),
  ],
  // Under another condition.
  ...[
    'Image inputs are not supported in batch mode',
    'Batch mode does not support image inputs.',
    'In batch mode, image inputs are not supported.',
    'Image inputs are not supported for batch requests.',
    'Image input is not supported when tools are used',
    'Images are not supported for this request.',
    'This model does not support image inputs with JSON mode.',
    'Image inputs are not supported with tools on this model.',
    '批处理模式下不支持图片输入',
  ].map((message): Row => [`a condition: ${message}`, openAi(message), withImage]),
  ...[
    'Streaming is not supported with n > 1',
    'Streaming is not supported with n > 1 for this model.',
    'Streaming is not supported when n is greater than one.',
    'When n > 1, streaming is not supported.',
    'Streaming cannot be used with logprobs.',
    'Streaming is not supported in background mode',
    'Streaming is not supported for this request.',
    'Streaming is incompatible with tools.',
    'Streaming is not supported while structured output is enabled.',
    'stream is not allowed together with best_of',
    'This model does not support streaming with audio output.',
    '批处理模式不支持流式输出',
    '当 n 大于 1 时不支持流式输出',
    'temperature is not supported when top_p is set.',
    'temperature is not supported with tools',
    'reasoning_effort is not supported with function tools.',
    'max_tokens is not supported in combination with prompt_cache.',
    'stream_options is not supported if background is true',
    'System messages are not supported for this task.',
  ].map((message): Row => [`a condition: ${message}`, openAi(message)]),
  [
    'a condition, with the parameter in param',
    openAi('Streaming is not supported with n > 1', 'stream', 'unsupported_parameter'),
  ],
  // Other things.
  ...[
    'The model is not supported.',
    'After the optional system message, conversation roles must alternate user and assistant roles.',
    'System message must be at the beginning.',
    'body must NOT have additional properties',
    '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
    'Reasoning is mandatory for this endpoint and cannot be disabled.',
    'Tool use is not supported in streaming mode',
    'Unknown field: logprobs',
    'tools is not supported with this model',
    '`top_p` and `tools` are not supported with this model',
    'The operating system does not support this operation.',
    'tool_choice is not supported when stream_options is set',
    'Your reasoning is not supported by the facts.',
    'This endpoint supports stream_options and max_tokens.',
    'stream_options is required',
    'max_tokens is required; requests without it are not supported',
    'The store was not found',
    'Blocked: "the parameter temperature is not supported" is in your text.',
    'Only user or assistant messages may contain images of cats',
  ].map((message): Row => [`another thing: ${message}`, openAi(message)]),
  [
    'a parameter that was not sent',
    openAi("Unsupported parameter: 'top_p'.", 'top_p', 'unsupported_parameter'),
  ],
  ['another parameter, by param', openAi('stream_options is not supported with model m', 'model')],
  ['an unknown model', openAi('The model `m` does not exist', 'model', 'model_not_found')],
  [
    'a content policy that names a parameter',
    openAi(
      'Your request was rejected by our safety system. Talking about temperature is not allowed.',
    ),
  ],
  [
    'a quote of the question',
    openAi(
      'Rejected: Why is the parameter temperature not supported by my oven? Ask something else.',
    ),
    {
      messages: [
        { role: 'user', content: 'Why is the parameter temperature not supported by my oven?' },
      ],
    },
  ],
  // What was not sent, so that nothing would change.
  ['images that were not sent', openAi('This model does not support image input.')],
  ['store, in a format without it', openAi("Unknown parameter: 'store'.", 'store')],
  [
    'a stream that was not requested',
    openAi("Unsupported parameter: 'stream'."),
    { stream: false },
  ],
  ['only streams, asked for a stream', openAi('This model only supports streaming.')],
  [
    'a temperature that was not sent',
    openAi("Unsupported parameter: 'temperature'.", 'temperature', 'unsupported_parameter'),
    { temperature: undefined } as unknown as Partial<CompletionRequest>,
  ],
  [
    'a token limit that the format requires',
    openAi('max_tokens is not supported'),
    { apiFormat: 'messages' },
  ],
  [
    'a prefill that is too long',
    openAi('The last assistant message is longer than 4096 tokens.'),
    prefilled,
  ],
  ['a prefill that was not sent', openAi('The conversation must end with a user message.')],
  [
    'roles without a system prompt',
    openAi('Conversation roles must alternate user/assistant/user/assistant/...'),
    { messages: [{ role: 'user', content: 'Hello?' }] },
  ],
  // Other statuses.
  [
    'a property that was not sent, in a path',
    { errors: [{ path: '/body/tools', message: 'must NOT have additional properties' }] },
  ],
  ['status 500, while it works', openAi('Internal error while processing images'), withImage, 500],
  ['status 500', openAi('Unknown field: stream_options'), {}, 500],
  ['status 404 of a parameter', openAi('Unknown field: stream_options'), {}, 404],
  ['status 401', openAi('Unknown field: stream_options'), {}, 401],
  ['status 503', openAi('Streaming is not supported.'), {}, 503],
  // Model IDs that are parameters.
  ['a model called temperature', openAi('temperature is not supported'), { model: 'temperature' }],
  [
    'a model called stream_options',
    openAi('stream_options is not supported'),
    { model: 'stream_options' },
  ],
  [
    'a model called images',
    openAi('images is not supported'),
    { ...withImage, model: 'vendor/images' },
  ],
];

export const lookAlikes: readonly LookAlike[] = rows.map(
  ([why, body, request = {}, status = 400]) => ({ why, body, request, status }),
);
