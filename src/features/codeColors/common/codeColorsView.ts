// What the chat page gets to know of the editor's colors.
import type { CodeToken } from '../../../markdown/common/codeTokens';
import type { CodeColorsCommand } from './codeColorsViewCommands';

export interface CodeStyle {
  readonly token: CodeToken;
  /** highlight.js's name of the language; absent for all languages without a style of their own. */
  readonly language?: string;
  /** A value of CSS's `color`, such as `#rrggbb`; undefined for the editor's foreground. */
  readonly color: string | undefined;
  readonly fontStyle: FontStyle | undefined;
}

export interface FontStyle {
  readonly isItalic: boolean;
  readonly isBold: boolean;
  /** A value of CSS's `text-decoration`. */
  readonly lines: readonly ('underline' | 'line-through')[];
}

/** The same for all chats of a window. */
export interface CodeColorsViewState {
  /** Absent while the theme is not known: code has the page's own colors. */
  readonly codeStyles?: readonly CodeStyle[] | undefined;
}

type CodeColorsEvent = { readonly type: 'codeStyles' } & Required<CodeColorsViewState>;

declare module '../../../chat/common/features' {
  interface WindowFeatures {
    readonly codeColors: {
      readonly state: CodeColorsViewState;
      readonly event: CodeColorsEvent;
      readonly command: CodeColorsCommand;
    };
  }
}
