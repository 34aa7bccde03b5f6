// Which kinds of attachments are meant by what the user has typed after `@`.

/**
 * Whether each word of the query begins a word of the label, or of the ID: `@file` works in every language. Chinese has
 * no blanks between words, so a Chinese word is found anywhere.
 */
export function isMeant(
  { id, label }: { readonly id: string; readonly label: string },
  query: string,
): boolean {
  const parts = query.toLowerCase().split(/\s+/u);
  return [label, id.replaceAll(/[A-Z]/gu, ' $&')].some((name) => {
    const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    return parts.every((part) =>
      words.some((word) =>
        /^\p{Script=Han}/u.test(part) ? word.includes(part) : word.startsWith(part),
      ),
    );
  });
}
