// Gateways that demand something beside the key, and answer once they get it.
import type { FailureKind } from '../../../src/gateway/common/failure';
import type { Reply } from '../answers/reply';
import { failed, goodText, stopPart, textParts, type Fault } from './fault';

function demandFault(
  id: string,
  description: string,
  {
    status,
    kind,
    body,
    isMet,
  }: {
    readonly status: number;
    readonly kind: FailureKind;
    readonly body: string;
    readonly isMet: (reply: Reply) => boolean;
  },
): Fault {
  return {
    id,
    description,
    refuses: (reply) => !isMet(reply),
    expected: failed(kind, { status }),
    serve: (reply) =>
      isMet(reply)
        ? reply.sendAnswer([[...textParts(goodText), stopPart]])
        : reply.exchange.send(status, 'application/json', body),
  };
}

export const demandFaults: readonly Fault[] = [
  demandFault(
    'fault-401-subscription-key',
    'Azure API Management looks for the key in the header Ocp-Apim-Subscription-Key.',
    {
      status: 401,
      kind: 'keyRejected',
      body: '{"statusCode":401,"message":"Access denied due to missing subscription key. Make sure to include subscription key when making requests to an API."}',
      isMet: ({ exchange }) => 'ocp-apim-subscription-key' in exchange.request.headers,
    },
  ),
  demandFault('fault-400-api-version', 'Azure demands the query parameter api-version.', {
    status: 400,
    kind: 'badRequest',
    body: '{"error":{"code":"MissingApiVersionParameter","message":"The api-version query parameter (?api-version=) is required for all requests."}}',
    isMet: ({ exchange }) => exchange.request.path.includes('api-version='),
  }),
];
