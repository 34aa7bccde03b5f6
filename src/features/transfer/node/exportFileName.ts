// The default name of an exported file, valid on every system.

/** In UTF-16 code units. File systems allow 255 bytes, and a code unit takes up to three in UTF-8. */
const maxTitleLength = 60;

/** Windows up to 10 opens a device for these names, whatever follows the dot (“Naming Files, Paths, and Namespaces”). */
const deviceName = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³]) *\.[ .]*/iu;

/**
 * `untitled` or the title without characters that are invalid in a file name on some system, and the date.
 * Without an extension. `time` is in milliseconds since 1970.
 */
export function exportFileName(title: string, time: number, untitled: string): string {
  const validTitle = title
    .replaceAll(/[\p{C}\\/:*?"<>|~]/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[\s.]+/u, '')
    .replace(deviceName, '$1 ')
    .slice(0, maxTitleLength)
    .replace(/[\s.\uD800-\uDBFF]+$/u, '');
  const day = new Date(time);
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  const date = `${day.getFullYear()}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}`;
  return `${validTitle === '' ? untitled : validTitle} ${date}`;
}
