// Through which form of the interface a model is asked: by the user's word, else by its record, never by its name.
import * as v from 'valibot';
import { globLookup } from '../base/glob';
import { type WireForm, wireForms } from '../shared/wireForm';
import { type GlobSetting, readGlobSetting } from './globSetting';
import type { ModelRecord } from './ports';

export const wireFormChoices = ['auto', ...wireForms] as const;

/** `auto`: what the model's record says. */
type WireFormChoice = (typeof wireFormChoices)[number];

export type WireFormSetting = GlobSetting<WireFormChoice>;

/** What tells a model's form; nothing but the ID where no list has the model. */
export type AskedModel = Pick<ModelRecord, 'id' | 'endpointTypes'>;

/** By what new-api calls an endpoint, in the order in which they are taken. */
const formsByType: readonly (readonly [string, WireForm])[] = [
  ['openai', 'chat'],
  ['openai-response', 'responses'],
  ['anthropic', 'messages'],
  ['gemini', 'generateContent'],
];

/** Reads `portico.wireForms`, whatever it holds. */
export function readWireForms(set: unknown): WireFormSetting {
  return readGlobSetting(set, v.picklist(wireFormChoices));
}

export function wireFormsBy({
  byGlob,
}: Pick<WireFormSetting, 'byGlob'>): (model: AskedModel) => WireForm {
  const chosen = globLookup(byGlob);
  return ({ id, endpointTypes = [] }) => {
    const choice = chosen(id) ?? 'auto';
    if (choice !== 'auto') {
      return choice;
    }
    return declaredForm(endpointTypes);
  };
}

/** The form that a record's endpoint types stand for. */
export function declaredForm(endpointTypes: readonly string[]): WireForm {
  return formsByType.find(([type]) => endpointTypes.includes(type))?.[1] ?? 'chat';
}
