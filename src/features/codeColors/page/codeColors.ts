// Colors the code in the page as the host says, and tells the host which color theme VS Code shows.
import type { Post } from '../../chatView/page/host';
import type { CodeStyle } from '../common/codeColorsView';

/** VS Code keeps the ID of its theme here. */
const themeAttribute = 'data-vscode-theme-id';

const sheet = new CSSStyleSheet();

export function followTheme(post: Post): void {
  const report = (): void => {
    const id = document.body.getAttribute(themeAttribute);
    if (id !== null) post({ type: 'themeShown', id });
  };
  new MutationObserver(report).observe(document.body, { attributeFilter: [themeAttribute] });
  report();
  document.adoptedStyleSheets.push(sheet);
}

/** Without styles code has the colors of code.css. */
export function showCodeStyles(styles: readonly CodeStyle[] = []): void {
  sheet.replaceSync(styles.map(ruleOf).join('\n'));
}

function ruleOf({ token, language, color, fontStyle }: CodeStyle): string {
  const block = language === undefined ? '.code-block' : `.code-block[data-language='${language}']`;
  return `${block} .hl-${token.replace('.', '-')} {
    color: ${color ?? 'var(--vscode-editor-foreground)'};
    font-style: ${fontStyle?.isItalic === true ? 'italic' : 'normal'};
    font-weight: ${fontStyle?.isBold === true ? 'bold' : 'inherit'};
    text-decoration: ${fontStyle?.lines.join(' ') || 'none'};
  }`;
}
