// A check that removes invisible characters from a question: pasted text may hide instructions in them, or a secret
// that the search for secrets then would not find.
import { visibleText } from '../../../base/text/visibleText';
import type { SendCheck } from './sendCheck';

/** Text without visible characters is rejected as blank text is. An answer is continued without its question's text. */
export const visibleTextCheck: SendCheck = ({ question, requestEnd }) => {
  if (question === undefined || requestEnd !== undefined) {
    return true;
  }
  const { text, removed } = visibleText(question.content.text);
  if (removed === 0) {
    return true;
  }
  return text.trim() === '' ? false : { content: { ...question.content, text } };
};
