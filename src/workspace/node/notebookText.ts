// The text of a notebook: its cells with their text outputs. Pictures and other outputs are named only, because a model
// cannot read them as base64.
import * as v from 'valibot';
import { parseJson } from '../../base/parseJson';
import { screenText } from '../../base/text/screenText';
import { ownLines } from './ownLines';

/** The same output in another form: plain text and a picture, for example. */
interface OutputItem {
  readonly mime: string;
  readonly text: () => string;
}

export interface NotebookCell {
  /** VS Code's identifier, or what a file calls it. */
  readonly language: string;
  readonly text: string;
  readonly outputs: readonly (readonly OutputItem[])[];
}

/** The limit for all outputs of a cell, in UTF-16 units. */
export const maxOutputLength = 50_000;

const textTypes =
  /^(?:text\/(?:plain|markdown|x-|latex)|application\/(?:json|vnd\.code\.notebook\.(?:stdout|stderr|error)))/u;

const streamTypes = /^application\/vnd\.code\.notebook\.std(?:out|err)$/u;
const errorSchema = v.object({ name: v.string(), message: v.string(), stack: v.string() });

/** Each cell below a line such as “[Cell 3, python]”. */
export function notebookText(cells: readonly NotebookCell[]): string {
  return cells
    .map(({ language, text, outputs }, index) => {
      const output = outputText(outputs);
      const isCut = output.length > maxOutputLength;
      return [
        `[Cell ${index + 1}, ${language}]`,
        ...cellLines(withoutData(text)),
        ...(output === '' ? [] : [`[Output of cell ${index + 1}]`]),
        ...(output === '' ? [] : cellLines(output.slice(0, maxOutputLength))),
        ...(isCut ? ['[The rest of the output is left out.]'] : []),
      ].join('\n');
    })
    .join('\n\n');
}

function cellLines(text: string): readonly string[] {
  return ownLines(text.trimEnd(), /^\[(?:Cell \d|Output of cell \d|The rest of the output)/u);
}

/** What can be read of the outputs; of the others, and of pictures beside a text, the kind: “[image/png output]”. */
export function outputText(outputs: NotebookCell['outputs']): string {
  const texts: string[] = [];
  let stream: string | undefined;
  for (const items of outputs) {
    const item = items.find(({ mime }) => textTypes.test(mime));
    if (item !== undefined && item.mime === stream) {
      // A stream in several pieces, as progress bars write it, is one output.
      texts.push((texts.pop() ?? '') + item.text());
      continue;
    }
    stream = item !== undefined && streamTypes.test(item.mime) ? item.mime : undefined;
    const named = items.filter(({ mime }) => mime.startsWith('image/'));
    texts.push(
      ...(item === undefined ? [] : [itemText(item)]),
      ...((item ?? named[0]) ? named : items).slice(0, 1).map(({ mime }) => `[${mime} output]`),
    );
  }
  return texts.map((text) => withoutData(screenText(text))).join('\n');
}

/** VS Code keeps an error as JSON. */
function itemText({ mime, text }: OutputItem): string {
  const error = v.safeParse(errorSchema, mime.endsWith('.error') ? parseJson(text()) : undefined);
  if (!error.success) {
    return text();
  }
  const { name, message, stack } = error.output;
  return stack === '' ? `${name}: ${message}` : stack;
}

/** Files within the text, such as a picture in Markdown, are named, too. */
function withoutData(text: string): string {
  return text.replaceAll(
    /data:([\w.+-]+\/[\w.+-]+)(?:;[\w=.+-]+)*;base64,[\w+/=%-]{100,}/gu,
    '[$1 data]',
  );
}

const lines = v.union([
  v.string(),
  v.pipe(
    v.array(v.string()),
    v.transform((all) => all.join('')),
  ),
]);
const output = v.object({
  output_type: v.string(),
  name: v.optional(v.string()),
  text: v.optional(lines),
  data: v.optional(v.record(v.string(), v.unknown())),
  ename: v.optional(v.string(), ''),
  evalue: v.optional(v.string(), ''),
  traceback: v.optional(v.array(v.string())),
});
const cell = v.object({
  cell_type: v.string(),
  source: v.optional(lines),
  input: v.optional(lines),
  outputs: v.optional(v.array(v.looseObject(output.entries)), []),
  metadata: v.fallback(v.object({ vscode: v.optional(v.object({ languageId: v.string() })) }), {}),
});
const notebook = v.object({
  cells: v.optional(v.array(cell)),
  worksheets: v.optional(v.array(v.object({ cells: v.array(cell) }))),
  metadata: v.fallback(
    v.object({
      language_info: v.optional(v.object({ name: v.string() })),
      kernelspec: v.optional(v.object({ language: v.optional(v.string()) })),
    }),
    {},
  ),
});

/** What files of version 3 call them, until 2015: https://nbformat.readthedocs.io/en/latest/changelog.html */
const oldMimeTypes: Readonly<Record<string, string>> = {
  text: 'text/plain',
  latex: 'text/latex',
  html: 'text/html',
  png: 'image/png',
  jpeg: 'image/jpeg',
  svg: 'image/svg+xml',
};

/** The cells of an .ipynb file; undefined if it is none. */
export function readNotebook(json: string): readonly NotebookCell[] | undefined {
  const { success, output: file } = v.safeParse(notebook, parseJson(json));
  if (!success) {
    return undefined;
  }
  const { language_info: info, kernelspec } = file.metadata;
  const language = info?.name ?? kernelspec?.language ?? 'code';
  const cells = file.cells ?? file.worksheets?.flatMap((sheet) => sheet.cells);
  return cells?.map(({ cell_type: type, source, input, outputs, metadata }) => ({
    language: type === 'code' ? (metadata.vscode?.languageId ?? language) : type,
    text: source ?? input ?? '',
    outputs: outputs.map(outputItems),
  }));
}

function outputItems(
  item: v.InferOutput<typeof output> & Readonly<Record<string, unknown>>,
): readonly OutputItem[] {
  const { output_type: type, name, text, data, ename, evalue, traceback } = item;
  if (type === 'error' || type === 'pyerr') {
    const error = `${ename}: ${evalue}`;
    return [{ mime: 'text/plain', text: () => traceback?.join('\n') ?? error }];
  }
  if (type === 'stream') {
    const stream = name === 'stderr' ? 'stderr' : 'stdout';
    return [{ mime: `application/vnd.code.notebook.${stream}`, text: () => text ?? '' }];
  }
  const forms =
    data ??
    Object.fromEntries(
      Object.entries(oldMimeTypes).flatMap(([key, mime]) =>
        key in item ? [[mime, item[key]]] : [],
      ),
    );
  return Object.entries(forms).map(([mime, value]) => ({
    mime,
    text: () => {
      const known = v.safeParse(lines, value);
      return known.success ? known.output : JSON.stringify(value);
    },
  }));
}
