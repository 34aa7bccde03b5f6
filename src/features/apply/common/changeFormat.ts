// What a model is told when files are attached: the format that lands best where lines are misquoted
// (docs/apply-measure.md). A diff has each unchanged line once, so a wrong copy is refused and can't change the file.

/** At most 80 tokens. */
export const changeFormat =
  'To change an attached file, answer with a unified diff in a ```diff block, with the path of the file in its ---/+++ lines. Copy three unchanged lines around each change exactly, and never shorten them.';
