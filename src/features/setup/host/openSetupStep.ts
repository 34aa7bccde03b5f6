// Opens the dialog of a setup step.
import type { SetupStep } from '../../../conversation/common/connectionState';
import { runNoticeAction } from '../../../platform/host/text/failureActions';

const actions = {
  baseUrl: 'changeBaseUrl',
  apiKey: 'setApiKey',
  model: 'chooseModel',
} as const satisfies Record<SetupStep, string>;

/** Resolves when the dialog is closed. */
export function openSetupStep(step: SetupStep): Promise<void> {
  return runNoticeAction(actions[step]);
}
