// Keep-alives that are no comments: text that servers write into a stream while there is nothing to send.
import { anyOf } from '../../../base/anyOf';

/** Signs only, or a word among signs. Letters of every script are words: errors are written in all of them. */
const keepAlive = anyOf(
  /^[^\p{L}\p{N}_{[]*$/iu,
  /^[^\p{L}\p{N}_]*(?:ping|pong|heart[ _-]?beat|keep[ _-]?alive|alive|tick|idle|no-?op)[^\p{L}\p{N}_]*$/iu,
  /^[^\p{L}\p{N}_]*(?:(?:[a-z]+ )?(?:processing|waiting)|connected|open|ok|start(?:ed)?|done|end|null|undefined)[^\p{L}\p{N}_]*$/iu,
  /^[^\p{L}\p{N}_]*(?:心跳|(?:正在)?(?:处理|排队|等待|思考|生成)中?)[^\p{L}\p{N}_]*$/iu,
);

/** Whether a line is only there to keep the connection open, or to mark its start or end. */
export function isKeepAlive(text: string): boolean {
  return text.length <= 100 && keepAlive.test(text);
}
