// From a question in any wire form to an answer in the same form.
import type { GatewayModel } from '../models/modelCatalog';
import type { GatewayContext } from '../gatewayContext';
import { refuseBody, refuseForm, refuseModel } from '../http/errorResponses';
import type { Exchange } from '../http/exchange';
import type { WireForm } from '../formats/formatHandler';
import { paced } from './tokenRate';
import { speak } from './question';
import { Reply } from './reply';

export async function ask(
  form: WireForm,
  exchange: Exchange,
  context: GatewayContext,
): Promise<void> {
  const question = form.read(exchange.request);
  if (typeof question === 'string') {
    await refuseBody(exchange, form, question);
    return;
  }
  const model = context.catalogue.online(question.model);
  if (!model) {
    await refuseModel(exchange, question.model);
    return;
  }
  const { behaviour } = model;
  if (behaviour.kind === 'noChat' || !speaksForm(model, form)) {
    await refuseForm(exchange, form);
    return;
  }
  const reply = new Reply(form, exchange, question);
  if (behaviour.kind === 'serves') {
    context.startedAnswers += behaviour.refuses ? 0 : 1;
    await behaviour.serve(reply, context);
    return;
  }
  context.startedAnswers++;
  const parts = speak(behaviour.speak(question), question.maxTokens);
  const batches =
    behaviour.gated === true || context.isGated(model.id)
      ? context.gate(model.id).hold(parts, exchange)
      : paced(parts, context.tokensPerSecond ?? behaviour.tokensPerSecond, exchange);
  await reply.tell(batches);
}

function speaksForm(model: GatewayModel, form: WireForm): boolean {
  const types = model.endpointTypes;
  // new-api lists null or nothing where it does not know; the channel may still speak the form.
  return types === undefined || types === null || types.length === 0
    ? true
    : types.includes(form.endpointType);
}
