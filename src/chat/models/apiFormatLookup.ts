// Which API format a model is requested in: the user's setting, else the model list; never guessed from the ID.
import * as v from 'valibot';
import { globLookup } from '../../base/glob';
import { type ApiFormat, apiFormats } from '../../shared/conversation/apiFormat';
import type { ModelRecord } from '../ports';
import { type GlobSetting, readGlobSetting } from './globSetting';

/** `auto` uses what the model list declares. */
export const apiFormatChoices = ['auto', ...apiFormats] as const;

export type ApiFormatSetting = GlobSetting<(typeof apiFormatChoices)[number]>;

/** Only the ID for a model that is not listed. */
export type ListedModel = Pick<ModelRecord, 'id' | 'endpointTypes'>;

/** By new-api's names of endpoint types, in order of preference. */
const formatsByEndpointType: readonly (readonly [string, ApiFormat])[] = [
  ['openai', 'chat'],
  ['openai-response', 'responses'],
  ['anthropic', 'messages'],
  ['gemini', 'generateContent'],
];

/** Reads the setting of API formats by model, whatever its value. */
export function readApiFormats(setting: unknown): ApiFormatSetting {
  return readGlobSetting(setting, v.picklist(apiFormatChoices));
}

export function apiFormatLookup({
  byGlob,
}: Pick<ApiFormatSetting, 'byGlob'>): (model: ListedModel) => ApiFormat {
  const choiceOf = globLookup(byGlob);
  return ({ id, endpointTypes = [] }) => {
    const choice = choiceOf(id) ?? 'auto';
    return choice === 'auto' ? declaredApiFormat(endpointTypes) : choice;
  };
}

/** The API format that a model's endpoint types declare; `chat` by default. */
export function declaredApiFormat(endpointTypes: readonly string[]): ApiFormat {
  return formatsByEndpointType.find(([type]) => endpointTypes.includes(type))?.[1] ?? 'chat';
}
