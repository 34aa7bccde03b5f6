// Numbers of tokens, as the reader's language writes them.

export function tokensText(tokens: number): string {
  return tokens.toLocaleString(document.documentElement.lang || undefined);
}

/** An estimate, to no more places than it is good for. */
export function aboutTokens(tokens: number): string {
  const step = tokens < 1000 ? 10 : 100;
  return tokensText(Math.ceil(tokens / step) * step);
}
