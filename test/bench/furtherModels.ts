// The first text of each of three further models, beside that of one alone, with the extension as it is composed and VS Code
// and the network in memory.
import { shownAnswers } from '../../src/conversation/common/answerGroups';
import { MemoryExtension, type AnswerRequest } from '../support/memoryExtension';
import { until } from '../support/until';
import { compare, median, type Figure } from './figure';

/** Fast models of real gateways take as long for it. */
const firstTokenMs = 300;
const rounds = 15;
const warmUpRounds = 3;
const further = ['b', 'c', 'd'] as const;

const answer: AnswerRequest = async (_url, body) => {
  if (body === undefined) {
    return Response.json({ object: 'list', data: ['m', ...further].map((id) => ({ id })) });
  }
  const event = (delta: object, finish: string | null): string =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const stream = new ReadableStream({
    start: async (controller) => {
      await new Promise((resolve) => setTimeout(resolve, firstTokenMs));
      controller.enqueue(`${event({ content: 'Hi.' }, null)}${event({}, 'stop')}data: [DONE]\n\n`);
      controller.close();
    },
  }).pipeThrough(new TextEncoderStream());
  return new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } });
};

export async function measureFurtherModels(): Promise<readonly Figure[]> {
  const extension = await MemoryExtension.build();
  const { portico, control, openPage, close } = extension.start(answer);
  try {
    // Longer ones are not sent with `fetch`.
    control.set('portico.timeouts', { totalSeconds: 300 });
    const baseUrl = 'https://home.example/v1';
    await control.commands.get('portico.setApiKey')?.({ baseUrl, key: 'sk-bench' });
    control.set('portico.baseUrl', baseUrl);
    control.set('portico.model', 'm');
    const page = openPage();
    await until(() => page.state?.conversation.model === 'm');
    const shown = () => shownAnswers(page.state!.conversation);

    /** The time from picking the models to the text of the last one. */
    const lastFirstText = async (models: readonly string[]): Promise<number> => {
      await control.commands.get('portico.newChat')?.();
      await until(() => shown().length === 0);
      await portico.run({ type: 'ask', text: 'Which one?' });
      await until(() => shown()[0]?.state === 'complete');
      const start = performance.now();
      void control.commands.get('portico.alsoAsk')?.(models);
      while (shown().filter(({ text }) => text !== '').length <= models.length) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      const ms = performance.now() - start;
      await until(() => shown().every(({ state }) => state === 'complete'));
      return ms;
    };
    const [three, alone]: [number[], number[]] = [[], []];
    for (let round = 0; round < warmUpRounds + rounds; round += 1) {
      const times = [await lastFirstText(further), await lastFirstText(['b'])] as const;
      if (round >= warmUpRounds) {
        three.push(times[0]);
        alone.push(times[1]);
      }
    }
    return compare({
      name: 'first text of the last of three further models',
      value: median(three),
      yardstick: 'first text of one alone',
      yardstickValue: median(alone),
      limit: 1.1,
    });
  } finally {
    await close();
    extension.remove();
  }
}
