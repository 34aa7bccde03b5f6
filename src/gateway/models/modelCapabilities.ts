// What a record of the model list says that its model accepts besides text. Only the record counts, never
// the model's name.
import { isArray, isObject, type JsonObject, objectAt, textsOf } from '../json';
import { inputsOf } from './modelModalities';

/** Whether a record says that its model accepts images; undefined if it does not say. */
export function acceptsImages(record: JsonObject): boolean | undefined {
  const inputs = inputsOf(record);
  if (inputs.length > 0) {
    return inputs.some((input) => /^\s*(?:image|vision)/i.test(input));
  }
  const { capabilities } = record;
  if (isArray(capabilities)) {
    // A list may omit capabilities that the model has.
    return capabilities.includes('vision') ? true : undefined;
  }
  const vision = isObject(capabilities) ? capabilities['vision'] : undefined;
  return typeof vision === 'boolean' ? vision : undefined;
}

/** Fields that say whether a model accepts tools: LiteLLM, Fireworks, LM Studio, Mistral, Venice, GitHub. */
const toolFields = [
  'supports_function_calling',
  'supports_tools',
  'trained_for_tool_use',
  'function_calling',
  'supportsFunctionCalling',
  'tool_calls',
];
/** Ollama, LM Studio, Vercel's and GitHub's lists of capabilities. */
const toolCapability = /^(?:tools?|tool[-_ ](?:use|calls?|calling)|function[-_ ]calling)$/i;

/** Whether a record says that its model accepts tools; undefined if it does not say. */
export function acceptsTools(record: JsonObject): boolean | undefined {
  const { capabilities } = record;
  const places = [
    record,
    capabilities,
    objectAt(capabilities, 'supports'),
    objectAt(record, 'model_info'),
    objectAt(objectAt(record, 'model_spec'), 'capabilities'),
  ];
  const stated = places
    .flatMap((place) => (isObject(place) ? toolFields.map((name) => place[name]) : []))
    .find((value) => typeof value === 'boolean');
  if (stated !== undefined) {
    return stated;
  }
  const parameters = textsOf(record['supported_parameters']);
  if (parameters.length > 0) {
    // OpenRouter: the complete list of what the model accepts.
    return parameters.includes('tools');
  }
  // These may omit capabilities that the model has.
  const listed = [...textsOf(capabilities), ...textsOf(record['tags'])];
  return listed.some((name) => toolCapability.test(name)) || someProviderAcceptsTools(record)
    ? true
    : undefined;
}

/** Hugging Face's router lists what serves a model. */
function someProviderAcceptsTools({ providers }: JsonObject): boolean {
  return (
    isArray(providers) &&
    providers.some((provider) => isObject(provider) && provider['supports_tools'] === true)
  );
}
