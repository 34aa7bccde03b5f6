// The commands of the chat page that concern the setup.
import * as v from 'valibot';
import type { CommandOf } from '../../../chat/common/commandFields';
import { gatewayChangeAnswers, setupSteps } from '../../../conversation/common/connectionState';

export const setupViewCommands = [
  /** Leads through all setup steps. */
  v.strictObject({ type: v.literal('connect') }),
  v.strictObject({ type: v.literal('runSetupStep'), step: v.picklist(setupSteps) }),
  v.strictObject({
    type: v.literal('answerGatewayChange'),
    answer: v.picklist(gatewayChangeAnswers),
  }),
];

export type SetupCommand = CommandOf<typeof setupViewCommands>;
