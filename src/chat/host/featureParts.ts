// What features add to each chat, and to all chats of a window. src/compose/host.ts lists the features.
import { DisposableStore } from '../../base/disposable';
import { allowConnection } from '../../conversation/node/send/allowedChatModel';
import type { SendChecks } from '../../conversation/node/send/sendCheck';
import type { SendPipeline } from '../../conversation/node/send/sendPipeline';
import { visibleTextCheck } from '../../conversation/node/send/visibleTextCheck';
import type {
  ChatFeatures,
  MessageFeatureState,
  WindowFeatureCommand,
  WindowFeatures,
} from '../common/features';
import type { ChatCore, ChatParts, CommandHandlers } from './chat';

type Handlers<Feature> = Feature extends {
  readonly command: infer C extends { readonly type: string };
}
  ? { readonly commands: CommandHandlers<C> }
  : { readonly commands?: never };

interface AnyChatPart extends Partial<
  Omit<ChatParts, 'checks' | 'view' | 'messages' | 'commands' | 'gatewayChanged'>
> {
  readonly view: () => object;
  readonly commands?: object;
  readonly gatewayChanged?: (pipeline: SendPipeline) => Promise<void>;
}

/** What a feature adds to a chat. */
type ChatPart<Feature> = AnyChatPart &
  Handlers<Feature> &
  (Feature extends { readonly state: infer S } ? { readonly view: () => Required<S> } : unknown);

/** The stages that the chat itself fills do not depend on what a feature knows. */
type FeatureChecks = Omit<SendChecks, 'visibleText' | 'connection'>;

/** @param messages what the features show under the messages */
export function combineChatParts(
  { allowedModel }: ChatCore,
  parts: { readonly [F in keyof ChatFeatures]: ChatPart<ChatFeatures[F]> },
  checks: FeatureChecks,
  messages: () => MessageFeatureState,
): ChatParts {
  const all: readonly AnyChatPart[] = Object.values(parts);
  return {
    checks: { ...checks, visibleText: visibleTextCheck, connection: allowConnection(allowedModel) },
    view: () => Object.assign({}, ...all.map((part) => part.view())),
    messages,
    commands: Object.assign({}, ...all.map(({ commands }) => commands)),
    toolsOf: (conversation) =>
      all.map((part) => part.toolsOf?.(conversation)).find((tools) => tools !== undefined),
    didSend: (event) => all.forEach((part) => part.didSend?.(event)),
    isBusy: () => all.some((part) => part.isBusy?.() === true),
    onDidChangeBusy: (listener) =>
      new DisposableStore(...all.flatMap((part) => part.onDidChangeBusy?.(listener) ?? [])),
    stop: () => all.forEach((part) => part.stop?.()),
    refresh: async () => {
      await Promise.all(all.flatMap((part) => part.refresh?.() ?? []));
    },
    gatewayChanged: async (pipeline) => {
      await Promise.all(all.flatMap((part) => part.gatewayChanged?.(pipeline) ?? []));
    },
  };
}

/** What features do in whichever chat a page shows. */
export interface WindowParts {
  readonly commands: CommandHandlers<WindowFeatureCommand>;
  /** Call this when a page starts. */
  readonly didStart: () => void;
}

type AnyWindowPart = Partial<Omit<WindowParts, 'commands'>> & { readonly commands?: object };

export function combineWindowParts(parts: {
  readonly [F in keyof WindowFeatures]: AnyWindowPart & Handlers<WindowFeatures[F]>;
}): WindowParts {
  const all: readonly AnyWindowPart[] = Object.values(parts);
  return {
    commands: Object.assign({}, ...all.map(({ commands }) => commands)),
    didStart: () => all.forEach((part) => part.didStart?.()),
  };
}
