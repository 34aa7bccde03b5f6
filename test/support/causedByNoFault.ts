// The kinds of failure that no fault of the reference gateway causes, by where a test causes them.
import type { FailureKind } from '../../src/gateway/common/failure';

/** An answer fails: see test/integration/faults/kinds.test.ts, as for the next ones. */
export const failedAnswers = [
  'unreachable',
  'certificate',
  'unexpected',
] as const satisfies readonly FailureKind[];

/** A question opens the missing setup step and is not sent. */
export const missingSteps = [
  'notConfigured',
  'keyMissing',
  'keyLost',
] as const satisfies readonly FailureKind[];

/** Only a user can cause these, by a click in a modal dialog or a reload: see the end-to-end tests. */
const causedByUser: readonly FailureKind[] = ['insecure', 'windowClosed'];

/** Caused by the user's own program: see keyCommand.test.ts. */
const causedByKeyCommand: readonly FailureKind[] = ['keyCommandFailed'];

/** The user's limit: see extension.test.ts. */
const causedByBudget: readonly FailureKind[] = ['overBudget'];

/** Portico asks again for five minutes: see retryingChatModel.test.ts. */
const causedByLocalServer: readonly FailureKind[] = ['modelLoading'];

export const causedByNoFault: readonly FailureKind[] = [
  ...failedAnswers,
  ...missingSteps,
  ...causedByUser,
  ...causedByKeyCommand,
  ...causedByBudget,
  ...causedByLocalServer,
];
