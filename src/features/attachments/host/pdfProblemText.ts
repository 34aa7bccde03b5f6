// Says why the text of a PDF file cannot be attached.
import * as vscode from 'vscode';
import { assertNever } from '../../../base/assertNever';
import { readProblemText } from '../../../platform/host/files/readProblemText';
import type { PdfProblem } from '../node/pdf/pdfMessages';

export function pdfProblemText(problem: PdfProblem, name: string): string {
  const { l10n } = vscode;
  switch (problem) {
    case 'notPdf':
      return l10n.t("{0} isn't a PDF file, although its name says so.", name);
    case 'damaged':
      return l10n.t("{0} is damaged. Its text can't be read.", name);
    case 'unreadable':
      return readProblemText(problem, name);
    case 'password':
      return l10n.t("{0} is protected with a password. Its text can't be read.", name);
    case 'noText':
      return l10n.t('{0} has no text. If it is scanned, attach images of its pages.', name);
    case 'pageTooLong':
      return l10n.t('The first page of {0} has too much text. The limit is 1 MB.', name);
    case 'tooMuchMemory':
      return l10n.t("{0} needs too much memory. Its text can't be read.", name);
    case 'timeout':
      return l10n.t("The text of {0} couldn't be read within 20 seconds.", name);
    default:
      return assertNever(problem);
  }
}
