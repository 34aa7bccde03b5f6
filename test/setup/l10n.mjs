// The translations: what they need to have, and what they lack. `npm run l10n` adds the texts that a language lacks, with
// an empty translation or, where a text was changed, with a mark before its old one, and removes those that nothing shows
// any more; `npm run check` names what is wrong.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

const recipe =
  'Run `npm run l10n`, translate the entries that are empty now, correct those with a mark and remove it, and keep what is in braces and backticks.';

/** Precedes a translation of the text as it was before a change. */
const mark = 'CHECK: ';

/** A call of `l10n.t`, whose text must be one literal: test/contract/l10n.test.ts demands it. */
export const call = /\bl10n\.t\(\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\s*[,)]/gu;

const read = (file) => readFileSync(join(root, file), 'utf8');

/** The files below a folder, or directly in the project's. The system's Node lists them, which may have no `globSync`. */
const filesOf = (folder, pattern) =>
  readdirSync(join(root, folder), { recursive: folder !== '.', encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name))
    .toSorted();

/** @param {string} literal */
function valueOf(literal) {
  const text = literal.slice(1, -1).replaceAll("\\'", "'");
  return JSON.parse(`"${literal.startsWith("'") ? text.replaceAll('"', String.raw`\"`) : text}"`);
}

/**
 * The texts of the code by themselves, and those of package.json by their names, each in English.
 * @returns {{ code: Readonly<Record<string, string>>, manifest: Readonly<Record<string, string>> }}
 */
export function englishTexts() {
  const files = filesOf('src', /\.tsx?$/u);
  const texts = files.flatMap((file) =>
    [...read(file).matchAll(call)].map(([, literal = '']) => valueOf(literal)),
  );
  return {
    code: Object.fromEntries(texts.map((text) => [text, text])),
    manifest: JSON.parse(read('package.nls.json')),
  };
}

/** What a translation must have as often as the English text: placeholders, code, links, setting IDs. */
const fixedParts = /\{\w+\}|`[^`]*`|\]\([^)]*\)|#[\w.]+#|\bportico\.\w[\w.]*\w/gu;

const partsOf = (text) => (text.match(fixedParts) ?? []).toSorted().join(' ');

/**
 * Each translated file of the project with the English texts that it has to translate.
 * @returns {readonly { file: string, english: Readonly<Record<string, string>>, translated: Readonly<Record<string, string>> }[]}
 */
function translations() {
  const { code, manifest } = englishTexts();
  const of = (folder, pattern, english) =>
    filesOf(folder, pattern).map((file) => ({ file, english, translated: JSON.parse(read(file)) }));
  return [
    ...of('l10n', /^bundle\.l10n\..+\.json$/u, code),
    ...of('.', /^package\.nls\..+\.json$/u, manifest),
  ];
}

/** One sentence for each text that is missing, no longer shown, or lacks a placeholder. */
function problemsOf({ file, english, translated }) {
  const wrong = Object.entries(english).flatMap(([name, text]) => {
    const translation = translated[name] ?? '';
    if (translation === '') return [`${file} has no translation of "${name}".`];
    if (translation.startsWith(mark)) return [`${file} has "${mark}" before "${name}".`];
    return partsOf(text) === partsOf(translation)
      ? []
      : [`${file} changes "${partsOf(text)}" to "${partsOf(translation)}" in "${name}".`];
  });
  const stale = Object.keys(translated).filter((name) => !Object.hasOwn(english, name));
  return wrong.concat(stale.map((name) => `${file} translates "${name}", which nothing shows.`));
}

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** How much two texts have in common: the words of one that the other has, too. */
function likeness(one, other) {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  return (
    words.filter((word) => others.includes(word)).length / Math.max(1, words.length, others.length)
  );
}

/**
 * What a language has once more: a new text gets the translation of the most similar one that is gone, with a mark.
 * @type {import('./l10n.d.mts').updatedTranslation}
 */
export function updatedTranslation(english, translated) {
  const gone = Object.keys(translated).filter((name) => !Object.hasOwn(english, name));
  const texts = Object.keys(english).map((name) => {
    const known = translated[name] ?? '';
    const [old] = gone.toSorted((a, b) => likeness(b, name) - likeness(a, name));
    if (known !== '' || old === undefined || likeness(old, name) < 0.5) return [name, known];
    gone.splice(gone.indexOf(old), 1);
    return [name, `${mark}${translated[old].replace(mark, '')}`];
  });
  return Object.fromEntries(texts);
}

function update() {
  for (const { file, english, translated } of translations()) {
    const texts = updatedTranslation(english, translated);
    writeFileSync(join(root, file), `${JSON.stringify(texts, null, 2)}\n`);
  }
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes('--update')) update();
  else {
    const found = translations().flatMap(problemsOf);
    if (found.length > 0) {
      console.error([...found, recipe].join('\n'));
      process.exitCode = 1;
    }
  }
}
