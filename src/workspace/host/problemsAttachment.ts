// Problems: errors, warnings and hints as the Problems view shows them, one line each, and the line of code that each one is
// about.
import * as vscode from 'vscode';
import { oneLine } from '../../base/text/oneLine';
import { visibleText } from '../../base/text/visibleText';
import { labeledBlock, omittedDetails } from '../node/labeledBlock';
import { findPrivateKeys } from '../node/privateKeys';
import { refuse, textAttachment, type AttachResult } from './attachResult';
import { filePlace } from './filePlace';
import { openDocument } from './readText';

const maxProblems = 200;
/** Compilers quote entire types. */
const maxMessageLength = 2_000;

/** Problems of a file, worst first. */
export async function problemAttachment(
  uri: vscode.Uri,
  diagnostics: readonly vscode.Diagnostic[],
): Promise<AttachResult> {
  const { name, lines } = await problemFile(uri);
  if (diagnostics.length === 0) {
    return refuse(vscode.l10n.t('{0} has no problems.', name));
  }
  const shown = byImportance(diagnostics).slice(0, maxProblems);
  const content = shown.map((diagnostic) => problemText(diagnostic, lines)).join('\n');
  const [only] = diagnostics.length === 1 ? shown : [];
  const line = only === undefined ? '' : `:${only.range.start.line + 1}`;
  return textAttachment({
    kind: 'problems',
    name: vscode.l10n.t('Problems in {0}', name + line),
    text: labeledBlock({
      title: 'Problems in',
      name,
      details: omittedDetails(diagnostics.length - shown.length),
      content,
    }),
  });
}

/**
 * The problems of all files of the workspace that VS Code knows, or of some of them, worst first.
 *
 * @param showsCode whether each has its line of code
 */
export async function workspaceProblems(
  isWanted: (uri: vscode.Uri) => boolean = () => true,
  showsCode = true,
): Promise<{ readonly texts: readonly string[]; readonly omitted: number }> {
  const all = vscode.languages
    .getDiagnostics()
    .filter(([uri]) => isWanted(uri))
    .flatMap(([uri, diagnostics]) => diagnostics.map((diagnostic) => ({ uri, diagnostic })))
    .toSorted((a, b) => a.diagnostic.severity - b.diagnostic.severity);
  const files = new Map<string, ProblemFile>();
  const texts: string[] = [];
  for (const { uri, diagnostic } of all.slice(0, maxProblems)) {
    const key = uri.toString();
    const file = files.get(key) ?? (await problemFile(uri, showsCode));
    files.set(key, file);
    const name = visibleText(oneLine(file.name)).text;
    texts.push(`${name}:${problemText(diagnostic, file.lines)}`);
  }
  return { texts, omitted: all.length - texts.length };
}

interface ProblemFile {
  readonly name: string;
  /** Those that may be shown; none if the file is not open. */
  readonly lines: readonly string[];
}

async function problemFile(uri: vscode.Uri, showsCode = true): Promise<ProblemFile> {
  const { name, isSecret } = await filePlace(uri);
  const text = isSecret || !showsCode ? '' : (openDocument(uri)?.getText() ?? '');
  let shown = text;
  // A spelling checker reports lines of a private key, and the check before sending cannot tell a single one from other data.
  for (const { start, end } of findPrivateKeys(text)) {
    const hidden = shown.slice(start, end).replaceAll(/\S/g, ' ');
    shown = shown.slice(0, start) + hidden + shown.slice(end);
  }
  return { name, lines: shown.split(/\r\n?|\n/u) };
}

/** `3:5 error TS2304 (ts): Cannot find name 'a'.`, then the line of code if it may be shown. */
export function problemText(
  { range, severity, message, code, source }: vscode.Diagnostic,
  lines: readonly string[] = [],
): string {
  const { line, character } = range.start;
  const id = typeof code === 'object' ? code.value : code;
  const facts = [
    `${line + 1}:${character + 1}`,
    severityNames[severity],
    ...(id === undefined ? [] : [oneLine(String(id))]),
    ...(source === undefined ? [] : [`(${oneLine(source)})`]),
  ];
  const codeLine = (lines[line] ?? '').trim().slice(0, maxMessageLength);
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
