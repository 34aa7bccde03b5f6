// The texts of Portico in other languages: those of a translation, and a pseudo-language that is made up for tests.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { englishTexts } from '../setup/l10n.mjs';
import { projectRoot } from './toolchain';

/** English texts and their translations. */
export type Texts = Readonly<Record<string, string>>;

/** The translated texts of the code. */
export function textsOf(locale: string): Texts {
  return readTexts(join('l10n', `bundle.l10n.${locale}.json`));
}

function readTexts(file: string): Texts {
  return JSON.parse(readFileSync(join(projectRoot, file), 'utf8')) as Texts;
}

let manifest: Texts = englishTexts().manifest;
let spoken: Texts = {};

/** From now on, `uiText()` and `commandTitle()` are in this language. */
export function speak(locale: string): void {
  spoken = textsOf(locale);
  manifest = readTexts(`package.nls.${locale}.json`);
}

/** A text of Portico's as the screen shows it, without its placeholders. */
export function uiText(english: string): string {
  return (spoken[english] ?? english).replaceAll(/\{\d\}/gu, '');
}

/** As VS Code's command palette names a command of Portico's; `name` is that in package.nls.json. */
export function commandTitle(name: string): string {
  return `Portico: ${manifest[name] ?? ''}`;
}

/** The letters of English as others that no English text has. */
const letters = new Map(
  Array.from('aceilnorsuyzACEILNORSUYZ', (letter, index) => [
    letter,
    Array.from('āćēīłńōřśūÿžĀĆĒĪŁŃŌŘŚŪŸŽ')[index] ?? letter,
  ]),
);

/** In brackets, in other letters and 40 % longer: `⟦Śēńď ōōō⟧`. The placeholders stay. */
function pseudo(text: string): string {
  const parts = text.split(/(\{\d\})/u);
  const written = parts.map((part) =>
    part.startsWith('{')
      ? part
      : Array.from(part, (letter) => letters.get(letter) ?? letter).join(''),
  );
  const padding = 'ōōōōō '.repeat(text.length).slice(0, Math.ceil(text.length * 0.4) - 1);
  return `⟦${written.join('')} ${padding.trim()}⟧`;
}

/** All texts of the code in the pseudo-language. */
export function pseudoTexts(): Texts {
  return Object.fromEntries(Object.keys(englishTexts().code).map((text) => [text, pseudo(text)]));
}

/** Where states of the page have texts of the host. Messages have texts of users and models. */
const textFields = new Set(
  [
    'age baseUrlProblem description details differences label notReported notices openLabel place question',
    'reason rule sendLabel sentence summary summaryError switchBackLabel text value waitReason warning',
  ].flatMap((names) => names.split(' ')),
);

/** What the host joins texts with, and what this becomes. */
const separators = (texts: Texts): readonly (readonly [RegExp, string])[] => [
  [/ · /u, ' · '],
  [/(?<=\.) (?=[A-Z“])/u, (texts['{0} {1}'] ?? '{0} {1}').replaceAll(/\{\d\}/gu, '')],
  [/, /u, (texts['{0}, {1}'] ?? '{0}, {1}').replaceAll(/\{\d\}/gu, '')],
];

/** A state with the host's texts in another language. What no text of the host is stays. */
export function translated<T>(state: T, texts: Texts): T {
  const templates = Object.entries(texts)
    .filter(([english]) => /[a-z]{3}/u.test(english.replaceAll(/\{\d\}/gu, '')))
    .map(([english, text]) => ({ pattern: templatePattern(english), text }));
  const known = (sentence: string): string | undefined => {
    if (Object.hasOwn(texts, sentence)) return texts[sentence];
    for (const { pattern, text } of templates) {
      const values = pattern.exec(sentence)?.groups;
      if (
        pattern.test(sentence) &&
        !Object.values(values ?? {}).some((value) => /\. |\n/u.test(value))
      ) {
        return text.replaceAll(/\{(\d)\}/gu, (_, index: string) => {
          const value = values?.[`v${index}`] ?? '';
          return known(value) ?? value;
        });
      }
    }
    return undefined;
  };
  const translate = (sentence: string): string => {
    const whole = known(sentence);
    if (whole !== undefined) return whole;
    for (const [between, joined] of separators(texts)) {
      const parts = sentence.split(between);
      const others = parts.map(parts.length === 1 ? String : translate);
      if (others.some((part, index) => part !== parts[index])) return others.join(joined);
    }
    return sentence;
  };
  const visit = (value: unknown, isText: boolean): unknown => {
    if (typeof value === 'string') return isText ? translate(value) : value;
    if (Array.isArray(value)) return value.map((item) => visit(item, isText));
    if (typeof value !== 'object' || value === null) return value;
    const isMessage = 'kind' in value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        name,
        visit(item, textFields.has(name) && !isMessage),
      ]),
    );
  };
  return visit(state, false) as T;
}

/** Matches what a text with placeholders becomes. */
export function templatePattern(template: string): RegExp {
  const seen = new Set<string>();
  const source = template.split(/(\{\d\})/u).map((part) => {
    const index = /^\{(\d)\}$/u.exec(part)?.[1];
    if (index === undefined) return part.replaceAll(/[$()*+./?[\\\]^{|}]/gu, String.raw`\$&`);
    const isFirst = !seen.has(index);
    seen.add(index);
    return isFirst ? `(?<v${index}>.*?)` : `\\k<v${index}>`;
  });
  return new RegExp(`^${source.join('')}$`, 'su');
}
