// Rejections over real sockets: the quirk recognized in one of each kind. All known ones are tried in the ring `unit`.
import assert from 'node:assert/strict';
import type { Quirk } from '../../../../src/gateway/common/quirk';
import type { Json } from '../../../referenceGateway/http/json';
import { startGateway, type Gateway } from '../../../referenceGateway/server';
import {
  fullRequest,
  openAi,
  rejections,
  type Sample,
} from '../../../unit/gateway/node/quirks/samples';
import { clientOf, collect, connectionTo } from './harness';

const ofEachQuirk = new Map(rejections.map((rejection) => [rejection.quirk, rejection]));

describe('recognizing quirks in responses', () => {
  let gateway: Gateway;
  let response: { readonly status: number; readonly body: Json };

  before(async () => {
    gateway = await startGateway();
    gateway.addModel({
      id: fullRequest.model,
      description: 'Answers as the test says.',
      behavior: {
        kind: 'serves',
        refuses: true,
        serve: async ({ exchange }) => {
          const { status, body } = response;
          await (typeof body === 'string'
            ? exchange.sendHtml(status, body)
            : exchange.sendJson(status, body));
        },
      },
    });
  });
  after(() => gateway.close());

  async function quirkOf({ request, status, body }: Sample): Promise<Quirk | undefined> {
    response = { status, body: body as Json };
    const client = clientOf(connectionTo(gateway.baseUrl));
    const [sent, part] = await collect(client, { ...fullRequest, ...request });
    assert.equal(sent?.type, 'sent');
    assert.equal(part?.type, 'failure');
    return part.type === 'failure' ? part.failure.quirk : undefined;
  }

  for (const [quirk, rejection] of ofEachQuirk) {
    it(`recognizes ${quirk}`, async () => {
      assert.equal(await quirkOf(rejection), quirk);
    });
  }

  it('recognizes one in an error that is wrapped in another', async () => {
    // vLLM behind new-api.
    const inner = `{"object":"error","message":"[{'type': 'extra_forbidden'}] Unknown field: stream_options","type":"BadRequestError","param":null,"code":400}`;
    const wrapped = openAi(
      `${inner} (request id: 20261121142400123)`,
      '',
      'bad_response_status_code',
    );
    assert.equal(await quirkOf({ status: 400, body: wrapped, request: {} }), 'noStreamOptions');
  });

  const body = openAi('Unknown field: stream_options');
  it('recognizes none in an HTML page, or with another status', async () => {
    const html = '<html><title>400 stream_options is not supported</title></html>';
    assert.equal(await quirkOf({ status: 400, body, request: {} }), 'noStreamOptions');
    assert.equal(await quirkOf({ status: 400, body: html, request: {} }), undefined);
    assert.equal(await quirkOf({ status: 500, body, request: {} }), undefined);
    assert.equal(await quirkOf({ status: 401, body, request: {} }), undefined);
  });
});
