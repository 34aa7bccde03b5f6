// Gateways swap models in silence, so whether the one that answered is the one that was asked is looked at.

/**
 * `same`: byte for byte. `alias`: the same ID but for what providers add to their names: a vendor
 * before it, a date or revision after it where the other has none, another case. `other`: the rest.
 */
export type ServedModel = 'same' | 'alias' | 'other';

/** Compares the IDs only; what they mean is never guessed. */
export function compareModels(asked: string, served: string): ServedModel {
  if (asked === served) {
    return 'same';
  }
  const [a, b] = [namesOf(asked), namesOf(served)];
  const sameRevision = a.revision === b.revision || a.revision === '' || b.revision === '';
  const sameName =
    a.name === b.name || a.name.endsWith(`/${b.name}`) || b.name.endsWith(`/${a.name}`);
  return sameName && sameRevision ? 'alias' : 'other';
}

/**
 * The ends by which providers tell one state of a model from another: `-2024-08-06`, `-20241022`,
 * `@20241022`, `-0613` (month and day) or `-2409` (year and month), `-002`.
 */
const revisions =
  /[-@](?:20\d\d(?:-\d\d-\d\d|\d{4})|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|2\d(?:0[1-9]|1[0-2])|00\d)$/u;

function namesOf(id: string): { readonly name: string; readonly revision: string } {
  const whole = id.toLowerCase().replace(/[-:]latest$/u, '');
  const [end = ''] = revisions.exec(whole) ?? [];
  return { name: whole.slice(0, whole.length - end.length), revision: end.replace(/[-@]/gu, '') };
}
