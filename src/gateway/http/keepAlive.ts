// Keep-alives that are no comments: text that servers write into a stream while there is nothing to send.
import { anyOf } from '../../base/anyOf';

const keepAlive = anyOf(
  /^[^\w{[]*$/i,
  /^\W*(?:ping|pong|heart[ _-]?beat|keep[ _-]?alive|alive|tick|idle|no-?op)\W*$/i,
  /^\W*(?:(?:[a-z]+ )?(?:processing|waiting)|connected|open|ok|start(?:ed)?|done|end|null|undefined)\W*$/i,
);

/** Whether a line is only there to keep the connection open, or to mark its start or end. */
export function isKeepAlive(text: string): boolean {
  return text.length <= 100 && keepAlive.test(text);
}
