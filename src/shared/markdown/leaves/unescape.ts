// Backslash escapes, entities and labels in the parts of blocks that are no inline text.
import { decodeHTMLStrict } from 'entities';

const escapeOrEntity =
  /\\([!-/:-@[-`{-~])|&(?:#[xX][\da-fA-F]{1,6}|#\d{1,7}|[a-zA-Z][a-zA-Z\d]{1,31});/gu;

/** `text` without backslash escapes and with its entities decoded. */
export function unescapeMarkdown(text: string): string {
  return /[\\&]/u.test(text)
    ? text.replaceAll(
        escapeOrEntity,
        (source: string, escaped: string | undefined) => escaped ?? decodeHTMLStrict(source),
      )
    : text;
}

/** The form in which labels are compared. Both conversions are needed: several small letters have the same capital. */
export function normalizeLabel(label: string): string {
  return label.trim().replaceAll(/\s+/gu, ' ').toLowerCase().toUpperCase();
}
