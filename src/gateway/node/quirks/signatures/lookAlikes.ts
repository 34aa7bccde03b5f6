// Refusals of a value, and of some images: without the whole parameter the request succeeds, and what the user chose would
// be dropped from then on. Any other mistake costs one request and needs no row.
import type { LookAlikeSignature } from '../quirkSignature';

export const lookAlikes: readonly LookAlikeSignature[] = [
  {
    quirks: ['noReasoningEffort'],
    phrase: /\bsupported values\b|可选值|取值/,
    gateway: 'OpenAI',
    seen: 'https://github.com/anomalyco/opencode/issues/4451',
    asked: 'responses',
    sample:
      '400 {"error":{"message":"Unsupported value: \'minimal\' is not supported with the \'gpt-5.1\' model. Supported values are: \'none\', \'low\', \'medium\', and \'high\'.","type":"invalid_request_error","param":"reasoning.effort","code":"unsupported_value"}}',
  },
  {
    quirks: ['noReasoningEffort', 'thinkingBudget'],
    phrase: /\blevel ['"`]?(?:minimal|low|medium|high)\b/,
    gateway: 'Gemini',
    seen: 'https://github.com/earendil-works/pi/issues/9455',
    asked: 'generateContent',
    sample:
      '400 {"error":{"code":400,"message":"Thinking level MINIMAL is not supported for this model. Please retry with other thinking level.","status":"INVALID_ARGUMENT"}}',
  },
  {
    quirks: ['noTemperature', 'maxCompletionTokens'],
    phrase:
      /\b(?:between|range|at (?:most|least)|(?:less|greater|lower|higher) than|maximum|minimum)\b|[<>≤≥]|\bvalue \d|\bmust be\b|超出|超过|范围|之间|大于|小于/,
    seen: 'unverified',
    sample:
      '400 {"error":{"message":"temperature must be less than or equal to 0.1; higher values are not supported","type":"invalid_request_error","param":null,"code":null}}',
  },
  {
    quirks: ['noImages'],
    phrase: /\b(?:format|(?:media|image|file)[ _]type|gif|png|jpe?g|webp|heic|animated)s?\b|格式/,
    gateway: 'Volcengine',
    seen: 'https://github.com/langgenius/dify/issues/19603',
    asked: 'images',
    sample:
      '400 {"error":{"code":"InvalidParameter.UnsupportedImageFormat","message":"The request failed because the image format is not supported by the API. Request id: 021","param":"image_url","type":"BadRequest"}}',
  },
  {
    quirks: ['noImages'],
    phrase: /\b(?:size|resolution|dimension)s?\b|\d ?(?:[mk]b|px)\b|尺寸|大小|过大/,
    seen: 'unverified',
    asked: 'images',
    sample:
      '400 {"error":{"message":"image inputs are not supported above 5MB","type":"invalid_request_error","param":null,"code":null}}',
  },
  {
    quirks: ['noImages'],
    phrase: /\b(?:multiple|many) (?:images|pictures)\b|\b[1-9]\d* (?:images?|pictures?)\b|[多\d]张/,
    seen: 'unverified',
    asked: 'images',
    sample:
      '400 {"error":{"message":"More than 3 images are not supported by this model.","type":"invalid_request_error","param":null,"code":null}}',
  },
];
