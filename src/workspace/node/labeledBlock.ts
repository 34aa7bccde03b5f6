// A labeled block: a text as a model receives it. One line says what it is, and a code block has the content.
// Names and contents may be hostile: they can neither end the block nor imitate the line of another one.
import { fenceFor } from '../../base/text/codeFence';
import { escapeName, visibleText } from '../../base/text/visibleText';

/** A fact about the content. Its value may be any text. */
export interface BlockDetail {
  /** English text; '' if the value speaks for itself. */
  readonly label: string;
  readonly value: string;
}

export interface BlockContent {
  /** What it is, in English, because the model reads it: for example `File`. */
  readonly title: string;
  /** A path relative to the workspace, for example. Absent if the title is complete without it. */
  readonly name?: string;
  /** VS Code's identifier of a language. */
  readonly language?: string;
  readonly details?: readonly BlockDetail[];
  readonly content: string;
}

/** Needs no code span in Markdown. */
const plainValue = /^[\w+#.-]*[a-z0-9+#]$/iu;

/**
 * Line ends become `\n`, and invisible characters are removed; the line says how many. The content ends with a line end
 * in any case.
 */
export function labeledBlock(block: BlockContent): string {
  const { title, name, language = '', details = [] } = block;
  const { text, removed } = visibleText(block.content);
  const isKnown = /^[\w+#.-]{1,40}$/u.test(language) && language !== 'plaintext';
  const facts = [
    ...(isKnown ? [{ label: '', value: language }] : []),
    ...details,
    ...(removed === 0 ? [] : [{ label: 'invisible characters removed:', value: String(removed) }]),
  ].map(detailText);
  const subject = name === undefined ? title : `${title} ${codeSpan(name)}`;
  const label = facts.length === 0 ? subject : `${subject} (${facts.join(', ')})`;
  const fence = fenceFor(text);
  const lines = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return `${label}\n${fence}${isKnown ? language : ''}\n${lines}${fence}`;
}

/** The content of a block, with a line end after each line; undefined for anything but one block. */
export function blockContent(block: string): string | undefined {
  const [, fence = '', content] = /^[^\n]+\n(`{3,})[^\n`]*\n(.*)\1$/su.exec(block) ?? [];
  return content?.includes(fence) === true ? undefined : content;
}

/** `a.ts:3` or `a.ts:3-10`. */
export function nameOfLines(name: string, startLine: number, endLine: number): string {
  return startLine === endLine ? `${name}:${startLine}` : `${name}:${startLine}-${endLine}`;
}

/** Which lines the content has, starting at 1. */
export function lineRange(startLine: number, endLine: number): BlockDetail {
  return startLine === endLine
    ? { label: 'line', value: String(startLine) }
    : { label: 'lines', value: `${startLine}-${endLine}` };
}

/** How much of the content is left out; nothing if it is all there. */
export function omittedDetails(count: number): readonly BlockDetail[] {
  return count === 0 ? [] : [{ label: 'omitted:', value: String(count) }];
}

function detailText({ label, value }: BlockDetail): string {
  const shown = plainValue.test(value) && !value.includes('_') ? value : codeSpan(value);
  return label === '' ? shown : `${label} ${shown}`;
}

function codeSpan(text: string): string {
  return `\`${escapeName(text)}\``;
}
