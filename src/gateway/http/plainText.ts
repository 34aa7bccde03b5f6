// Tells plain text in an event stream, which may report an error, from fields and keep-alives.

/** Whether a line is no field: its name has a blank, or it is a word alone ("Unauthorized"), or a label ("Error: …"). */
export function isPlainText(line: string): boolean {
  return (
    /^[^:]*\s[^:]*(?::|$)/.test(line) ||
    /^(?!(?:data|event|id|retry)$)[^:]+$/i.test(line) ||
    /^\W?(?:error|fatal|panic|exception|message|msg|detail)\W?:/i.test(line)
  );
}

/** What servers write only to keep the connection open or to mark its end. */
const keepAlive =
  /^[^\p{L}\p{N}_{[]*$|^\W*(?:ping|pong|heart[ _-]?beat|keep[ _-]?alive|alive|tick|idle|no-?op|(?:[a-z]+ )?(?:processing|waiting)|done|end|connected|open|ok|null|undefined|start(?:ed)?)\W*$/iu;

export function isKeepAlive(text: string): boolean {
  return text.length <= 100 && keepAlive.test(text);
}
