// The words with which gateways refuse what they name, in the languages of their messages.
import { anyOf } from '../../../../base/anyOf';
import type { Quirk } from '../../../common/quirk';
import type { RefusalSignature } from '../quirkSignature';

interface RefusalWords extends RefusalSignature {
  readonly phrase: RegExp;
  /** What the sample refuses. */
  readonly quirk: Quirk;
}

export const refusalWords: readonly RefusalWords[] = [
  {
    phrase: /unsupported/,
    quirk: 'noStreamOptions',
    seen: 'https://github.com/Gitlawb/openclaude/blob/421f45992c/src/services/api/openaiErrorClassification.test.ts',
    sample:
      '400 {"error_code":"BAD_REQUEST","message":"Unsupported parameter(s): \'stream_options\'"}',
  },
  {
    phrase: /unrecogni[sz]ed/,
    quirk: 'noStreamOptions',
    gateway: 'Azure, older versions',
    seen: 'https://github.com/Azure/azure-sdk-for-net/issues/44237',
    sample:
      '400 {"error":{"message":"Unrecognized request argument supplied: stream_options","type":"invalid_request_error","param":null,"code":null}}',
  },
  {
    phrase: /unknown/,
    quirk: 'noStreamOptions',
    gateway: 'Go',
    seen: 'https://github.com/TencentCloud/tencentcloud-sdk-go/blob/144f6c8d39/tencentcloud/common/json/decode.go',
    sample: '400 {"error":"json: unknown field \\"stream_options\\""}',
  },
  {
    phrase: /unexpected|disallowed|unpermitted|illegal/,
    quirk: 'noStreamOptions',
    gateway: 'JSON Schema',
    seen: 'https://github.com/Gitlawb/openclaude/blob/421f45992c/src/services/api/openaiErrorClassification.test.ts',
    sample:
      '400 {"errors":[{"message":"Additional properties are not allowed (\'stream_options\' was unexpected)"}]}',
  },
  {
    phrase: /extra|extraneous|additional/,
    quirk: 'noTemperature',
    gateway: 'Bedrock',
    seen: 'https://github.com/BerriAI/litellm/issues/13131',
    sample:
      '400 {"message":"Malformed input request: #: extraneous key [temperature] is not permitted, please reformat your input and try again."}',
  },
  {
    phrase:
      /not (?:yet |been )?(?:supported|permitted|allowed|recogni[sz]ed|accepted|available|enabled|implemented|compatible)|not a (?:valid|supported|recogni[sz]ed) (?:parameter|argument|field|property|option)/,
    quirk: 'noReasoningEffort',
    gateway: 'Google',
    seen: 'https://github.com/RooCodeInc/Roo-Code/issues/10700',
    sample:
      '400 {"error":{"message":"`reasoning_effort` is not supported with this model","type":"invalid_request_error","param":null,"code":null}}',
  },
  {
    phrase: /not support\b/,
    quirk: 'noTools',
    asked: 'tools',
    gateway: 'Novita',
    seen: 'https://github.com/hotovo/aider-desk/issues/86',
    sample:
      '400 {"code":400,"reason":"INVALID_REQUEST_BODY","message":"model features function calling not support","metadata":{}}',
  },
  {
    phrase:
      /deprecated|unavailable|(?<!cannot be )disabled|turned off|no longer (?:supported|accepted|available)|incompatible/,
    quirk: 'noTemperature',
    asked: 'messages',
    gateway: 'Anthropic',
    seen: 'https://github.com/mudler/LocalAI/blob/82c191afad/backend/go/cloud-proxy/provider_anthropic_test.go',
    sample:
      '400 {"type":"error","error":{"type":"invalid_request_error","message":"`temperature` is deprecated for this model."}}',
  },
  {
    phrase:
      /(?:does not|doesn['’]t|do not|don['’]t|cannot|can['’]t|did not|didn['’]t|will not|won['’]t)(?: yet)? (?:support|accept|allow|permit|recogni[sz]e|take|handle|implement|process|work with|understand)/,
    quirk: 'noReasoningEffort',
    asked: 'model=grok-4',
    gateway: 'xAI',
    seen: 'https://github.com/BerriAI/litellm/issues/16265',
    sample:
      '400 {"code":"Client specified an invalid argument","error":"Model grok-4 does not support parameter reasoningEffort."}',
  },
  {
    phrase:
      /(?:cannot|can['’]t|can not) (?:set|specify|configure)|(?:has|have) no support for|(?:lacks?|without) support for|not (?:support|accept|allow)(?:ed|ing)?:?/,
    quirk: 'noTemperature',
    seen: 'unverified',
    sample: '400 {"error":{"message":"This model has no support for the parameter temperature."}}',
  },
  {
    phrase:
      /(?:cannot|can not|can['’]t|must not|may not|should not) be (?:used|set|sent|specified|provided|passed|given|included)/,
    quirk: 'maxCompletionTokens',
    seen: 'unverified',
    sample: '400 {"error":{"message":"max_tokens cannot be used with this model"}}',
  },
  {
    phrase: /extra_forbidden|extra (?:inputs|fields)/,
    quirk: 'noReasoningEffort',
    gateway: 'Mistral',
    seen: 'https://github.com/Gitlawb/openclaude/issues/739',
    sample:
      '422 {"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","reasoning_effort"],"msg":"Extra inputs are not permitted","input":"low"}]}}',
  },
  {
    phrase: /(?:must|should) not have additional properties/,
    quirk: 'noStreamOptions',
    gateway: 'Ajv',
    seen: 'https://github.com/ajv-validator/ajv/blob/82735a1582/lib/vocabularies/applicator/additionalProperties.ts',
    sample:
      '400 [{"instancePath":"","keyword":"additionalProperties","params":{"additionalProperty":"stream_options"},"message":"must NOT have additional properties"}]',
  },
  {
    phrase: /不支持|不接受|不允许|未知|无法识别|不识别|不认识|多余|不能使用|禁止使用/,
    quirk: 'noReasoningEffort',
    gateway: 'SiliconFlow',
    seen: 'unverified',
    sample: '400 {"code":20015,"message":"该模型不支持 reasoning_effort 参数","data":null}',
  },
  {
    phrase: /不被支持|不受支持|未被支持|不可用|已弃用|无效参数/,
    quirk: 'maxCompletionTokens',
    seen: 'unverified',
    sample:
      '400 {"error":{"message":"参数 max_tokens 已弃用，请使用 max_completion_tokens","type":"invalid_request_error","param":null,"code":null}}',
  },
  {
    phrase: /(?:wird|werden|ist|sind) nicht (?:unterstützt|erlaubt|zulässig)/,
    quirk: 'noStreamOptions',
    seen: 'unverified',
    sample: '400 {"message":"Der Parameter stream_options wird nicht unterstützt."}',
  },
  {
    phrase:
      /n['’]est pas (?:pris en charge|prise en charge|supportée?|autorisée?)|no (?:se admite|es compatible|está (?:soportad|permitid|admitid)[oa])|non (?:è )?(?:supportat|consentit)[oa]|não (?:é )?(?:suportad|permitid)[oa]|не поддерживается/,
    quirk: 'noStreamOptions',
    seen: 'unverified',
    sample: '400 {"message":"stream_options n\'est pas pris en charge."}',
  },
  {
    phrase: /サポートされていません|対応していません|지원되지 않|지원하지 않/,
    quirk: 'noStreamOptions',
    seen: 'unverified',
    sample: '400 {"message":"stream_optionsはサポートされていません"}',
  },
];

/** Each clause that refuses something contains one of the words. */
export const refusal = anyOf(...refusalWords.map(({ phrase }) => phrase));
