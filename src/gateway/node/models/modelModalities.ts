// Reads a model's inputs and outputs, such as `text` and `image`, from a record of the model list.
import { objectAt, textAt, textsOf, type JsonObject } from '../json';

/** The inputs that a record names; none if it does not say. */
export function inputsOf(record: JsonObject): readonly string[] {
  return modalitiesOf(record, 'input', /^(.*\S)\s*->/);
}

/** The outputs that a record names; none if it does not say. */
export function outputsOf(record: JsonObject): readonly string[] {
  return modalitiesOf(record, 'output', /->\s*(\S.*)$/);
}

function modalitiesOf(
  record: JsonObject,
  direction: 'input' | 'output',
  side: RegExp,
): readonly string[] {
  const architecture = objectAt(record, 'architecture') ?? record;
  const modalities = objectAt(record, 'modalities');
  const field = `${direction}_modalities`;
  const lists = [
    architecture[field],
    record[field],
    // GitHub
    record[`supported_${field}`],
    modalities?.[direction],
    // Volcengine Ark
    modalities?.[field],
  ];
  return lists.map(textsOf).find((list) => list.length > 0) ?? splitModality(architecture, side);
}

/** Splits one side of OpenRouter's `modality`, such as `text+image->text`. */
function splitModality(architecture: JsonObject, side: RegExp): readonly string[] {
  return side.exec(textAt(architecture, 'modality') ?? '')?.[1]?.split(/[+,]/) ?? [];
}
