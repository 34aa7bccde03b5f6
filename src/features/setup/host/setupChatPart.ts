// The setup of a chat: the steps that a question needs, and the consent to continue the chat on another gateway.
import type { ChatCore, CommandHandlers } from '../../../chat/host/chat';
import { GatewayConsent } from '../../../conversation/node/send/gatewayConsent';
import type { SendCheck } from '../../../conversation/node/send/sendCheck';
import type { SendPipeline } from '../../../conversation/node/send/sendPipeline';
import { isSetUp } from '../../../conversation/node/send/setupCheck';
import { runCommand } from '../../../platform/host/typedCommands';
import type { SetupViewState } from '../common/setupView';
import type { SetupCommand } from '../common/setupViewCommands';
import type { CurrentConnection } from './currentConnection';
import { gatewayChangePrompt } from './gatewayChangePromptText';
import type { Gateways } from './gateways';
import { openSetupStep } from './openSetupStep';

export interface SetupDeps {
  readonly gateways: Gateways;
  readonly current: CurrentConnection;
}

export function setupChatPart(
  { session, allowedModel, disposables, send }: ChatCore,
  { gateways, current }: SetupDeps,
) {
  const consent = disposables.add(
    new GatewayConsent({
      session,
      chatModel: allowedModel,
      switchTo: async (gateway) => runCommand('portico.switchGateway', gateway),
    }),
  );
  const steps = {
    model: () => session.conversation.model,
    connectionState: () => current.state(),
    openStep: openSetupStep,
  };
  const prompt = (): SetupViewState['gatewayChangePrompt'] =>
    consent.held.state && gatewayChangePrompt(consent.held.state, gateways);
  const commands: CommandHandlers<SetupCommand> = {
    connect: () => runCommand('portico.connect'),
    runSetupStep: ({ step }) => openSetupStep(step),
    answerGatewayChange: ({ answer }) => consent.answer(answer),
  };
  disposables.add(
    consent.held.onDidChange(() =>
      send({ type: 'gatewayChangePrompt', gatewayChangePrompt: prompt() }),
    ),
  );
  return {
    setupCheck: ((_send, connection, signal) =>
      isSetUp(steps, connection, signal)) satisfies SendCheck,
    consentCheck: consent.check,
    view: (): Required<SetupViewState> => ({ gatewayChangePrompt: prompt() }),
    commands,
    gatewayChanged: async (pipeline: SendPipeline) => {
      const gateway = await gateways.current();
      pipeline.gatewayChanged(gateway, gateway !== undefined && consent.isNeeded(gateway));
    },
  };
}
