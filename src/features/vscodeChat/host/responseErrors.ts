// Errors for the callers of a language model: Portico's sentence, and the code by which VS Code and extensions act.
import * as vscode from 'vscode';
import { assertNever } from '../../../base/assertNever';
import type { ReadAnswer } from '../node/readAnswer';
import type { Failure, FailureKind } from '../../../gateway/common/failure';
import { failureSentence } from '../../../platform/host/text/failureText';
import {
  filterText,
  missingFinishText,
  truncationText,
} from '../../../platform/host/text/finishText';

type ErrorCode = 'NoPermissions' | 'NotFound' | 'Blocked';

/** The code for each failure kind; undefined for an error that VS Code has no code for. */
const codes: Readonly<Record<FailureKind, ErrorCode | undefined>> = {
  keyMissing: 'NoPermissions',
  keyLost: 'NoPermissions',
  keyCommandFailed: 'NoPermissions',
  keyRejected: 'NoPermissions',
  forbidden: 'NoPermissions',
  insecure: 'NoPermissions',
  modelNotFound: 'NotFound',
  rateLimited: 'Blocked',
  noCredit: 'Blocked',
  contentFiltered: 'Blocked',
  blocked: 'NoPermissions',
  modelLoading: undefined,
  notConfigured: undefined,
  contextTooLong: undefined,
  requestTooLarge: undefined,
  badRequest: undefined,
  unreachable: undefined,
  certificate: undefined,
  proxy: undefined,
  firstTokenTimeout: undefined,
  idleTimeout: undefined,
  totalTimeout: undefined,
  connectionLost: undefined,
  windowClosed: undefined,
  redirected: undefined,
  notApi: undefined,
  tooLarge: undefined,
  emptyReply: undefined,
  malformedStream: undefined,
  streamError: undefined,
  serverError: undefined,
  unexpected: undefined,
};

/** @param model The model's ID at the gateway. */
export function failureError(failure: Failure, model: string): Error {
  return errorWith(codes[failure.kind], failureSentence(failure, model));
}

export function errorWith(code: ErrorCode | undefined, sentence: string): Error {
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
