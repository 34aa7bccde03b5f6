// A script in the webview could say anything, so each word from it is read before it is believed.
import * as v from 'valibot';
import { trimActions } from '../../shared/conversation/contextBudget';
import {
  type FromWebviewMessage,
  gatewayChangeAnswers,
  noticeActions,
  queueItemActions,
  setupSteps,
} from '../../shared/protocol/protocol';

/** Far above any question; keeps a broken page from filling the host's memory. In characters. */
const longestText = 4_000_000;

const id = v.pipe(v.string(), v.maxLength(200));
const text = v.pipe(v.string(), v.maxLength(longestText));
const block = v.pipe(v.number(), v.integer(), v.minValue(0));

const command = v.variant('type', [
  v.strictObject({ type: v.literal('ready') }),
  v.strictObject({ type: v.literal('focused') }),
  v.strictObject({ type: v.literal('ask'), text }),
  v.strictObject({ type: v.literal('edit'), messageId: id, text }),
  v.strictObject({
    type: v.literal('saveEdit'),
    messageId: id,
    text: v.exactOptional(text),
  }),
  v.strictObject({ type: v.literal('chooseVersion'), messageId: id }),
  v.strictObject({ type: v.literal('fork'), messageId: id }),
  v.strictObject({ type: v.literal('enqueue'), text }),
  v.strictObject({ type: v.literal('editQueueItem'), id, action: v.picklist(queueItemActions) }),
  v.strictObject({ type: v.literal('clearQueue') }),
  v.strictObject({ type: v.literal('sendNext') }),
  v.strictObject({ type: v.literal('stop') }),
  v.strictObject({ type: v.literal('retryNow'), messageId: id }),
  v.strictObject({ type: v.literal('newChat') }),
  v.strictObject({ type: v.literal('openBackgroundChat'), id: v.exactOptional(id) }),
  v.strictObject({ type: v.literal('dismissBackgroundChat'), id }),
  v.strictObject({ type: v.literal('showHistory') }),
  v.strictObject({ type: v.literal('trimContext'), action: v.picklist(trimActions) }),
  v.strictObject({ type: v.literal('saveDraft'), text }),
  v.strictObject({ type: v.literal('runSetupStep'), step: v.picklist(setupSteps) }),
  v.strictObject({
    type: v.literal('answerGatewayChange'),
    answer: v.picklist(gatewayChangeAnswers),
  }),
  v.strictObject({
    type: v.literal('runNoticeAction'),
    messageId: id,
    action: v.picklist(noticeActions),
  }),
  v.strictObject({
    type: v.literal('retryWithModel'),
    messageId: id,
    model: v.pipe(v.string(), v.maxLength(256)),
  }),
  v.strictObject({ type: v.literal('pickModelForRetry'), messageId: id }),
  v.strictObject({ type: v.literal('copyAnswer'), messageId: id }),
  v.strictObject({ type: v.literal('showSentRequest'), messageId: id }),
  v.strictObject({ type: v.literal('copyAsCurl'), messageId: id }),
  v.strictObject({ type: v.literal('copyCode'), messageId: id, block }),
  v.strictObject({ type: v.literal('insertCode'), messageId: id, block }),
  v.strictObject({ type: v.literal('openLink'), url: v.pipe(v.string(), v.maxLength(8_000)) }),
]);

const viewMessage = v.strictObject({ chat: v.exactOptional(id), command });

/** Undefined for anything else. */
export function readViewMessage(message: unknown): FromWebviewMessage | undefined {
  const read = v.safeParse(viewMessage, message);
  return read.success ? read.output : undefined;
}
