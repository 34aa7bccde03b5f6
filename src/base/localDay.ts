/** The user's day at a time in milliseconds since 1970, such as `2026-11-28`. */
export function localDay(time: number): string {
  const date = new Date(time);
  const digits = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${digits(date.getMonth() + 1)}-${digits(date.getDate())}`;
}
