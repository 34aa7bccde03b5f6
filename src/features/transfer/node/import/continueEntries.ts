// Reads one entry of a Continue session, in the formats used since 2023.
//
// Sources: core/index.d.ts of continuedev/continue (messages since January 2024, content as a list and
// reasoning later), and server/continuedev/core/main.py of 2023 for the steps before.
import * as v from 'valibot';
import type { ToolCall, QuestionImage } from '../../../../gateway/common/messageParts';
import { imagePlaceholder, type LossCounter, optionalField } from './importedChat';

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
const contentSchema = v.fallback(
  v.object({
    type: v.string(),
    text: optionalField(v.string()),
    imageUrl: optionalField(v.object({ url: v.string() })),
  }),
  { type: '' },
);
const toolCallSchema = v.object({
  function: v.object({ name: v.string(), arguments: optionalField(v.string()) }),
});
const promptLogSchema = v.object({ modelTitle: v.string() });
/** An entry of the oldest format: a step and its result. */
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

export interface ContinueEntry {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly reasoning: string;
  readonly images: readonly QuestionImage[];
  readonly model: string | undefined;
  readonly toolCalls: readonly ToolCall[];
}

/** Returns one entry, or none if it is blank or not imported; the latter counts as a loss. */
export function readContinueEntries(json: unknown, losses: LossCounter): readonly ContinueEntry[] {
  return readEntry(json, losses).filter(
    ({ text, reasoning, images, toolCalls }) =>
      text.trim() !== '' || reasoning.trim() !== '' || images.length > 0 || toolCalls.length > 0,
  );
}

function readEntry(json: unknown, losses: LossCounter): readonly ContinueEntry[] {
  const item = v.safeParse(itemSchema, json);
  if (item.success) {
    return readItem(item.output, losses);
  }
  const node = v.safeParse(nodeSchema, json);
  const step = v.safeParse(stepSchema, node.success ? node.output.step : json);
  if (!step.success || (step.output.step_type ?? step.output.class_name) === undefined) {
    losses.add('unreadableMessage');
    return [];
  }
  return readStep(step.output, losses);
}

function readItem(
  { message, contextItems, reasoning, promptLogs }: v.InferOutput<typeof itemSchema>,
  losses: LossCounter,
): readonly ContinueEntry[] {
  const { text, images } = readContent(message.content, losses);
  losses.add('attachment', contextItems.length);
  const entry = { text, reasoning: '', images, model: undefined, toolCalls: [] };
  switch (message.role) {
    case 'user':
      return [{ ...entry, role: 'user' }];
    case 'assistant':
      return [
        {
          ...entry,
          role: 'assistant',
          reasoning: reasoning?.text ?? '',
          model: promptLogs.flatMap(modelOf).at(-1),
          toolCalls: message.toolCalls.flatMap(toolCallOf),
        },
      ];
    case 'thinking':
      return [{ ...entry, role: 'assistant', text: '', reasoning: text }];
    case 'system':
      losses.add('systemMessage', text === '' ? 0 : 1);
      return [];
    default:
      losses.add('toolMessage');
      return [];
  }
}

/** Steps of Continue's own work are hidden or have no description. */
function readStep(
  step: v.InferOutput<typeof stepSchema>,
  losses: LossCounter,
): readonly ContinueEntry[] {
  const isQuestion = (step.step_type ?? step.class_name) === 'UserInputStep';
  const input = isQuestion ? (step.params?.user_input ?? step.user_input) : undefined;
  const text = input ?? step.description ?? '';
  if (!isQuestion && (step.hide === true || text === '')) {
    losses.add('toolMessage');
    return [];
  }
  const role = isQuestion ? 'user' : 'assistant';
  return [{ role, text, reasoning: '', images: [], model: undefined, toolCalls: [] }];
}

function readContent(
  content: string | readonly unknown[] | null,
  losses: LossCounter,
): { readonly text: string; readonly images: readonly QuestionImage[] } {
  if (content === null || typeof content === 'string') {
    return { text: content ?? '', images: [] };
  }
  const texts: string[] = [];
  const images: QuestionImage[] = [];
  for (const json of content) {
    const { text, imageUrl } = v.parse(contentSchema, json);
    const image = imageUrl && imageFrom(imageUrl.url);
    if (image !== undefined) {
      images.push(image);
    } else if (text !== undefined) {
      texts.push(text);
    } else {
      losses.add(imageUrl === undefined ? 'unknownContent' : 'image');
    }
  }
  const text = texts.join('\n\n');
  return { text: text.trim() === '' && content.length > 0 ? imagePlaceholder : text, images };
}

function imageFrom(url: string): QuestionImage | undefined {
  const [, mediaType, data] =
    /^data:(image\/[\w.+-]+);base64,([A-Za-z0-9+/]+={0,2})$/u.exec(url) ?? [];
  return mediaType === undefined || data === undefined ? undefined : { mediaType, data };
}

function modelOf(log: unknown): readonly string[] {
  const { success, output } = v.safeParse(promptLogSchema, log);
  return success ? [output.modelTitle] : [];
}

function toolCallOf(json: unknown): readonly ToolCall[] {
  const { success, output } = v.safeParse(toolCallSchema, json);
  return success
    ? [{ name: output.function.name, arguments: output.function.arguments ?? '' }]
    : [];
}
