// Through which form of the interface a model is asked: by the user's word, else by its record, never by its name.
import { globLookup } from '../base/glob';
import { type WireForm, wireForms } from '../shared/wireForm';
import type { ModelRecord } from './ports';

export const wireFormChoices = ['auto', ...wireForms] as const;

/** `auto`: what the model's record says. */
export type WireFormChoice = (typeof wireFormChoices)[number];

/** What tells a model's form; nothing but the ID where no list has the model. */
export type AskedModel = Pick<ModelRecord, 'id' | 'endpointTypes'>;

/** By what new-api calls an endpoint, in the order in which they are taken. */
const formsByType: readonly (readonly [string, WireForm])[] = [
  ['openai', 'chat'],
  ['openai-response', 'responses'],
  ['anthropic', 'messages'],
  ['gemini', 'generateContent'],
];

/** @param choices The user's, by glob. */
export function wireFormsBy(
  choices: Readonly<Record<string, WireFormChoice>>,
): (model: AskedModel) => WireForm {
  const chosen = globLookup(choices);
  return ({ id, endpointTypes = [] }) => {
    const choice = chosen(id) ?? 'auto';
    if (choice !== 'auto') {
      return choice;
    }
    return formsByType.find(([type]) => endpointTypes.includes(type))?.[1] ?? 'chat';
  };
}
