// The diff of a notebook without the pictures of its outputs, which no model can read as base64.

/** Longer than a path or an identifier. A picture has `\n` within its JSON string after each 76 characters, or none. */
const data = /(?:[\w+/=]|\\n){120,}/g;

/** @param path that of the file, whatever it is */
export function withoutNotebookData(path: string, diff: string): string {
  return /\.ipynb$/i.test(path) ? diff.replaceAll(data, '[data]') : diff;
}
