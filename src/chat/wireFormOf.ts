// Through which form of the interface a model is asked: by the user's word, else by its record, never by its name.
import * as v from 'valibot';
import { globLookup, isGlob } from '../base/glob';
import { type WireForm, wireForms } from '../shared/wireForm';
import type { ModelRecord } from './ports';

export const wireFormChoices = ['auto', ...wireForms] as const;

/** `auto`: what the model's record says. */
type WireFormChoice = (typeof wireFormChoices)[number];

/** The setting as read: choices by model-ID glob, and the entries that are none. */
export interface WireFormSetting {
  readonly choices: Readonly<Record<string, WireFormChoice>>;
  /** The globs of entries that cannot be used. */
  readonly refused: readonly string[];
}

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
  const entries = v.parse(v.fallback(v.record(v.string(), v.unknown()), {}), set);
  const choices = new Map<string, WireFormChoice>();
  const refused: string[] = [];
  for (const [glob, value] of Object.entries(entries)) {
    const read = v.safeParse(v.picklist(wireFormChoices), value);
    if (read.success && isGlob(glob)) {
      choices.set(glob, read.output);
    } else {
      refused.push(glob);
    }
  }
  return { choices: Object.fromEntries(choices), refused };
}

export function wireFormsBy({
  choices,
}: Pick<WireFormSetting, 'choices'>): (model: AskedModel) => WireForm {
  const chosen = globLookup(choices);
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
