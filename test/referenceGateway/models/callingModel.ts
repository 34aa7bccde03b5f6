// A model that calls tools as a test says: one round after the other, then it answers.
import type { AnswerPart } from '../answers/question';
import type { GatewayModel } from './modelCatalog';

export interface ModelCall {
  readonly name: string;
  readonly input: object;
}

/**
 * @param rounds the calls of each round
 * @param text the answer without tools, and after the last round
 */
export function callingModel(
  id: string,
  rounds: () => readonly (readonly ModelCall[])[],
  text = (): string => 'Done.',
): GatewayModel {
  return {
    id,
    description: 'Calls tools as a test says.',
    behavior: {
      kind: 'serves',
      serve: async (reply) => {
        const { messages, tools = [] } = reply.question;
        const asked = messages.findLastIndex(
          ({ role, results = [] }) => role === 'user' && results.length === 0,
        );
        const made = messages.slice(asked).filter(({ calls = [] }) => calls.length > 0).length;
        const calls = tools.length === 0 ? [] : (rounds()[made] ?? []);
        const parts: readonly AnswerPart[] =
          calls.length === 0
            ? [
                { kind: 'text', text: text() },
                { kind: 'finish', reason: 'stop' },
              ]
            : [
                ...calls.map(({ name, input }) => ({
                  kind: 'call' as const,
                  call: { name, arguments: JSON.stringify(input) },
                })),
                { kind: 'finish', reason: 'calls' },
              ];
        await reply.sendAnswer([parts]);
      },
    },
  };
}
