// Documents that a model wrote with a tool, beside its answer: Claude's artifacts and files, ChatGPT's canvas. They become code
// blocks of the answer.
//
// Sources: the calls that Superkikim/nexus-ai-chat-importer reads (src/providers/claude/claude-converter.ts), and how ChatGPT is
// instructed to call `canmore`.
import * as v from 'valibot';
import { parseJson } from '../../../../base/parseJson';
import { fenced } from '../../../../base/text/codeFence';
import { escapeMarkdown } from '../../../../base/text/escapeMarkdown';
import { oneLine } from '../../../../base/text/oneLine';
import { joinTexts, optionalField, optionalList } from './importedChat';

/** What tools that write a document, or change one, are called with: `artifacts`, `create_file`, `str_replace` and others. */
const inputSchema = v.fallback(
  v.object({
    title: optionalField(v.string()),
    name: optionalField(v.string()),
    path: optionalField(v.string()),
    id: optionalField(v.string()),
    type: optionalField(v.string()),
    language: optionalField(v.string()),
    content: optionalField(v.string()),
    file_text: optionalField(v.string()),
    widget_code: optionalField(v.string()),
    old_str: optionalField(v.string()),
    new_str: optionalField(v.string()),
  }),
  {},
);

/** The languages of types that do not end with their name. */
const languages: Readonly<Record<string, string>> = {
  'application/vnd.ant.code': '',
  'application/vnd.ant.react': 'jsx',
  'image/svg+xml': 'svg',
  'text/plain': '',
  document: 'markdown',
};

/** Undefined for what another tool is called with. */
export function artifactBlock(input: unknown): string | undefined {
  const { title, name, path, id, type = '', language, ...document } = v.parse(inputSchema, input);
  const heading = title ?? name ?? path ?? id;
  const { old_str: removed = '', new_str: added = '' } = document;
  const text = document.file_text ?? document.widget_code ?? document.content ?? '';
  const changes = [...changedLines('-', removed), ...changedLines('+', added)].join('\n');
  const named = language ?? languages[type] ?? /[^/.]+$/u.exec(type || (path ?? ''))?.[0];
  const code = text === '' ? codeBlock(changes, 'diff') : codeBlock(text, named);
  return heading === undefined || code === ''
    ? undefined
    : `**${escapeMarkdown(oneLine(heading))}**\n\n${code}`;
}

export function codeBlock(code: string, language = ''): string {
  return code === '' ? '' : fenced(code, language.replaceAll(/[^\w+#.-]/gu, ''));
}

function changedLines(sign: string, text: string): readonly string[] {
  return text === '' ? [] : text.split('\n').map((line) => sign + line);
}

const canvasSchema = v.fallback(v.object({ updates: optionalList }), { updates: [] });
const updateSchema = v.fallback(v.object({ pattern: v.string(), replacement: v.string() }), {
  pattern: '',
  replacement: '',
});

/** A call of `canmore` in JSON. `''` for one that writes nothing. */
export function canvasBlocks(call: string): string {
  const input = parseJson(call);
  const updates = v.parse(canvasSchema, input).updates.map((update) => {
    const { pattern, replacement } = v.parse(updateSchema, update);
    // An expression that matches all of it: it is replaced as a whole.
    const change =
      pattern === '.*' ? { content: replacement } : { old_str: pattern, new_str: replacement };
    return artifactBlock({ title: 'canvas', ...change }) ?? '';
  });
  return joinTexts([artifactBlock(input) ?? '', ...updates]);
}

const tagged = /<antArtifact\b([^<>]{0,2000})>([^]*?)(?:<\/antArtifact>|$)/gu;

/** Exports of 2024 have artifacts in the text. */
export function withoutArtifactTags(text: string): string {
  return text.replaceAll(tagged, (found, attributes: string, content: string) => {
    const input = Object.fromEntries(
      [...attributes.matchAll(/(\w+)="([^"]*)"/gu)].map(([, key = '', value]) => [key, value]),
    );
    return (
      artifactBlock({ title: input['identifier'], ...input, content: content.trim() }) ?? found
    );
  });
}
