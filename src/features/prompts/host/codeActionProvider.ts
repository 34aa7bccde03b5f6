// Offers the questions about code in the lightbulb's menu: on a selection, and on errors and warnings.
import * as vscode from 'vscode';
import { isFile } from '../../../workspace/host/filePlace';
import type { AskedPlace } from './codeQuestionCommands';
import { codeQuestions, isProblem, type CodeQuestion } from './codeQuestions';
import { promptsContributions } from './promptsContributions';

/**
 * All languages, which matches less exactly than the selector of a language extension: VS Code lists that one's actions
 * first. No action is preferred, so Auto Fix never runs one.
 */
export function registerCodeActions(): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(
    '*',
    { provideCodeActions },
    {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix.append('portico'), questionKind()],
    },
  );
}

/** Looks at nothing but the range, because VS Code asks at every move of the cursor. */
function provideCodeActions(
  document: vscode.TextDocument,
  range: vscode.Range | vscode.Selection,
  { diagnostics, only }: vscode.CodeActionContext,
): vscode.CodeAction[] {
  const { uri } = document;
  if (!isFile(uri)) {
    return [];
  }
  const isSelection = !range.isEmpty && document.getText(range).trim() !== '';
  const problems = diagnostics.filter(isProblem);
  const [onProblem, others] = byProblem(problems.length > 0);
  const actions = [
    ...onProblem.map((question) => problemAction(question, uri, problems)),
    ...(isSelection ? others.map((each) => action(each, questionKind(), { uri, range })) : []),
  ];
  return only === undefined
    ? actions
    : actions.filter(({ kind }) => kind !== undefined && only.contains(kind));
}

/** A group of its own: a question changes nothing, so it does not belong between refactorings. */
function questionKind(): vscode.CodeActionKind {
  return vscode.CodeActionKind.Empty.append('portico');
}

/** The questions on a problem, Fix first, and those on other code, without Fix. */
function byProblem(
  hasProblem: boolean,
): readonly [readonly CodeQuestion[], readonly CodeQuestion[]] {
  const questions = codeQuestions();
  const isOnProblem = ({ problemText }: CodeQuestion): boolean =>
    hasProblem && problemText !== undefined;
  const isFix = ({ context }: CodeQuestion): boolean => context.includes('problems');
  const fixesFirst = (a: CodeQuestion, b: CodeQuestion): number =>
    Number(isFix(b)) - Number(isFix(a));
  return [
    questions.filter(isOnProblem).toSorted(fixesFirst),
    questions.filter((question) => !isOnProblem(question) && !isFix(question)),
  ];
}

function problemAction(
  question: CodeQuestion,
  uri: vscode.Uri,
  problems: readonly vscode.Diagnostic[],
): vscode.CodeAction {
  const range = problems.map((problem) => problem.range).reduce((all, each) => all.union(each));
  const kind = vscode.CodeActionKind.QuickFix.append('portico');
  const created = action(question, kind, { uri, range, isProblem: true });
  created.diagnostics = [...problems];
  return created;
}

function action(
  { id, title }: CodeQuestion,
  kind: vscode.CodeActionKind,
  place: AskedPlace,
): vscode.CodeAction {
  const created = new vscode.CodeAction(title, kind);
  created.command = { title, command: promptsContributions.commandIds[id], arguments: [place] };
  return created;
}
