// Reads a chat from one of Portico's own JSON exports. The file may have been edited by hand.
import * as v from 'valibot';
import type {
  Conversation,
  Message,
  OmittedTurns,
} from '../../../../conversation/common/conversation';
import { reduce } from '../../../../conversation/common/conversationEvent';
import {
  conversationSchema,
  messageSchema,
} from '../../../../conversation/node/conversationSchema';
import { orphanedAnswerEnds } from '../../../../conversation/node/session/orphanedAnswers';
import type { GatewayRef } from '../../../../gateway/common/gatewayRef';
import { gatewayRef, keyLabelProblem } from '../../../../gateway/node/namedGateways';
import {
  Counter,
  safeChatId,
  safeMessageId,
  type ChatReader,
  type ImportOptions,
  type LossCounter,
} from './importedChat';
import { normalizeTree } from './normalizeTree';

/** Leaves the messages unparsed: one that is invalid must not cost the others. */
const chatSchema = v.object({
  ...conversationSchema.entries,
  title: v.fallback(v.string(), ''),
  messages: v.array(v.unknown()),
  offPath: v.fallback(v.array(v.unknown()), []),
});

/** What shows that it is a chat of Portico, which may be damaged. */
const anyChatSchema = v.object({
  id: v.string(),
  createdAt: v.number(),
  messages: v.array(v.unknown()),
});

export const readPorticoChat: ChatReader = (json, { digest, now }) => {
  const parsed = v.safeParse(chatSchema, json);
  if (!parsed.success) {
    return v.is(anyChatSchema, json) ? 'unknownFormat' : undefined;
  }
  // What the user allowed was for that chat.
  const { title, gateway, omitted, access: _access, ...chat } = parsed.output;
  const losses: LossCounter = new Counter();
  const safeId = (id: string): string => (id === '' ? '' : safeMessageId(id, digest));
  const messages = readMessages(chat.messages, losses).map((message, index, path) =>
    withSafeIds(message, path[index - 1]?.id ?? '', safeId),
  );
  const offPath = readMessages(chat.offPath, losses).map((message) =>
    withSafeIds(message, '', safeId),
  );
  const tree = normalizeTree([...messages, ...offPath], messages.at(-1)?.id, losses);
  if (tree.messages.length === 0) {
    return 'empty';
  }
  const conversation: Conversation = {
    ...chat,
    id: safeChatId(chat.id, digest),
    ...tree,
    ...(gateway !== undefined && isWebAddress(gateway.baseUrl)
      ? { gateway: withValidLabel(gateway) }
      : {}),
    ...(omitted && { omitted: omitted.map((turns) => withSafeId(turns, digest)) }),
  };
  return {
    ...(title === '' ? {} : { title }),
    // No window continues the answers that were running when the file was written.
    conversation: orphanedAnswerEnds(conversation, now).reduce(reduce, conversation),
    losses: losses.counts,
  };
};

function withSafeId(turns: OmittedTurns, digest: ImportOptions['digest']): OmittedTurns {
  return { ...turns, lastQuestionId: safeMessageId(turns.lastQuestionId, digest) };
}

/** Portico would offer to switch to this gateway, so it must not be any other kind of URL. */
function isWebAddress(url: string): boolean {
  const { protocol, username, password } = URL.parse(url) ?? {};
  return (protocol === 'https:' || protocol === 'http:') && !username && !password;
}

/** Drops an invalid label: labels are shown in sentences. */
function withValidLabel({ baseUrl, keyLabel = '' }: GatewayRef): GatewayRef {
  return gatewayRef(baseUrl, keyLabelProblem(keyLabel) === undefined ? keyLabel : '');
}

function readMessages(list: readonly unknown[], losses: LossCounter): readonly Message[] {
  const messages = list
    .map((json) => v.safeParse(messageSchema, json))
    .flatMap(({ success, output }) => (success ? [output] : []));
  losses.add('unreadableMessage', list.length - messages.length);
  return messages;
}

/** A question without a parent follows `previousId`. */
function withSafeIds(
  message: Message,
  previousId: string,
  safeId: (id: string) => string,
): Message {
  const id = safeId(message.id);
  return message.kind === 'question'
    ? { ...message, id, parentId: safeId(message.parentId ?? previousId) }
    : { ...message, id, questionId: safeId(message.questionId) };
}
