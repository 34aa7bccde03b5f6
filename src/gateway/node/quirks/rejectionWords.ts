// The words with which gateways reject something, in the languages of their messages: sources of patterns.
export const unsupported =
  '(?:unsupported|unrecogni[sz]ed|unknown|unexpected|disallowed|unpermitted|extra|extraneous|additional|illegal)';
export const notSupported =
  '(?:not (?:yet |been )?(?:supported|permitted|allowed|recogni[sz]ed|accepted|available|enabled|implemented|compatible)|not a (?:valid|supported|recogni[sz]ed) (?:parameter|argument|field|property|option)|not support\\b|unsupported|unrecogni[sz]ed|unknown|unexpected|deprecated|disallowed|unavailable|disabled|turned off|no longer (?:supported|accepted|available)|incompatible)';
export const doesNotSupport =
  "(?:(?:does not|doesn['’]t|do not|don['’]t|cannot|can['’]t|did not|didn['’]t|will not|won['’]t)(?: yet)? (?:support|accept|allow|permit|recogni[sz]e|take|handle|implement|process|work with|understand)|(?:cannot|can['’]t|can not) (?:set|specify|configure)|(?:has|have) no support for|(?:is|are) not compatible with|(?:is|are) incompatible with|(?:lacks?|without) support for|not (?:support|accept|allow)(?:ed|ing)?:?)";
export const cannotBeUsed =
  "(?:cannot|can not|can['’]t|must not|may not|should not) be (?:used|set|sent|specified|provided|passed|given|included)";
/** Pydantic, and Ajv with its older "should". */
export const extraInputs =
  '(?:extra (?:inputs|fields)(?: (?:are )?not (?:permitted|allowed))?|(?:must|should) not have additional properties)';
export const chineseDoesNotSupport =
  '(?:不支持|不接受|不允许|未知|无法识别|不识别|不认识|多余|不能使用|禁止使用)';
export const chineseNotSupported =
  '(?:不支持|不被支持|不受支持|未被支持|不允许|不可用|无法识别|已弃用|无效参数)';
export const chineseParameter = '(?:参数|字段|属性|选项)';
/** German, French, Spanish, Italian, Portuguese, Russian, Japanese, Korean. */
export const notSupportedElsewhere =
  "(?:(?:wird|werden|ist|sind) nicht (?:unterstützt|erlaubt|zulässig)|n['’]est pas (?:pris en charge|prise en charge|supportée?|autorisée?)|no (?:se admite|es compatible|está (?:soportad|permitid|admitid)[oa])|non (?:è )?(?:supportat|consentit)[oa]|não (?:é )?(?:suportad|permitid)[oa]|не поддерживается|サポートされていません|対応していません|지원되지 않|지원하지 않)";

/** Each sentence that rejects something contains one of these. */
export const rejection = new RegExp(
  [
    unsupported,
    notSupported,
    doesNotSupport,
    cannotBeUsed,
    `${extraInputs}|extra_forbidden`,
    chineseDoesNotSupport,
    chineseNotSupported,
    notSupportedElsewhere,
  ].join('|'),
);
