import { fileReferenceOfLink } from './fileReference';

/** Whether a link may be shown as a link and opened: http, https and mailto only. */
export function isSafeLink(url: string): boolean {
  return /^(?:https?:\/\/[^\s/]|mailto:[^\s])/i.test(url);
}

/**
 * Whether a link leads elsewhere and may not be opened, so that its source is shown: a name of XML such as
 * `<ns:item>` looks like an address, and the text of a link alone would hide what it refers to. Pictures in the text
 * itself and links to headings have nothing to show.
 */
export function isRefusedLink(url: string): boolean {
  return (
    url !== '' &&
    !/^(?:#|data:image\/)/i.test(url) &&
    !isSafeLink(url) &&
    fileReferenceOfLink(url) === undefined
  );
}
