// The questions about code that menus, the lightbulb and the prompts of the message box offer: one row each.
import * as vscode from 'vscode';

/** Must equal the commands in package.json; each has a second one with the title for menus. */
export const codeQuestionIds = ['explain', 'fix', 'improve', 'document', 'writeTests'] as const;

export type CodeQuestionId = (typeof codeQuestionIds)[number];

/**
 * What is attached: the selection or the symbol at the cursor, its problems, or the tests of the file.
 */
type QuestionContext = 'code' | 'problems' | 'testFile';

export interface CodeQuestion {
  readonly id: CodeQuestionId;
  /** What is typed after `/`; the names are those of VS Code's own chat where that has them. */
  readonly promptName: string;
  /** The title in menus, where nothing else names Portico. */
  readonly title: string;
  /** The title of a chat that begins with the question. @param place `a.ts:3-10` */
  readonly chatTitle: (place: string) => string;
  readonly text: string;
  /** The question if problems are attached; only these questions are offered on a problem. */
  readonly problemText?: string;
  readonly context: readonly QuestionContext[];
}

export function codeQuestions(): readonly CodeQuestion[] {
  const { l10n } = vscode;
  return [
    {
      id: 'explain',
      promptName: 'explain',
      title: l10n.t('Explain with Portico'),
      chatTitle: (place) => l10n.t('Explain {0}', place),
      text: l10n.t('Explain this code.'),
      problemText: l10n.t('Explain the problems in this code.'),
      context: ['code'],
    },
    {
      id: 'fix',
      promptName: 'fix',
      title: l10n.t('Fix with Portico'),
      chatTitle: (place) => l10n.t('Fix {0}', place),
      text: l10n.t('Find the mistakes in this code and fix them.'),
      problemText: l10n.t('Fix the problems in this code.'),
      context: ['code', 'problems'],
    },
    {
      id: 'improve',
      promptName: 'improve',
      title: l10n.t('Improve with Portico'),
      chatTitle: (place) => l10n.t('Improve {0}', place),
      text: l10n.t('Improve this code without changing what it does.'),
      context: ['code'],
    },
    {
      id: 'document',
      promptName: 'doc',
      title: l10n.t('Document with Portico'),
      chatTitle: (place) => l10n.t('Document {0}', place),
      text: l10n.t('Write the documentation comments of this code.'),
      context: ['code'],
    },
    {
      id: 'writeTests',
      promptName: 'tests',
      title: l10n.t('Write Tests with Portico'),
      chatTitle: (place) => l10n.t('Write tests for {0}', place),
      text: l10n.t('Write tests for this code.'),
      context: ['code', 'testFile'],
    },
  ];
}

export function codeQuestion(id: CodeQuestionId): CodeQuestion | undefined {
  return codeQuestions().find((question) => question.id === id);
}

/** Whether a problem is worth a question. Hints and information have no squiggle that asks for a fix. */
export function isProblem({ severity }: vscode.Diagnostic): boolean {
  return severity <= vscode.DiagnosticSeverity.Warning;
}
