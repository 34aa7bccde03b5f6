// The commands of the chat page that concern attachments.
import * as v from 'valibot';
import { id, type CommandOf } from '../../../chat/common/commandFields';
import { imageTypes } from '../../../gateway/common/messageParts';
import { maxPastedLength, suggestionTriggers } from './typedText';

/** An image or a PDF file of 15 MB in base64 fits into this. */
const data = v.pipe(v.string(), v.maxLength(20_000_000), v.base64());

const fileName = v.pipe(v.string(), v.maxLength(500));

const offset = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What a text that is pasted replaces in the message box. */
const selection = v.strictObject({ start: offset, end: offset });

export const attachmentsViewCommands = [
  /** Lets the user pick what to attach. */
  v.strictObject({ type: v.literal('attach') }),
  /** Attach what the host offers: the editor's selection, or its file. */
  v.strictObject({ type: v.literal('attachSelection') }),
  v.strictObject({ type: v.literal('attachOpenFile') }),
  /** Asks for an explanation of what the host offers. */
  v.strictObject({ type: v.literal('explainOffer'), isSelection: v.boolean() }),
  /** Attaches files and folders that were dropped. */
  v.strictObject({
    type: v.literal('attachFiles'),
    uris: v.pipe(v.array(v.pipe(v.string(), v.maxLength(8_000))), v.maxLength(100)),
  }),
  /** Attaches an image that was pasted or dropped: scaled, and without its metadata. */
  v.strictObject({
    type: v.literal('attachImage'),
    name: fileName,
    mediaType: v.picklist(imageTypes),
    data,
  }),
  /** Attaches the text of a PDF file that was pasted or dropped. */
  v.strictObject({ type: v.literal('attachPdf'), name: fileName, data }),
  /** Attaches a long text that was pasted into the message box. */
  v.strictObject({
    type: v.literal('attachText'),
    text: v.pipe(v.string(), v.maxLength(maxPastedLength)),
    selection,
  }),
  /** Puts an attachment that was pasted into the message box, as its text. */
  v.strictObject({ type: v.literal('pasteAsText'), id, selection }),
  /** Removes an attachment from the message box. */
  v.strictObject({ type: v.literal('removeAttachment'), id }),
  /** Shows exactly what is sent of an attachment: of a message, or of the message box. */
  v.strictObject({
    type: v.literal('previewAttachment'),
    id,
    messageId: v.exactOptional(id),
  }),
  /** Asks for suggestions, which arrive as `suggestions` events. */
  v.strictObject({
    type: v.literal('suggest'),
    trigger: v.picklist(suggestionTriggers),
    query: v.pipe(v.string(), v.maxLength(200)),
  }),
  /** The page has removed the trigger and the query from the message box. */
  v.strictObject({
    type: v.literal('chooseSuggestion'),
    trigger: v.picklist(suggestionTriggers),
    id: v.pipe(v.string(), v.maxLength(8_000)),
  }),
];

export type BoxSelection = v.InferOutput<typeof selection>;

export type AttachmentsCommand = CommandOf<typeof attachmentsViewCommands>;
