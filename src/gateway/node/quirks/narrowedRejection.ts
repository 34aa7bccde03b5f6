// Recognizes rejections that hold only under another condition: "not supported with n > 1", "in batch mode". They say
// nothing about the model, and a retry without the parameter may change more than it helps.
import { doesNotSupport, rejection } from './rejectionWords';

/**
 * Whether every clause that rejects the marked parameter names a condition other than the model or the server.
 * @param marked The message in lower case, with `mark` in place of the parameter's names.
 */
export function isNarrowedByCondition(marked: string, mark: RegExp): boolean {
  const clauses = marked
    .split(/[.!?;](?:\s|$)|[。；！？\n]/)
    .map((clause) => clause.slice(0, maxClauseLength))
    .filter((clause) => rejection.test(clause));
  const named = clauses.filter((clause) => mark.test(clause));
  const relevant = named.length === 0 ? clauses : named;
  return relevant.length > 0 && relevant.every((clause) => hasCondition(clause, mark));
}

/** In characters. */
const maxClauseLength = 500;

function hasCondition(clause: string, mark: RegExp): boolean {
  const found = rejection.exec(clause);
  // "Not compatible with" contains the word that starts a condition.
  const rejectionEnd = (found?.index ?? 0) + (found?.[0].replace(/ with$/, '').length ?? 0);
  const nameEnd = 1 + clause.split('').findLastIndex((char) => mark.test(char));
  return (
    conditionAfter.test(clause.slice(Math.max(rejectionEnd, nameEnd))) ||
    conditionBefore.test(clause)
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
    `\\b[\\w-]+ (?:mode|requests?|jobs?) (?:currently )?${doesNotSupport}(?! requests)`,
    '(?:当|在|如果|若)(?![^,，]{0,12}(?:模型|接口|服务))[^,，]{1,30}(?:时|模式|情况)下?[^模]{0,6}(?:不|未)',
    '(?:批处理|批量|模式)(?:下|中|请求)?[^模,，]{0,4}不',
  ].join('|'),
);
