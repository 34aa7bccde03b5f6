// All generated hostile answers; the webview ring tries a sample.
import { hostilePayloads } from '../../webview/support/hostilePayloads';
import { tryPayloads } from '../../webview/support/hostileTrials';

const payloads = hostilePayloads();

describe('generated hostile answers', function () {
  this.timeout(1_200_000);

  it(`stay harmless, whole and streamed: ${payloads.length} payloads`, () => tryPayloads(payloads));
});
