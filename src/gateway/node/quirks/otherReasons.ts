// The reasons for a rejection that say nothing about a parameter. Their patterns match messages in lower case.
import { anyOf } from '../../../base/anyOf';
import type { ErrorBody } from '../failures/errorBody';

/** Whether the words are about what the user asked, or what the account may use, and not about the model. */
export function rejectsContent({ code = '', type = '' }: ErrorBody, message: string): boolean {
  return (
    /polic(?:y|ies)|moderation|content_?filter|safety/.test(`${code} ${type.toLowerCase()}`) ||
    contentOrAccount.test(message)
  );
}

/** A temporary rejection proves nothing about the model. */
export const temporary = anyOf(
  // A time.
  /\bcurrently\b|\bat (?:the|this) (?:moment|time)\b|\bright now\b|\btemporar|\blater\b/,
  /\bshortly\b|\bin (?:a|\d+) (?:few )?(?:moments?|seconds?|minutes?|s\b)/,
  // A state of the server or of a feature.
  /\boverload|\b(?:high|heavy) (?:load|traffic|demand)\b|\bmaintenance\b|\boutage\b/,
  // But Gemini: "missing thought_signature may lead to degraded model performance".
  /\bloading\b|\bstarting up\b|\brestart|(?<!lead to )\bdegraded\b|\bincidents?\b|\brolled out\b/,
  /\b(?:during|in) (?:the |this )?(?:preview|beta)\b|\bbusy\b|\bcapacity\b/,
  /\bupstream (?:error|timeout)/,
  // Chinese gateways.
  /暂时|目前|当前(?:不|无法|暂)|现在|暂停|暂不可用|稍后|稍候|繁忙|维护|过载|负载|饱和/,
);

const contentOrAccount = anyOf(
  // What was asked.
  /\bpolic(?:y|ies)\b|\bguidelines?\b|\bsafety\b|\bmoderat|\bcontent[ _-]?filter|\bviolat/,
  /\bharmful\b|\bunsafe\b|\binappropriate\b|\bexplicit\b|\bnsfw\b|\bcopyright/,
  // What the account may use.
  /\b(?:terms of|your) (?:service|plan|tier|subscription|region|country)\b/,
  /\b(?:free|current|paid|trial) (?:plan|tier)\b|\bupgrade\b/,
  /\b(?:for|by) (?:this|your|the) (?:api )?(?:key|token|account|workspace|team|project|organi[sz]ation|admin(?:istrator)?)\b/,
  /\badministrator\b|\bquota\b|\bcredits?\b|\bbilling\b/,
  // Chinese gateways: the content first, then the account.
  /违规|违反|违法|敏感|审核|安全|政策|套餐|额度|余额|地区/,
);

/** A value is rejected, not the parameter. */
export const outOfRange = anyOf(
  /\btoo (?:large|small|high|low|long|many|big)\b|\bat (?:most|least)\b|\bbetween\b/,
  /\b(?:less|greater|lower|higher|more|fewer|larger|longer|smaller|bigger) than\b/,
  /\b(?:above|below|over|under|beyond) \d|\bup to \d|\bexceed/,
  /\b(?:maximum|minimum|limit(?:ed)?)\b|\bout of range\b/,
  /\bnot (?:allowed|permitted) to (?:be|contain)\b/,
  // A value, and its type.
  /\w_\w+['"`]? (?:of|=) ?\d|\bmust be (?:an?|of type|one of)\b/,
  // An interval.
  /<=|>=|≤|≥|\[\d[\d.]*\s*[,~-]/,
  // Chinese gateways.
  /超出|超过|范围|之间|大于|小于|最大|最小|最多/,
);
