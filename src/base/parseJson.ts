// What comes from a wire or a disk may be anything.

/** The value that `text` holds as JSON; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
