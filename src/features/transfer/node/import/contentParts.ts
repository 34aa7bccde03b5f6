// Reads the parts of which the messages of all programs consist: those of OpenAI's and Anthropic's APIs, and what programs add.
//
// Sources: the two APIs; danny-avila/LibreChat (packages/data-provider/src/types/runs.ts), continuedev/continue
// (core/index.d.ts); for ChatGPT and Claude, which publish no schema, what their readers name.
import * as v from 'valibot';
import type { QuestionImage } from '../../../../gateway/common/messageParts';
import { artifactBlock } from './artifacts';
import {
  attachmentPlaceholder,
  imageOfDataUrl,
  imagePlaceholder,
  joinTexts,
  optionalField,
  optionalList,
  type LossCounter,
  type LossKind,
  type TextFile,
} from './importedChat';

export interface MessageContent {
  readonly text: string;
  readonly reasoning: string;
  readonly images: readonly QuestionImage[];
  readonly files: readonly TextFile[];
  /** Why the answer failed, in the server's words. */
  readonly error?: string;
}

/** A text is `text` or `{ value }`. */
const textSchema = optionalField(
  v.union([
    v.string(),
    v.pipe(
      v.object({ value: v.string() }),
      v.transform(({ value }) => value),
    ),
  ]),
);
const urlSchema = optionalField(
  v.union([
    v.string(),
    v.pipe(
      v.object({ url: v.string() }),
      v.transform(({ url }) => url),
    ),
  ]),
);
const partSchema = v.fallback(
  v.object({
    type: optionalField(v.string()),
    content_type: optionalField(v.string()),
    text: textSchema,
    refusal: textSchema,
    think: textSchema,
    thinking: textSchema,
    error: textSchema,
    image_url: urlSchema,
    imageUrl: urlSchema,
    source: optionalField(
      v.object({ media_type: optionalField(v.string()), data: optionalField(v.string()) }),
    ),
    title: optionalField(v.string()),
    input: v.optional(v.unknown()),
    /** OpenAI: a data URL. */
    file: optionalField(
      v.object({ filename: optionalField(v.string()), file_data: optionalField(v.string()) }),
    ),
  }),
  {},
);
type Part = v.InferOutput<typeof partSchema>;

/** What a part that is not imported counts as, by its type. The first one that matches counts; undefined if it says nothing. */
const losses: readonly (readonly [type: RegExp, loss: LossKind | undefined])[] = [
  [/^(?:agent_update|token_budget|flag|redacted_thinking)$/u, undefined],
  [/tool|function/u, 'toolMessage'],
  [/image/iu, 'image'],
  [/audio|video/u, 'recording'],
  [/file|document|attachment|resource/u, 'attachment'],
  [/(?:)/u, 'unknownContent'],
];

/**
 * @param content a text, or a list of parts
 * @param otherText that of a message whose parts have none
 */
export function readParts(content: unknown, counter: LossCounter, otherText = ''): MessageContent {
  const texts: string[] = [];
  const thoughts: string[] = [];
  const images: QuestionImage[] = [];
  const files: TextFile[] = [];
  const lost = new Set<LossKind>();
  let error: string | undefined;
  for (const json of typeof content === 'string' ? [content] : v.parse(optionalList, content)) {
    const part: Part = typeof json === 'string' ? { text: json } : v.parse(partSchema, json);
    const { text, type = part.content_type ?? '' } = part;
    const thought = part.think ?? part.thinking;
    const artifact = type === 'tool_use' ? artifactBlock(part.input) : undefined;
    const image = imageOf(part);
    const file = fileOf(part);
    const [, loss] = losses.find(([pattern]) => pattern.test(type)) ?? [];
    if (artifact !== undefined) {
      texts.push(artifact);
    } else if (thought !== undefined) {
      thoughts.push(thought);
    } else if (type === 'error') {
      error = part.error ?? text ?? '';
    } else if (image !== undefined) {
      images.push(image);
    } else if (file !== undefined) {
      files.push(file);
    } else if (part.refusal !== undefined || (text !== undefined && loss !== 'toolMessage')) {
      texts.push(part.refusal ?? text ?? '');
    } else if (loss !== undefined) {
      counter.add(loss);
      lost.add(loss);
    }
  }
  const said = joinTexts(texts) || otherText;
  const isLost = said.trim() === '' && images.length === 0 && files.length === 0;
  return {
    text: isLost ? placeholderFor(lost, said) : said,
    reasoning: joinTexts(thoughts),
    images,
    files,
    ...(error === undefined ? {} : { error }),
  };
}

/** No model accepts an empty message. */
function placeholderFor(lost: ReadonlySet<LossKind>, said: string): string {
  return lost.has('image')
    ? imagePlaceholder
    : lost.has('attachment')
      ? attachmentPlaceholder
      : said;
}

function imageOf({ image_url: url, imageUrl, source }: Part): QuestionImage | undefined {
  return imageOfDataUrl(url ?? imageUrl ?? `data:${source?.media_type};base64,${source?.data}`);
}

/** A document whose text is in the file. */
function fileOf({ source, title, file }: Part): TextFile | undefined {
  if (source?.media_type?.startsWith('text/') === true && source.data !== undefined) {
    return { name: title, text: source.data };
  }
  const [, encoded] =
    /^data:text\/[\w.+-]+(?:;charset=[\w-]+)?;base64,(.*)$/su.exec(file?.file_data ?? '') ?? [];
  return encoded === undefined
    ? undefined
    : { name: file?.filename, text: Buffer.from(encoded, 'base64').toString() };
}
