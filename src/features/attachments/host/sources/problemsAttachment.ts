// Attaches problems: errors, warnings and hints as the Problems view shows them, one line each, and the line of code that
// each one is about.
import * as vscode from 'vscode';
import { attachmentBlock, type BlockDetail } from '../../node/attachmentBlock';
import { visibleText } from '../../../../base/text/visibleText';
import { kindTraits } from '../../../../conversation/common/attachmentKinds';
import { oneLine } from '../../../../base/text/oneLine';
import { type FilePlace, filePlace } from '../filePlace';
import { openDocument } from '../../../../platform/host/files/readText';
import {
  addFromEditor,
  type AttachmentRow,
  type AttachResult,
  refuse,
  textAttachment,
} from './attachResult';

const maxProblems = 200;
/** Compilers quote entire types. */
const maxMessageLength = 2_000;

export function problemsRows(): readonly AttachmentRow[] {
  const { icon } = kindTraits.problems;
  return [
    {
      id: 'fileProblems',
      label: vscode.l10n.t('Problems in the File'),
      icon,
      attachTo: (target) =>
        addFromEditor(target, ({ document: { uri } }) =>
          problemAttachment(uri, vscode.languages.getDiagnostics(uri)),
        ),
    },
    {
      id: 'problems',
      label: vscode.l10n.t('Problems in the Workspace'),
      icon,
      attachTo: async ({ add }) => add(await workspaceProblemsAttachment()),
    },
  ];
}

/** Attaches problems of a file, worst first. */
export async function problemAttachment(
  uri: vscode.Uri,
  diagnostics: readonly vscode.Diagnostic[],
): Promise<AttachResult> {
  const place = await filePlace(uri);
  if (diagnostics.length === 0) {
    return refuse(vscode.l10n.t('{0} has no problems.', place.name));
  }
  const shown = byImportance(diagnostics).slice(0, maxProblems);
  const content = shown.map((diagnostic) => problemText(uri, place, diagnostic)).join('\n');
  const [only] = diagnostics.length === 1 ? shown : [];
  const line = only === undefined ? '' : `:${only.range.start.line + 1}`;
  return textAttachment({
    kind: 'problems',
    name: vscode.l10n.t('Problems in {0}', place.name + line),
    text: attachmentBlock({
      title: 'Problems in',
      name: place.name,
      details: omitted(diagnostics.length - shown.length),
      content,
    }),
  });
}

/**
 * The problems of all files of the workspace that VS Code knows, or of some of them.
 *
 * @param showsCode whether each has its line of code
 */
export async function workspaceProblemsAttachment(
  isWanted: (uri: vscode.Uri) => boolean = () => true,
  showsCode = true,
): Promise<AttachResult> {
  const all = vscode.languages
    .getDiagnostics()
    .filter(([uri]) => isWanted(uri))
    .flatMap(([uri, diagnostics]) => diagnostics.map((diagnostic) => ({ uri, diagnostic })))
    .toSorted((a, b) => a.diagnostic.severity - b.diagnostic.severity);
  if (all.length === 0) {
    return refuse(vscode.l10n.t('There are no problems.'));
  }
  const shown = all.slice(0, maxProblems);
  const places = new Map<string, FilePlace>();
  for (const { uri } of shown) {
    const key = uri.toString();
    places.set(key, places.get(key) ?? (await filePlace(uri)));
  }
  const content = shown
    .flatMap(({ uri, diagnostic }) => {
      const place = places.get(uri.toString());
      const name = visibleText(oneLine(place?.name ?? '')).text;
      return place === undefined
        ? []
        : [`${name}:${problemText(uri, place, diagnostic, showsCode)}`];
    })
    .join('\n');
  return textAttachment({
    kind: 'problems',
    name: vscode.l10n.t('Problems in the workspace'),
    text: attachmentBlock({
      title: 'Problems in the workspace',
      details: omitted(all.length - shown.length),
      content,
    }),
  });
}

/** `3:5 error TS2304 (ts): Cannot find name 'a'.`, then the line of code if the file is open and suggests no secrets. */
function problemText(
  uri: vscode.Uri,
  { isSecret }: FilePlace,
  { range, severity, message, code, source }: vscode.Diagnostic,
  showsCode = true,
) {
  const { line, character } = range.start;
  const id = typeof code === 'object' ? code.value : code;
  const facts = [
    `${line + 1}:${character + 1}`,
    severityNames[severity],
    ...(id === undefined ? [] : [oneLine(String(id))]),
    ...(source === undefined ? [] : [`(${oneLine(source)})`]),
  ];
  const document = isSecret || !showsCode ? undefined : openDocument(uri);
  const isKnown = document !== undefined && line < document.lineCount;
  const codeLine = isKnown ? document.lineAt(line).text.trim().slice(0, maxMessageLength) : '';
  const shown = codeLine === '' ? '' : `\n    ${codeLine}`;
  return `${facts.join(' ')}: ${oneLine(message).slice(0, maxMessageLength)}${shown}`;
}

/** The index is VS Code's number of a severity. */
const severityNames = ['error', 'warning', 'information', 'hint'] as const;

function byImportance(diagnostics: readonly vscode.Diagnostic[]): readonly vscode.Diagnostic[] {
  return diagnostics.toSorted(
    (a, b) => a.severity - b.severity || a.range.start.compareTo(b.range.start),
  );
}

function omitted(count: number): readonly BlockDetail[] {
  return count === 0 ? [] : [{ label: 'omitted:', value: String(count) }];
}
