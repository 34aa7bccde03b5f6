// Finds the error in texts that are not JSON: web pages and stack traces.

export function looksLikeHtml(text: string): boolean {
  return /^\s*(?:<!doctype|<html|<head|<body|<\?xml|<!--)/i.test(text);
}

/** The title or the heading of a web page. */
export function titleOf(html: string): string {
  const found =
    /<title[^<>]{0,200}>([^<]{0,500})/i.exec(html) ??
    /<h1[^<>]{0,200}>([^<]{0,500})/i.exec(html) ??
    /<message>([^<]{0,500})/i.exec(html);
  return (found?.[1] ?? '').replace(/\s+/g, ' ').trim();
}

/** Repeats the last line of a stack trace, the error, before it: traces of Python and of llama.cpp's templates. */
export function errorFirst(text: string): string {
  const trimmed = text.trim();
  return /^(?:Traceback \(|-+\nWhile executing )/.test(trimmed)
    ? `${trimmed.slice(trimmed.lastIndexOf('\n') + 1)}\n${trimmed}`
    : trimmed;
}
