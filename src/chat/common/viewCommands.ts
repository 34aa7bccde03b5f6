// The commands that the chat page sends to the host, the chat's own and those of the features: one schema defines their
// types and parses them, because the host trusts no script in the page. The page imports only the types, so valibot is
// not in its bundle.
import * as v from 'valibot';
import { queueItemActions } from '../../conversation/common/draft';
import { maxFileLine, maxFilePathLength, maxSeenPaths } from '../../markdown/common/fileReference';
import { noticeActions } from '../../platform/common/notice';
import { id, type CommandOf } from './commandFields';
import type { ChatFeatures, FeatureCommand, WindowFeatures } from './features';

/** This many UTF-16 units are far above any question: the limit keeps a broken page from filling the host's memory. */
const maxTextLength = 4_000_000;

const messageId = id;
const text = v.pipe(v.string(), v.maxLength(maxTextLength));
/** The n-th code block of an answer, fenced or indented, nested ones included; starts at 0. */
const block = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A path that `normalizeFilePath` has returned. */
const filePath = v.pipe(v.string(), v.minLength(1), v.maxLength(maxFilePathLength));
/** Starts at 1. */
const line = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxFileLine));

const chatCommands = [
  /** The page has started or missed events: it needs a snapshot. */
  v.strictObject({ type: v.literal('ready') }),
  /**
   * The page has the focus: commands from VS Code's palette now act on its chat. Posted again when the user goes on with
   * the other kind of input.
   */
  v.strictObject({ type: v.literal('focused'), input: v.picklist(['keyboard', 'pointer']) }),
  /** The page has lost the focus. */
  v.strictObject({ type: v.literal('blurred') }),
  /** All that was in the last snapshot or chat that was opened is on the screen. */
  v.strictObject({ type: v.literal('rendered') }),
  /** A message that is shown as plain text is formatted from now on. */
  v.strictObject({ type: v.literal('showFormatted'), messageId }),
  /** Saves the draft too. The message box keeps its text until a `questionSent` event with this ID arrives. */
  v.strictObject({ type: v.literal('ask'), text, sendId: v.exactOptional(id) }),
  /** Sends the edited text of a question. Its box keeps the text until an `asked` event with it arrives. */
  v.strictObject({ type: v.literal('edit'), messageId, text }),
  /** The unsent text of a question that is being edited; without a text the edit is canceled. */
  v.strictObject({ type: v.literal('saveEdit'), messageId, text: v.exactOptional(text) }),
  /** Shows another version of a message and what follows it. */
  v.strictObject({ type: v.literal('chooseVersion'), messageId }),
  /** Opens a new chat with everything up to this answer. */
  v.strictObject({ type: v.literal('fork'), messageId }),
  /** Does what `ask` does, but adds the question to the queue; the draft was saved before. */
  v.strictObject({ type: v.literal('enqueue'), text, sendId: v.exactOptional(id) }),
  v.strictObject({ type: v.literal('editQueueItem'), id, action: v.picklist(queueItemActions) }),
  /** Replaces the text of a queued question. */
  v.strictObject({ type: v.literal('setQueuedText'), id, text }),
  v.strictObject({ type: v.literal('clearQueue') }),
  /** Asks the first question of the queue. */
  v.strictObject({ type: v.literal('sendNext') }),
  /** Stops everything, or one answer. */
  v.strictObject({ type: v.literal('stop'), messageId: v.exactOptional(id) }),
  /** Ends the countdown of an automatic retry. */
  v.strictObject({ type: v.literal('retryNow'), messageId }),
  /** If there is no ID, the user picks one of the background chats. */
  v.strictObject({ type: v.literal('openBackgroundChat'), id: v.exactOptional(id) }),
  v.strictObject({ type: v.literal('dismissBackgroundChat'), id }),
  /** The unsent text of the message box. */
  v.strictObject({ type: v.literal('saveDraft'), text }),
  v.strictObject({
    type: v.literal('runNoticeAction'),
    messageId,
    action: v.picklist(noticeActions),
  }),
  v.strictObject({ type: v.literal('copyAnswer'), messageId }),
  v.strictObject({ type: v.literal('copyCode'), messageId, block }),
  v.strictObject({ type: v.literal('insertCode'), messageId, block }),
  /** Draws the diagram of a code block. */
  v.strictObject({ type: v.literal('previewCode'), messageId, block }),
  /** Saves the n-th file of an answer; starts at 0. */
  v.strictObject({
    type: v.literal('saveFile'),
    messageId,
    index: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
  /** Wraps the long lines of code, in all chats from now on. */
  v.strictObject({ type: v.literal('wrapCode'), isOn: v.boolean() }),
  /** References to files that the page shows as text until a `fileReferencesResolved` event has their path. */
  v.strictObject({
    type: v.literal('fileReferencesSeen'),
    paths: v.pipe(v.array(filePath), v.maxLength(maxSeenPaths)),
  }),
  /** Opens a file of the workspace that this answer refers to. */
  v.strictObject({
    type: v.literal('openFile'),
    messageId,
    path: filePath,
    line: v.exactOptional(line),
    endLine: v.exactOptional(line),
  }),
  v.strictObject({ type: v.literal('openLink'), url: v.pipe(v.string(), v.maxLength(8_000)) }),
];

const frame = v.strictObject({
  /** The chat that the page showed: the host may show another one by now. Absent before the first snapshot. */
  chatId: v.exactOptional(id),
  command: v.looseObject({ type: v.string() }),
});

type ChatCommand = CommandOf<typeof chatCommands>;

export type ViewCommand = ChatCommand | FeatureCommand;

/** Page to host. */
export type FromWebviewMessage = Readonly<Omit<v.InferOutput<typeof frame>, 'command'>> & {
  readonly command: ViewCommand;
};

/** The schema of a command: a strict object whose `type` is a literal. */
type CommandSchema<C> = v.GenericSchema<unknown, C> & {
  readonly entries: { readonly type: { readonly literal: string } };
};

type CommandsOf<Features> = {
  readonly [
    F in keyof Features as Features[F] extends { readonly command: unknown } ? F : never
  ]: Features[F] extends { readonly command: infer C } ? readonly CommandSchema<C>[] : never;
};

/** The schemas of each feature's commands. */
export type FeatureCommands = CommandsOf<ChatFeatures> & CommandsOf<WindowFeatures>;

/** Undefined for anything that is not a message of the page. */
export type ParseFromWebview = (message: unknown) => FromWebviewMessage | undefined;

export function webviewMessageParser(features: FeatureCommands): ParseFromWebview {
  const ofFeatures: readonly CommandSchema<FeatureCommand>[] = Object.values(features).flat();
  const all: readonly CommandSchema<ViewCommand>[] = [...chatCommands, ...ofFeatures];
  const byType = new Map(all.map((schema) => [schema.entries.type.literal, schema]));
  return (message) => {
    const framed = v.safeParse(frame, message);
    if (!framed.success) {
      return undefined;
    }
    const { command } = framed.output;
    const schema = byType.get(command.type);
    const parsed = schema && v.safeParse(schema, command);
    return parsed?.success === true ? { ...framed.output, command: parsed.output } : undefined;
  };
}
