/** Whether a link may be shown as a link and opened: http, https and mailto only. */
export function isSafeLink(url: string): boolean {
  return /^(?:https?:\/\/[^\s/]|mailto:[^\s])/i.test(url);
}
