// Which API format a model is requested in: the user's setting, else the model list; never guessed from the ID.
import { apiFormats, type ApiFormat } from './apiFormat';
import type { ModelRecord } from './modelRecord';

/** `auto` uses what the model list declares. */
export const apiFormatChoices = ['auto', ...apiFormats] as const;

export type ApiFormatChoice = (typeof apiFormatChoices)[number];

/** new-api's names of the API formats' endpoint types, in lower case. */
const endpointTypeOf: Readonly<Record<ApiFormat, string>> = {
  chat: 'openai',
  responses: 'openai-response',
  messages: 'anthropic',
  generateContent: 'gemini',
};

/** @param choice From the user's settings. */
export function apiFormatOf(
  { endpointTypes = [] }: Pick<ModelRecord, 'endpointTypes'>,
  choice: ApiFormatChoice = 'auto',
): ApiFormat {
  return choice === 'auto' ? declaredApiFormat(endpointTypes) : choice;
}

/** The API format that a model's endpoint types declare, the first of `apiFormats`; `chat` by default. */
export function declaredApiFormat(endpointTypes: readonly string[]): ApiFormat {
  return apiFormats.find((format) => endpointTypes.includes(endpointTypeOf[format])) ?? 'chat';
}

/** Whether models with this endpoint type are for chat. Some gateways use variants of new-api's names. */
export function isChatEndpointType(endpointType: string): boolean {
  const type = endpointType.toLowerCase();
  return (
    apiFormats.some((format) => type === endpointTypeOf[format]) ||
    /^(?:openai-response|chat)/.test(type)
  );
}
