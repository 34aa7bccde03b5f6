// Which links may leave: asked by the webview that shows them and by the host that opens them.

/** Whether a link may be offered and opened at all: http, https, mailto. */
export function isSafeLink(url: string): boolean {
  return /^(?:https?:\/\/[^\s/]|mailto:[^\s])/i.test(url);
}
