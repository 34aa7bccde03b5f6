// Tells plain text in an event stream, which may report an error, from fields.
import { anyOf } from '../../../base/anyOf';

const plainText = anyOf(
  // No field has a name with a blank or with letters of another script.
  /^[^:]*[^\x21-\x7e][^:]*(?::|$)/i,
  // A word alone: "Unauthorized".
  /^(?!(?:data|event|id|retry)$)[^:]+$/i,
  // A label: "Error: out of memory".
  /^\W?(?:error|fatal|panic|exception|message|msg|detail)\W?:/i,
);

/** Whether a line of an event stream is no field. */
export function isPlainText(line: string): boolean {
  return plainText.test(line);
}
