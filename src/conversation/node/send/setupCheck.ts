// Leads through the missing setup steps instead of sending the question.
import type { Connection } from '../../../gateway/common/connection';
import { isFailure, type Failure } from '../../../gateway/common/failure';
import { failureTraits } from '../../../gateway/common/failureTraits';
import {
  missingSetupSteps,
  type ConnectionState,
  type SetupStep,
} from '../../common/connectionState';

interface SetupSteps {
  /** `''` if none is selected. */
  readonly model: () => string;
  readonly connectionState: () => Promise<ConnectionState>;
  /** Resolves when the step's dialog is closed. */
  readonly openStep: (step: SetupStep) => Promise<unknown>;
}

/** Where a step is missing, opens one missing step after the other, until the user leaves one as it is. */
export async function isSetUp(
  { model, connectionState, openStep }: SetupSteps,
  connection: Connection | Failure,
  signal: AbortSignal,
): Promise<boolean> {
  const connectionStep = isFailure(connection)
    ? failureTraits[connection.kind].missingStep
    : undefined;
  const first: SetupStep | undefined = connectionStep ?? (model() === '' ? 'model' : undefined);
  for (let step = first; step !== undefined && !signal.aborted;) {
    await openStep(step);
    const missing = missingSetupSteps(await connectionState(), model());
    step = missing.includes(step) ? undefined : missing[0];
  }
  return first === undefined;
}
