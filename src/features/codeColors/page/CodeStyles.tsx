// Colors the code in the page as the host says, and tells the host which color theme VS Code shows.
import type { ComponentChildren } from 'preact';
import { useContext, useLayoutEffect } from 'preact/hooks';
import { PageContext } from '../../../chat/page/contexts';
import type { CodeColorsViewState, CodeStyle } from '../common/codeColorsView';

/** VS Code keeps the ID of its theme here. */
const themeAttribute = 'data-vscode-theme-id';

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);

export function CodeStyles(props: {
  readonly view: CodeColorsViewState | undefined;
  readonly children: ComponentChildren;
}) {
  const { post } = useContext(PageContext);
  useLayoutEffect(() => {
    const report = (): void => {
      const id = document.body.getAttribute(themeAttribute);
      if (id !== null) post({ type: 'themeShown', id });
    };
    report();
    const observer = new MutationObserver(report);
    observer.observe(document.body, { attributeFilter: [themeAttribute] });
    return () => observer.disconnect();
  }, []);
  const styles = props.view?.codeStyles;
  // Without styles code has the colors of code.css.
  useLayoutEffect(() => sheet.replaceSync((styles ?? []).map(ruleOf).join('\n')), [styles]);
  return <>{props.children}</>;
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
