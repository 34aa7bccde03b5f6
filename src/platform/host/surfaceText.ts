// Makes text from a model, a gateway, a file or a setting safe for VS Code's surfaces, one function for each surface.
// Only these functions create the types that `window.ts` accepts.

declare const surface: unique symbol;

type SurfaceText<S extends string> = string & { readonly [surface]: S };

/** For notifications, progress and the questions of dialogs, in which VS Code makes links that can run commands. */
export type NotificationText = SurfaceText<'notification'>;
/** For the detail of a dialog, which has several lines. */
export type DialogDetail = SurfaceText<'dialogDetail'>;
/** For the prompt and the validation message of an input box, in which VS Code makes the same links. */
export type PromptText = SurfaceText<'prompt'>;
/** For the label of a quick pick row, in which VS Code makes icons. */
export type PickLabel = SurfaceText<'pickLabel'>;
/** For the description and the detail of a quick pick row: VS Code shows them as Markdown when hovered. */
export type PickDetail = SurfaceText<'pickDetail'>;
/** For the status bar and code lenses, in which VS Code makes icons. */
export type IconText = SurfaceText<'icon'>;
/** For the name and detail of a language model: VS Code makes icons of them in some lists and shows them as they are in others. */
export type ModelText = SurfaceText<'model'>;
/** For titles, placeholders, tooltips and buttons, in which VS Code interprets nothing. */
export type PlainSurfaceText = SurfaceText<'plain'>;

export type RowIcon =
  | 'add'
  | 'arrow-swap'
  | 'check'
  | 'circle-large-outline'
  | 'circle-slash'
  | 'comment-discussion'
  | 'edit'
  | 'info'
  | 'key'
  | 'lightbulb'
  | 'loading~spin'
  | 'plug'
  | 'warning';

export function notificationText(text: string): NotificationText {
  const safe = withoutIcons(withoutLinks(oneVisibleLine(text)));
  markSafe<'notification'>(safe);
  return safe;
}

/** The paragraphs are apart by an empty line; none of them can contain a line break. */
export function dialogDetail(...paragraphs: readonly string[]): DialogDetail {
  const safe = paragraphs.map(notificationText).join('\n\n');
  markSafe<'dialogDetail'>(safe);
  return safe;
}

export function promptText(text: string): PromptText {
  const safe = withoutIcons(withoutLinks(oneVisibleLine(text)));
  markSafe<'prompt'>(safe);
  return safe;
}

export function pickLabel(text: string, icon?: RowIcon): PickLabel {
  const safe = withIcon(icon, isolated(escapeIcons(oneVisibleLine(text))));
  markSafe<'pickLabel'>(safe);
  return safe;
}

export function pickDetail(text: string, icon?: RowIcon): PickDetail {
  const safe = withIcon(icon, isolated(withoutMarkdown(withoutIcons(oneVisibleLine(text)))));
  markSafe<'pickDetail'>(safe);
  return safe;
}

/** A description that begins with an address, which stays as it is where it contains no syntax. */
export function pickAddress(address: string, more: string): PickDetail {
  const isPlain = /^https?:\/\/[\w.:[\]-]+(?:\/[\w.%-]*)*$/iu.test(address);
  const safe = isPlain ? `${address} · ${pickDetail(more)}` : pickDetail(`${address} · ${more}`);
  markSafe<'pickDetail'>(safe);
  return safe;
}

export function iconText(text: string, icon?: RowIcon): IconText {
  const safe = withIcon(icon, escapeIcons(oneVisibleLine(text)));
  markSafe<'icon'>(safe);
  return safe;
}

export function modelText(text: string): ModelText {
  const safe = withoutIcons(withoutLinks(oneVisibleLine(text)));
  markSafe<'model'>(safe);
  return safe;
}

export function plainText(text: string): PlainSurfaceText {
  const safe = oneVisibleLine(text);
  markSafe<'plain'>(safe);
  return safe;
}

/** Replaces characters that reverse the order of text or are invisible. */
const replacement = '\u{FFFD}';
/** Invisible, and breaks syntax of two characters apart. */
const wordJoiner = '\u2060';
/** Invisible, and white space to VS Code's Markdown parser, so that `*` next to it marks nothing. */
const invisibleSpace = '\uFEFF';

function oneVisibleLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\t\n\v\f\r\u0085\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, replacement);
}

/** VS Code removes the backslash. */
function escapeIcons(text: string): string {
  return text.replaceAll('$(', String.raw`\$(`);
}

/** Also where a backslash would be shown, or removed by the Markdown parser before the icons are made. */
function withoutIcons(text: string): string {
  return text.replaceAll('$(', `$${wordJoiner}(`);
}

function withoutLinks(text: string): string {
  return text.replaceAll('](', '] (');
}

function withoutMarkdown(text: string): string {
  const inline = text
    .replaceAll('](', `]${wordJoiner}(`)
    .replaceAll('][', `]${wordJoiner}[`)
    // Tags would be left out.
    .replaceAll(/<(?=[a-z/!?])/giu, `<${wordJoiner}`)
    .replaceAll('://', `:${wordJoiner}//`)
    .replaceAll(/www(?=\.)/giu, `$&${wordJoiner}`)
    .replaceAll(/(?<=[\w.+-])@(?=[\w-]+\.)/gu, `@${wordJoiner}`)
    .replaceAll('`', '\u02CB')
    .replaceAll(
      /[*~]+|(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu,
      `${invisibleSpace}$&${invisibleSpace}`,
    );
  const startsBlock = /^(?:\s|#{1,6}(?:\s|$)|[-+=](?:\s|$|[-=])|\d{1,9}[.)](?:\s|$))/u.test(inline);
  return startsBlock ? wordJoiner + inline : inline;
}

/** Letters that are written from right to left. */
export const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Prevents right-to-left text from changing the order of the text beside it. */
function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

function withIcon(icon: RowIcon | undefined, text: string): string {
  return icon === undefined ? text : `$(${icon}) ${text}`;
}

/** Changes only the type: the caller has made the text safe for that surface. */
function markSafe<S extends string>(_text: string): asserts _text is SurfaceText<S> {}
