// Through which form of the interface a model is asked: by the user's word, else by its record, never by its name.
import * as v from 'valibot';
import { globLookup } from '../../base/glob';
import { type ApiFormat, apiFormats } from '../../shared/conversation/apiFormat';
import { type GlobSetting, readGlobSetting } from './globSetting';
import type { ModelRecord } from '../ports';

export const apiFormatChoices = ['auto', ...apiFormats] as const;

/** `auto`: what the model's record says. */
type WireFormChoice = (typeof apiFormatChoices)[number];

export type ApiFormatSetting = GlobSetting<WireFormChoice>;

/** What tells a model's form; nothing but the ID where no list has the model. */
export type AskedModel = Pick<ModelRecord, 'id' | 'endpointTypes'>;

/** By what new-api calls an endpoint, in the order in which they are taken. */
const formsByType: readonly (readonly [string, ApiFormat])[] = [
  ['openai', 'chat'],
  ['openai-response', 'responses'],
  ['anthropic', 'messages'],
  ['gemini', 'generateContent'],
];

/** Reads `portico.apiFormats`, whatever it holds. */
export function readApiFormats(set: unknown): ApiFormatSetting {
  return readGlobSetting(set, v.picklist(apiFormatChoices));
}

export function apiFormatLookup({
  byGlob,
}: Pick<ApiFormatSetting, 'byGlob'>): (model: AskedModel) => ApiFormat {
  const chosen = globLookup(byGlob);
  return ({ id, endpointTypes = [] }) => {
    const choice = chosen(id) ?? 'auto';
    if (choice !== 'auto') {
      return choice;
    }
    return declaredApiFormat(endpointTypes);
  };
}

/** The form that a record's endpoint types stand for. */
export function declaredApiFormat(endpointTypes: readonly string[]): ApiFormat {
  return formsByType.find(([type]) => endpointTypes.includes(type))?.[1] ?? 'chat';
}
