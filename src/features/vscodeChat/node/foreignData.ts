// Data that tools and other extensions put into a chat, as a model can get it: an image, text, or a line that names it.
// VS Code sends the whole chat each time, so data that is refused would end it for good (anomalyco/opencode#30249).
import { imageTypeOf } from '../../../gateway/node/imageType';
import { unsentLine, type ContentPart } from './callerMessages';

/** Types besides `text/…` whose data is text, with what may stand before a `+`. */
const textTypes =
  /^(?:text\/.+|(?:application|image|model)\/(?:[\w.+-]+\+)?(?:json|xml|yaml|toml)|application\/(?:x-)?(?:ndjson|jsonl|json-seq|json5|javascript|ecmascript|typescript|yaml|toml|sql|graphql|sh|csh|shellscript|httpd-php|perl|python|ruby|tex|latex|www-form-urlencoded|pem-file|subrip|diff|patch))$/u;

/** @param mimeType may have parameters, such as `; charset=utf-16le` */
export function foreignData(data: unknown, mimeType: unknown): readonly ContentPart[] {
  const [type = '', ...parameters] = String(mimeType)
    .toLowerCase()
    .split(/\s*;\s*/u);
  // VS Code's chat passes hints to its own models with names such as `cache_control` and `stateful_marker`
  // (microsoft/vscode-copilot-chat, src/platform/endpoint/common/endpointTypes.ts).
  if (!type.includes('/')) {
    return [];
  }
  const bytes = data instanceof Uint8Array ? data : new Uint8Array();
  // Servers look at the bytes: "specified using the image/png media type, but … a image/jpeg image"
  // (microsoft/vscode#311732). What is no image, such as a screenshot that failed, is refused, too.
  const mediaType = imageTypeOf(bytes);
  if (mediaType !== undefined && type.startsWith('image/')) {
    const image = { mediaType, data: Buffer.from(bytes).toString('base64') };
    return [{ type: 'image', image }];
  }
  const charset = parameters.find((one) => one.startsWith('charset='))?.slice('charset='.length);
  const text = textTypes.test(type)
    ? decoded(bytes, charset?.replaceAll('"', ''))
    : unsentLine(type, bytes.length);
  return [{ type: 'text', text }];
}

function decoded(bytes: Uint8Array, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    // A name that nobody knows.
    return new TextDecoder().decode(bytes);
  }
}
