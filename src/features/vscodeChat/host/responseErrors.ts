// Errors for the callers of a language model: Portico's sentence, and the code by which VS Code and extensions act.
import * as vscode from 'vscode';
import { assertNever } from '../../../base/assertNever';
import type { Failure } from '../../../gateway/common/failure';
import {
  failureRows,
  failureSentence,
  type FailureRow,
} from '../../../platform/host/text/failureText';
import {
  filterText,
  missingFinishText,
  truncationText,
} from '../../../platform/host/text/finishText';
import type { ReadAnswer } from '../node/readAnswer';

/** @param model The model's ID at the gateway. */
export function failureError(failure: Failure, model: string): Error {
  return errorWith(failureRows[failure.kind].code, failureSentence(failure, model));
}

export function errorWith(code: FailureRow['code'], sentence: string): Error {
  return code === undefined ? new Error(sentence) : vscode.LanguageModelError[code](sentence);
}

/** Why an answer is not complete; undefined if it is, or if the caller canceled it. */
export function answerError(
  { state, failure, finishReason }: ReadAnswer,
  model: string,
): Error | undefined {
  switch (state) {
    case 'complete':
    case 'stopped':
      return undefined;
    case 'filtered':
      return failure === undefined
        ? errorWith('Blocked', filterText(finishReason ?? '').sentence)
        : failureError(failure, model);
    case 'truncated':
      return new Error(
        finishReason === undefined
          ? missingFinishText()
          : truncationText(finishReason, false).sentence,
      );
    case 'interrupted':
    case 'failed':
      return failureError(failure ?? { kind: 'unexpected' }, model);
    default:
      return assertNever(state);
  }
}
