// Whether a model sees pictures; only a record itself may say so, never a name.
import { isArray, isObject, objectAt, textAt, type JsonObject } from '../json';

/** Undefined where the record says nothing of it. */
export function takesPictures(record: JsonObject): boolean | undefined {
  const inputs = inputsOf(record);
  if (inputs.length > 0) {
    return inputs.some((input) => /^\s*(?:image|vision)/i.test(input));
  }
  return saidOfVision(record['capabilities']);
}

/** The words for what goes in: lists, or OpenRouter's arrow `text+image->text`. */
function inputsOf(record: JsonObject): readonly string[] {
  const architecture = objectAt(record, 'architecture') ?? record;
  const lists = [
    architecture['input_modalities'],
    record['input_modalities'],
    record['supported_input_modalities'],
    objectAt(record, 'modalities')?.['input'],
  ];
  const listed = lists.find((list) => isArray(list) && list.length > 0);
  if (isArray(listed)) {
    return listed.filter((input) => typeof input === 'string');
  }
  const arrow = /^(.*\S)\s*->/.exec(textAt(architecture, 'modality') ?? '')?.[1];
  return arrow?.split(/[+,]/) ?? [];
}

/** A list of capabilities names what there is, and is silent on much that there is too. */
function saidOfVision(capabilities: unknown): boolean | undefined {
  if (isArray(capabilities)) {
    return capabilities.some((name) => name === 'vision') ? true : undefined;
  }
  const vision = isObject(capabilities) ? capabilities['vision'] : undefined;
  return typeof vision === 'boolean' ? vision : undefined;
}
