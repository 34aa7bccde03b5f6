// Tells values that may be secrets, because they are random, from variables, examples and words.
import { anyOf } from '../../../base/anyOf';
import { entropy } from '../../../base/text/entropy';

const placeholder = anyOf(
  // A variable or a template: ${NAME}, {{name}}, $(name), <name>, %NAME%, [name], #{name}.
  /^[$#@]?[[{(<].*[\]})>]?$/isu,
  /\$\{|\{\{|\$\(|<%|#\{|%[\w]+%/isu,
  /^\$\w/isu,
  // Words of examples.
  /example|sample|dummy|placeholder|change[-_]?(?:me|it)|replace|insert|redacted|removed|hidden|masked|fake/isu,
  /(?:^|[-_ ])(?:your|my|some|the|test|foo|bar|todo|fixme|null|none|undefined)(?:$|[-_ ])|(?:your|my)[-_]?(?:own|access|secret|api|key|token|pass)/isu,
  // Rows of characters.
  /(.)\1{5}|\.{3}|…|\*{3}|123456789|abcdefg|qwerty/isu,
);

export function isPlaceholder(value: string): boolean {
  return placeholder.test(value.slice(0, 200));
}

/** Whether a password in a URL is real. @param before The URL up to the password. */
export function isUrlPassword(value: string, before: string): boolean {
  return (
    !isPlaceholder(value) &&
    !before.endsWith(`/${value}:`) &&
    !/^(?:(?:my|your|user|api|access|app)?[-_]?(?:pass(?:word|wd|phrase)?|pwd?|secret|token|key)\d{0,4}|guest|root|admin|open ?sesame|x+|\d{1,5})$/iu.test(
      value,
    )
  );
}

/** Whether a token of a known shape is neither a placeholder nor a row of the same characters. */
export function isKey(value: string): boolean {
  return entropy(value) >= 3 && !isPlaceholder(value);
}

/** Whether what may be anything is random beyond doubt. */
export function isRandom(value: string): boolean {
  return /\d/u.test(value) && entropy(value) >= 3.3 && !isPlaceholder(value) && !isWords(value);
}

/** Whether it is made of words, as names and paths are: in random text, digits and both cases alternate after 2. */
export function isWords(value: string, minWordLength = 3.4): boolean {
  const words = value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/gu) ?? [];
  return value.length / words.length >= minWordLength || !/\d/u.test(value);
}

/** A UUID names something; it is not meant to be secret. */
export function isUuid(value: string): boolean {
  return /^[{(]?[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}[)}]?$/iu.test(value);
}
