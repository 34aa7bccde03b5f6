// The setup of a chat: the steps that a question needs, and the consent to continue the chat on another gateway.
import type { SetupStep } from '../../../conversation/common/connectionState';
import { GatewayConsent } from '../../../conversation/node/send/gatewayConsent';
import type { SendPipeline } from '../../../conversation/node/send/sendPipeline';
import { setupCheck } from '../../../conversation/node/send/setupCheck';
import type { GatewayRef } from '../../../gateway/common/gatewayRef';
import { runCommand } from '../../../platform/host/typedCommands';
import type { Complete } from '../../chatView/common/protocol';
import type { ChatCore, CommandHandlers } from '../../chatView/host/chats/chat';
import type { SetupPart } from '../common/setupView';
import type { SetupCommand } from '../common/setupViewCommands';
import type { CurrentConnection } from './currentConnection';
import { gatewayChangePrompt } from './gatewayChangePromptText';
import type { Gateways } from './gateways';

export interface SetupDeps {
  readonly gateways: Gateways;
  readonly current: CurrentConnection;
  readonly openSetupStep: (step: SetupStep) => Promise<unknown>;
  readonly switchGateway: (gateway: GatewayRef) => Promise<unknown>;
}

export function setupChatPart(
  { session, allowedModel, disposables, send }: ChatCore,
  { gateways, current, openSetupStep, switchGateway }: SetupDeps,
) {
  const consent = disposables.add(
    new GatewayConsent({ session, chatModel: allowedModel, switchTo: switchGateway }),
  );
  const prompt = (): SetupPart['gatewayChangePrompt'] =>
    consent.prompt && gatewayChangePrompt(consent.prompt, gateways);
  const commands: CommandHandlers<SetupCommand> = {
    connect: () => runCommand('connect'),
    runSetupStep: ({ step }) => openSetupStep(step),
    answerGatewayChange: ({ answer }) => consent.answer(answer),
  };
  disposables.add(
    consent.onDidChange(() => send({ type: 'gatewayChangePrompt', gatewayChangePrompt: prompt() })),
  );
  return {
    setupCheck: setupCheck({
      session,
      connectionState: () => current.state(),
      openStep: openSetupStep,
    }),
    consentCheck: consent.check,
    view: (): Complete<SetupPart> => ({ gatewayChangePrompt: prompt() }),
    commands,
    gatewayChanged: async (pipeline: SendPipeline) => {
      const gateway = await gateways.current();
      pipeline.gatewayChanged(gateway, gateway !== undefined && consent.isNeeded(gateway));
    },
  };
}
