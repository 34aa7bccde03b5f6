// Reads from a record of the model list whether the model accepts images and tools. Never guesses from the model's name.
import { isArray, isObject, objectAt, textAt, textsOf, type JsonObject } from '../json';
import { inputsOf } from './modelModalities';

/**
 * Fields that hold true or false for image input. Anthropic, Moonshot, LiteLLM and Requesty, Fireworks and its control
 * plane, Venice, proxies of Windsurf.
 */
const imageFields = [
  'vision',
  'image_input',
  'supports_image_in',
  'supports_vision',
  'supports_image_input',
  'supportsImageInput',
  'supportsVision',
  'supports_images',
];
const imageFeature = /^(?:vision|image[-_ ]input|input[:_-]image)$/i;

/** Whether a record says that its model accepts images; undefined if it does not say. */
export function acceptsImages(record: JsonObject): boolean | undefined {
  const inputs = inputsOf(record);
  if (inputs.length > 0) {
    return inputs.some((input) => /^\s*(?:image|vision)/i.test(input));
  }
  const stated = statedAt(record, imageFields);
  if (stated !== undefined) {
    return stated;
  }
  const isVisionModel = /^vlm$/i.test(textAt(record, 'type') ?? '');
  return isVisionModel || listsFeature(record, imageFeature) ? true : undefined;
}

/**
 * The same for tools. LiteLLM, Fireworks, LM Studio, Mistral, Venice, GitHub, Featherless, Requesty, llm7, NanoGPT,
 * proxies.
 */
const toolFields = [
  'supports_function_calling',
  'supports_tools',
  'supportsTools',
  'trained_for_tool_use',
  'function_calling',
  'supportsFunctionCalling',
  'tool_calls',
  'tool_use',
  'supports_tool_calling',
  'supports_tool_calls',
  'tools_calling',
  'tool_calling',
];
const toolFeature = /^(?:tools?|tool[-_ ](?:use|calls?|calling)|function[-_ ]calling)$/i;

/** Whether a record says that its model accepts tools; undefined if it does not say. */
export function acceptsTools(record: JsonObject): boolean | undefined {
  const stated = statedAt(record, toolFields);
  if (stated !== undefined) {
    return stated;
  }
  const parameters = textsOf(record['supported_parameters']);
  if (parameters.length > 0) {
    // OpenRouter: the complete list of what the model accepts.
    return parameters.includes('tools');
  }
  return listsFeature(record, toolFeature) || someProviderAcceptsTools(record) ? true : undefined;
}

/** The first of the fields that holds true or false, in any place where lists name capabilities. */
function statedAt(record: JsonObject, fields: readonly string[]): boolean | undefined {
  const { capabilities, features } = record;
  const places = [
    record,
    capabilities,
    objectAt(capabilities, 'supports'),
    objectAt(record, 'model_info'),
    objectAt(objectAt(record, 'model_spec'), 'capabilities'),
    features,
    // Volcengine Ark
    objectAt(features, 'tools'),
  ];
  for (const place of places.filter(isObject)) {
    for (const field of fields) {
      const stated = booleanOf(place[field]);
      if (stated !== undefined) {
        return stated;
      }
    }
  }
  return undefined;
}

/** Anthropic states `{"supported":true}`. */
function booleanOf(value: unknown): boolean | undefined {
  const stated = isObject(value) ? value['supported'] : value;
  return typeof stated === 'boolean' ? stated : undefined;
}

/** Whether a list of capabilities names one; a list without it says nothing, for it may be incomplete. */
function listsFeature(record: JsonObject, feature: RegExp): boolean {
  const lists = [
    record['capabilities'],
    record['features'],
    record['supported_features'],
    record['tags'],
    objectAt(record, 'metadata')?.['tags'],
  ];
  return lists.some((list) => textsOf(list).some((name) => feature.test(name)));
}

/** Hugging Face's router lists what serves a model, now or at other times. */
function someProviderAcceptsTools({ providers }: JsonObject): boolean {
  return (
    isArray(providers) &&
    providers.some(
      (provider) =>
        isObject(provider) &&
        provider['supports_tools'] === true &&
        provider['status'] !== 'offline' &&
        provider['status'] !== 'error',
    )
  );
}
