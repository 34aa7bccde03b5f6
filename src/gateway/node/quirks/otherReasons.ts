// What looks like the refusal of a parameter and is something else: the user's words, the account, a state that passes, a
// value, or a refusal that holds only under another condition. The patterns match messages in lower case.
import { anyOf } from '../../../base/anyOf';
import type { ErrorBody } from '../failures/errorBody';
import { refusal } from './signatures/refusals';

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

/**
 * Whether every clause that refuses the parameter names a condition other than the model or the server: "not supported
 * with n > 1", "in batch mode". That says nothing about the model, and a retry without the parameter may change more than
 * it helps.
 * @param clauses In lower case, with NAME in place of the parameter's names.
 */
export function isNarrowedByCondition(clauses: readonly string[]): boolean {
  const refusing = clauses
    .map((clause) => clause.slice(0, maxClauseChars))
    .filter((clause) => refusal.test(clause));
  const named = refusing.filter((clause) => clause.includes('NAME'));
  const relevant = named.length === 0 ? refusing : named;
  return relevant.length > 0 && relevant.every(hasCondition);
}

const maxClauseChars = 500;

function hasCondition(clause: string): boolean {
  const found = refusal.exec(clause);
  // "Not compatible with" contains the word that starts a condition.
  const refusalEnd = (found?.index ?? 0) + (found?.[0].replace(/ with$/, '').length ?? 0);
  const nameAt = clause.lastIndexOf('NAME');
  const nameEnd = nameAt < 0 ? 0 : nameAt + 'NAME'.length;
  return (
    conditionAfter.test(clause.slice(Math.max(refusalEnd, nameEnd))) || conditionBefore.test(clause)
  );
}

/** A noun phrase that means the model or the server, which are no condition; or a model's ID. */
const servedBy = [
  // "the requested model": up to three words before the noun.
  '(?:[ \t]+(?!(?:on|for|in|with|when|by|if)\\b)[\'"`‘“(]?[\\w-]+[\'"`’”)]?){0,3}?[ \t]+(?:models?|deployments?|engines?|endpoints?|apis?|routes?|providers?|servers?|backends?|runtimes?|gateways?)\\b',
  // The requested model's ID, which recognizeQuirk replaces.
  '[ \t]+[\'"`‘“(]?…',
  // Another ID, with a letter and a digit or slash: "gpt-5", "vendor/model", "4o".
  '[ \t]+(?:the |an? |any )?[\'"`‘“(]?(?=[\\w.:/-]*[a-z/])[\\w.:/-]*[\\d/]',
  '[ \t]+(?:the |an? |any )?[\'"`‘“(]?\\d[\\w.:-]*[a-z]',
].join('|');
const mode =
  '(?:[\\w-]+[ \t]+){0,3}?(?:mode|requests?|jobs?|batch(?:es)?|calls?|sessions?|conversations?|contexts?)\\b';
const condition = [
  `\\b(?:with|alongside|when|whenever|while|if|unless|during)\\b(?!${servedBy})`,
  '\\btogether\\b|\\b(?:combined|combination|conjunction)\\b|\\bat the same time\\b|\\bsimultaneously\\b',
  `\\bin (?!(?:the |this |your )?(?:requests?|calls?)\\b)${mode}`,
  `\\bfor (?:this|these|that|those|such|your)\\b(?!${servedBy})`,
  `\\bfor (?!(?:the )?(?:requests?|calls?)\\b)${mode}`,
].join('|');

const conditionAfter = new RegExp(`^[^,:：，]{0,40}?(?:${condition})|^[^,:：]{0,20}(?:模式|同时)`);
const conditionBefore = new RegExp(
  [
    `^[^\\w]*(?:but |however,? )?(?:${condition})[^,]{0,60},`,
    // "Batch mode does not support image inputs."
    `\\b[\\w-]+ (?:mode|requests?|jobs?) (?:currently )?(?:do(?:es)?(?: not|n['’]t)|cannot|can['’]t|will not|won['’]t)(?: yet)? (?:support|accept|allow|permit|take|handle|process|work with)(?! requests)`,
    '(?:当|在|如果|若)(?![^,，]{0,12}(?:模型|接口|服务))[^,，]{1,30}(?:时|模式|情况)下?[^模]{0,6}(?:不|未)',
    '(?:批处理|批量|模式)(?:下|中|请求)?[^模,，]{0,4}不',
  ].join('|'),
);
