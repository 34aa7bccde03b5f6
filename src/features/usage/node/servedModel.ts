// Compares the requested model with the one that answered: gateways may substitute models.

/**
 * `same`: identical IDs. `alias`: IDs that differ only in what providers add (a vendor prefix; a date or
 * revision suffix that only one of them has) or in case. `other`: different IDs.
 */
export type ServedModel = 'same' | 'alias' | 'other';

/** Compares only the IDs; their meaning is never guessed. */
export function compareModels(requested: string, served: string): ServedModel {
  if (requested === served) {
    return 'same';
  }
  const [a, b] = [splitRevision(requested), splitRevision(served)];
  const isSameRevision = a.revision === b.revision || a.revision === '' || b.revision === '';
  const isSameName =
    a.name === b.name || a.name.endsWith(`/${b.name}`) || b.name.endsWith(`/${a.name}`);
  return isSameName && isSameRevision ? 'alias' : 'other';
}

/**
 * The suffixes by which providers version a model: `-2024-08-06`, `-20241022`, `@20241022`, `-0613`
 * (month and day), `-2409` (year and month), `-002`.
 */
const revisionSuffix =
  /[-@](?:20\d\d(?:-\d\d-\d\d|\d{4})|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|2\d(?:0[1-9]|1[0-2])|00\d)$/u;

function splitRevision(id: string): { readonly name: string; readonly revision: string } {
  const text = id.toLowerCase().replace(/[-:]latest$/u, '');
  const [suffix = ''] = revisionSuffix.exec(text) ?? [];
  return {
    name: text.slice(0, text.length - suffix.length),
    revision: suffix.replace(/[-@]/gu, ''),
  };
}
