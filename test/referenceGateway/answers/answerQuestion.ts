// Answers a question, in the API format in which it was asked.
import type { FormatHandler } from '../formats/formatHandler';
import type { GatewayContext } from '../gatewayContext';
import { sendBadRequest, sendModelNotFound, sendUnsupportedFormat } from '../http/errorResponses';
import type { Exchange } from '../http/exchange';
import type { GatewayModel } from '../models/modelCatalog';
import { answerParts } from './question';
import { Reply } from './reply';
import { atTokenRate } from './tokenRate';

export async function answerQuestion(
  format: FormatHandler,
  exchange: Exchange,
  context: GatewayContext,
): Promise<void> {
  const question = format.read(exchange.request);
  if (typeof question === 'string') {
    await sendBadRequest(exchange, format, question);
    return;
  }
  const model = context.catalog.findOnline(question.model);
  if (!model) {
    await sendModelNotFound(exchange, question.model);
    return;
  }
  const { behavior } = model;
  if (behavior.kind === 'noChat' || !supportsFormat(model, format)) {
    await sendUnsupportedFormat(exchange, format);
    return;
  }
  const reply = new Reply(format, exchange, question);
  if (behavior.kind === 'serves') {
    const { refuses = false } = behavior;
    context.startedAnswers += (typeof refuses === 'boolean' ? refuses : refuses(reply)) ? 0 : 1;
    await behavior.serve(reply, context);
    return;
  }
  context.startedAnswers++;
  const parts = answerParts(behavior.answer(question), question.maxTokens);
  const batches =
    behavior.gated === true || context.isGated(model.id)
      ? context.gate(model.id).hold(parts, exchange)
      : atTokenRate(parts, context.tokensPerSecond ?? behavior.tokensPerSecond, exchange);
  await reply.sendAnswer(batches);
}

function supportsFormat({ endpointTypes }: GatewayModel, { endpointType }: FormatHandler): boolean {
  // new-api lists null or an empty array if it does not know the types. The channel may still support the format.
  return (
    endpointTypes === undefined ||
    endpointTypes === null ||
    endpointTypes.length === 0 ||
    endpointTypes.includes(endpointType)
  );
}
