// The commands of the chat page that concern secrets.
import * as v from 'valibot';
import type { CommandOf } from '../../../chat/common/commandFields';

const secretsAnswers = ['mask', 'send', 'cancel'] as const;

export type SecretsAnswer = (typeof secretsAnswers)[number];

export const secretsViewCommands = [
  /** Decides about a question that is held because secrets were found in it. */
  v.strictObject({ type: v.literal('answerSecrets'), answer: v.picklist(secretsAnswers) }),
];

export type SecretsCommand = CommandOf<typeof secretsViewCommands>;
