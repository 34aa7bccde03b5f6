// Decodes backslash escapes and entities outside of inline text: in info strings and link reference definitions.
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
