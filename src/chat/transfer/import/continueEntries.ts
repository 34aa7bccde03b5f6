// What stands in a session of Continue, entry by entry, in the shapes that it has had since 2023.
//
// Sources: core/index.d.ts of continuedev/continue (messages since January 2024, `content` in parts and
// reasoning later), and server/continuedev/core/main.py of 2023 for the steps before.
import * as v from 'valibot';
import type { QuestionImage, ToolCall } from '../../../shared/conversation/conversation';
import { optionalField } from './lenient';
import { type Counter, imagePlaceholder } from './importedChat';

const list = v.fallback(v.array(v.unknown()), []);
const itemSchema = v.object({
  message: v.object({
    role: v.string(),
    content: v.fallback(v.nullable(v.union([v.string(), v.array(v.unknown())])), null),
    toolCalls: list,
  }),
  contextItems: list,
  reasoning: optionalField(v.object({ text: optionalField(v.string()) })),
  promptLogs: list,
});
const partSchema = v.object({
  type: v.string(),
  text: optionalField(v.string()),
  imageUrl: optionalField(v.object({ url: v.string() })),
});
const toolCallSchema = v.object({
  function: v.object({ name: optionalField(v.string()), arguments: optionalField(v.string()) }),
});
const promptLogSchema = v.object({ modelTitle: v.string() });
/** A step of the oldest generation, with what came of it. */
const nodeSchema = v.object({ step: v.unknown() });

const stepSchema = v.object({
  step_type: optionalField(v.string()),
  class_name: optionalField(v.string()),
  name: optionalField(v.string()),
  description: optionalField(v.string()),
  hide: optionalField(v.boolean()),
  params: optionalField(v.object({ user_input: optionalField(v.string()) })),
  user_input: optionalField(v.string()),
});
/** One entry of a session, whatever its generation. */
export interface Entry {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly reasoning: string;
  readonly images: readonly QuestionImage[];
  readonly model: string | undefined;
  readonly toolCalls: readonly ToolCall[];
}

/** None where nothing was said: what is lost with it is counted. */
export function readContinueEntries(json: unknown, lost: Counter): readonly Entry[] {
  return readEntry(json, lost).filter(isSaid);
}

function isSaid({ text, reasoning, images, toolCalls }: Entry): boolean {
  return text.trim() !== '' || reasoning.trim() !== '' || images.length > 0 || toolCalls.length > 0;
}

function readEntry(json: unknown, lost: Counter): readonly Entry[] {
  const item = v.safeParse(itemSchema, json);
  if (item.success) {
    return ofItem(item.output, lost);
  }
  const node = v.safeParse(nodeSchema, json);
  const step = v.safeParse(stepSchema, node.success ? node.output.step : json);
  if (!step.success || (step.output.step_type ?? step.output.class_name) == null) {
    lost.add('unreadableMessage');
    return [];
  }
  return ofStep(step.output, lost);
}

function ofItem(
  { message, contextItems, reasoning, promptLogs }: v.InferOutput<typeof itemSchema>,
  lost: Counter,
): readonly Entry[] {
  const { text, images } = contentOf(message.content, lost);
  lost.add('attachment', contextItems.length);
  const entry = { images, model: undefined, toolCalls: [] };
  switch (message.role) {
    case 'user':
      return [{ ...entry, role: 'user', text, reasoning: '' }];
    case 'assistant':
      return [
        {
          ...entry,
          role: 'assistant',
          text,
          reasoning: reasoning?.text ?? '',
          model: promptLogs.flatMap(modelOf).at(-1),
          toolCalls: message.toolCalls.flatMap(toolCallOf),
        },
      ];
    case 'thinking':
      return [{ ...entry, role: 'assistant', text: '', reasoning: text }];
    case 'system':
      lost.add('systemMessage', text === '' ? 0 : 1);
      return [];
    default:
      lost.add('toolMessage');
      return [];
  }
}

/** Steps of Continue's own work are hidden, or have nothing to say. */
function ofStep(step: v.InferOutput<typeof stepSchema>, lost: Counter): readonly Entry[] {
  const type = step.step_type ?? step.class_name;
  const asked = step.params?.user_input ?? step.user_input;
  const text = (type === 'UserInputStep' ? asked : undefined) ?? step.description ?? '';
  const entry = { text, reasoning: '', images: [], model: undefined, toolCalls: [] };
  if (type === 'UserInputStep') {
    return [{ ...entry, role: 'user' }];
  }
  if (step.hide === true || text === '') {
    lost.add('toolMessage');
    return [];
  }
  return [{ ...entry, role: 'assistant' }];
}

function contentOf(
  content: string | readonly unknown[] | null,
  lost: Counter,
): { readonly text: string; readonly images: readonly QuestionImage[] } {
  if (content === null || typeof content === 'string') {
    return { text: content ?? '', images: [] };
  }
  const texts: string[] = [];
  const images: QuestionImage[] = [];
  for (const json of content) {
    const read = v.safeParse(partSchema, json);
    const { text, imageUrl } = read.success ? read.output : {};
    const picture = imageUrl == null ? undefined : pictureOf(imageUrl.url);
    if (picture !== undefined) {
      images.push(picture);
    } else if (text != null) {
      texts.push(text);
    } else {
      lost.add(imageUrl == null ? 'otherContent' : 'picture');
    }
  }
  const text = texts.join('\n\n');
  return { text: text.trim() === '' && content.length > 0 ? imagePlaceholder : text, images };
}

function pictureOf(url: string): QuestionImage | undefined {
  const [, mediaType, data] =
    /^data:(image\/[\w.+-]+);base64,([A-Za-z0-9+/]+={0,2})$/u.exec(url) ?? [];
  return mediaType === undefined || data === undefined ? undefined : { mediaType, data };
}

function modelOf(log: unknown): readonly string[] {
  const read = v.safeParse(promptLogSchema, log);
  return read.success ? [read.output.modelTitle] : [];
}

function toolCallOf(json: unknown): readonly ToolCall[] {
  const read = v.safeParse(toolCallSchema, json);
  const { name, arguments: given } = read.success ? read.output.function : {};
  return name == null ? [] : [{ name, arguments: given ?? '' }];
}
