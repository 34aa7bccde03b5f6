// `npm run bench` measures the memory of the extension host after many chats.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { HeapBytes } from '../../bench/hostMemory';
import { requiredVariable } from '../../support/hostProtocol';
import { getAnswer, newChat } from '../support/portico';
import { gateway, portico, withGateway } from '../support/withGateway';

const chats = 20;

/** Bytes in use after everything unreachable has been collected. */
async function heapInUse(): Promise<number> {
  // The gateway runs in the same process.
  gateway.clearRequests();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 3; round += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}

describe('the extension host’s heap', () => {
  withGateway({ tokensPerSecond: 50_000, model: 'demo-long-100k' });

  it(`is measured before and after ${chats} chats with an answer of 100 kB`, async () => {
    await newChat();
    const idle = await heapInUse();
    let afterOne = 0;
    for (let chat = 0; chat < chats; chat += 1) {
      await newChat();
      const answer = await getAnswer(portico, 'Tell me everything.');
      assert.equal(answer.state, 'complete');
      assert.ok(answer.text.length >= 90_000);
      if (chat === 0) afterOne = await heapInUse();
    }
    const sizes: HeapBytes = { idle, afterOne, afterAll: await heapInUse() };
    writeFileSync(requiredVariable('PORTICO_BENCH_RESULT'), JSON.stringify(sizes));
  });
});
