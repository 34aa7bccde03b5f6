// Makes text from a model, a gateway, a file or a setting safe for VS Code's surfaces, one function for each kind of
// surface. `window.ts` calls them for what it shows; others call them only for what no function of `window.ts` shows.

export type RowIcon =
  | 'add'
  | 'arrow-swap'
  | 'check'
  | 'circle-large-outline'
  | 'circle-slash'
  | 'comment-discussion'
  | 'credit-card'
  | 'edit'
  | 'info'
  | 'key'
  | 'lightbulb'
  | 'link'
  | 'link-external'
  | 'loading~spin'
  | 'plug'
  | 'search'
  | 'vm'
  | 'warning';

/**
 * Notifications, progress, the texts of dialogs and the prompts of input boxes need this: VS Code makes links in them
 * that can run commands. So do the name and detail of a language model: some lists make icons in them, others do not.
 */
export function notificationText(text: string): string {
  return withoutIcons(withoutLinks(oneVisibleLine(text)));
}

/** The label of a quick pick row needs this: VS Code makes icons in it. */
export function pickLabel(text: string, icon?: RowIcon): string {
  return withIcon(icon, isolated(escapeIcons(oneVisibleLine(text))));
}

/** The description and the detail of a quick pick row need this: VS Code shows them as Markdown when hovered. */
export function pickDetail(text: string, icon?: RowIcon): string {
  return withIcon(icon, isolated(withoutMarkdown(withoutIcons(oneVisibleLine(text)))));
}

/** A description that begins with an address, which stays as it is where it contains no syntax. */
export function pickAddress(address: string, more: string): string {
  const isPlain = /^https?:\/\/[\w.:[\]-]+(?:\/[\w.%-]*)*$/iu.test(address);
  if (more === '') {
    return isPlain ? address : pickDetail(address);
  }
  return isPlain ? `${address} · ${pickDetail(more)}` : pickDetail(`${address} · ${more}`);
}

/** The status bar and code lenses need this: VS Code makes icons in them. */
export function iconText(text: string, icon?: RowIcon): string {
  return withIcon(icon, escapeIcons(oneVisibleLine(text)));
}

/** Titles, placeholders, tooltips and buttons need only this: VS Code interprets nothing in them. */
export function plainText(text: string): string {
  return oneVisibleLine(text);
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

/** Prevents icons, also where a backslash would be shown, or removed by the Markdown parser before the icons are made. */
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
