// Says why a file cannot be attached.
import * as vscode from 'vscode';
import { assertNever } from '../../../base/assertNever';
import type { ReadProblem } from './readText';

export function readProblemText(problem: ReadProblem, name: string): string {
  const { l10n } = vscode;
  switch (problem) {
    case 'missing':
      return l10n.t("{0} doesn't exist.", name);
    case 'folder':
      return l10n.t('{0} is a folder.', name);
    case 'notAFile':
      return l10n.t("{0} isn't a regular file.", name);
    case 'tooLong':
      return l10n.t('{0} is too large to attach. The limit is 1 MB.', name);
    case 'binary':
      return l10n.t("{0} isn't a text file.", name);
    case 'changing':
      return l10n.t('{0} keeps changing. Try again later.', name);
    case 'timeout':
      return l10n.t("{0} couldn't be read in time.", name);
    case 'unreadable':
      return l10n.t("{0} couldn't be read.", name);
    default:
      return assertNever(problem);
  }
}
