// Marks such as `// ... existing code ...`: they stand for code that an answer leaves out and must never reach a file.

/** What a comment opens with, in the languages that models write. */
const commentStart =
  /^(?:\/\/+!?|\/\*+|#+|--+|;+|%+|<!--+|\{\s*\/\*+|\{#|\{\{!(?:--)?|<%(?:--|#)|\(\*|@\*|"""|'''|'|REM\b|<#)/iu;
const commentEnd =
  /(?:(?<!\*)\*+\/\s*\}?|(?<!-)--+>|#\}|(?:--)?\}\}|(?:--)?%>|\*\)|\*@|"""|'''|#>)$/u;
const innerEnd = /\*\/|-->|#\}|\}\}|%>|\*\)|\*@|"""|'''|#>/u;

/** Words of which one says that code is left out, if dots are there, too. */
const elisionWords =
  /\b(?:existing|rest|remain(?:s|ing|der)?|unchanged|same|omitted|omit|previous|other|others|more|keep|before|above|below|original|code|etc|truncated|snip(?:ped)?|skipped|bestehend\w*|restlich\w*|unverändert\w*|existant\w*|reste|inchangé\w*|existente\w*|resto|igual|sin cambios|inalterad\w*|restante\w*)\b|其余|其他|剩余|现有|原有|不变|省略|既存|残り|変更なし|以下略|기존|나머지|동일|생략|остальн|существующ|без изменений|прежн/iu;

/** What a comment without dots says in full, where it stands for code. */
const elisionPhrases: readonly RegExp[] = [
  // “existing code”, “the rest of the code remains unchanged”, “same as before”, “other methods unchanged”
  /^(?:\W*)(?:your |the |all )?(?:existing|previous|original|remaining|other|unchanged|rest(?: of)?)(?: (?:of|the|your|this|existing|original|remaining|other)){0,4}(?: [\w./()-]+){0,3}?(?: (?:remains?|stays?|is|are|goes|go|continues?|follows?))?(?: (?:the|as|it|is)){0,3}(?: (?:here|unchanged|same|before|above|below|omitted|code|content|imports|methods|functions|file|unmodified|intact)){1,3}(?: (?:here|above|below|unchanged|stays?|remains?|the same|as before|for brevity)){0,3}\W*$/iu,
  /^\W*(?:same as (?:before|above)|(?:code |rest |file )?(?:unchanged|omitted)(?: code)?(?: for brevity)?|no changes?(?: (?:needed|required|necessary))?(?: here| above| below| for now)?|keep (?:the )?(?:existing|rest|other|same)\b.{0,40}|rest(?: of (?:the )?\w+)?(?: \w+)?|snip(?:ped)?)\W*$/iu,
  // zh: 其余代码不变, 保持不变, 现有代码, 省略
  /^\W*(?:(?:这里|此处|以下|以上|之前|其余|其他|剩余|现有|原有|后续|前面|后面|中间)(?:的)?[\p{sc=Han}]{0,8}(?:代码|逻辑|内容|部分|方法|函数|不变|省略|保持)[\p{sc=Han}]{0,6}|(?:代码|内容)?(?:保持)?不变|(?:代码|部分)?省略[\p{sc=Han}]{0,6}|保持(?:原样|不变))\W*$/u,
  // ja: 既存のコード, 残りは変更なし, 以下省略
  /^\W*(?:(?:既存|残り|以下|以降|その他|他)(?:の|は)?[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー]{0,12}(?:コード|処理|そのまま|変更なし|省略|同じ|同様)[\p{sc=Hira}]{0,4}|変更なし|(?:以下|中)?略|省略)\W*$/u,
  // ko: 기존 코드, 나머지 코드는 동일, 생략
  /^\W*(?:(?:기존|나머지|이전|다른|이하)\s?[\p{sc=Hang} ]{0,16}|(?:코드\s?)?생략|변경\s?(?:없음|사항 없음))\W*$/u,
  // ru: остальное без изменений, существующий код
  /^\W*(?:(?:остальн|существующ|прежн)\p{L}*(?: \p{L}+){0,5}|без изменений|(?:код )?не (?:меняется|изменил\p{L}*)|(?:код )?пропущен\p{L}*)\W*$/iu,
  // de, fr, es, pt
  /^\W*(?:(?:bestehender|restlicher|übriger|vorhandener|bisheriger|der (?:restliche|übrige)|rest(?: des| der)?)(?: \p{L}+){0,4}|(?:bleibt )?unverändert|(?:wie (?:bisher|zuvor)))\W*$/iu,
  /^\W*(?:(?:le )?(?:reste|code existant)(?: \p{L}+){0,6}|(?:code )?inchangée?s?|sans changement)\W*$/iu,
  /^\W*(?:(?:el |o )?(?:resto|código (?:existente|anterior|restante))(?: \p{L}+){0,6}|sin cambios|sem (?:alterações|mudanças)|(?:código )?(?:inalterado|omitido))\W*$/iu,
];

const dots = /\.{3,}|…|⋯|\.\s\.\s\./u;
const startsWithDots = /^[\s[({<]*(?:\.{3,}|…+|⋯+)/u;
const onlyDots = /^[\s[({<]*(?:\.{3,}|…+|⋯+)[\s\])}>]*$/u;

function isElisionText(text: string): boolean {
  return (
    startsWithDots.test(text) ||
    (dots.test(text) && elisionWords.test(text)) ||
    elisionPhrases.some((phrase) => phrase.test(text))
  );
}

/**
 * Whether a line is nothing but such a mark. `...` alone is one in any language: in Python it may be code, but nobody can
 * tell the body of a stub from a body that was left out.
 */
export function isElisionMark(line: string): boolean {
  const text = line.trim();
  const inComment = commentText(text);
  if (inComment !== undefined && inComment.length <= 200) {
    return isElisionText(inComment);
  }
  return (
    onlyDots.test(text) ||
    (/^[[({<]?\s*(?:\.{3,}|…)\s/u.test(text) && elisionWords.test(text) && !/[,;]$/u.test(text)) ||
    (/(?:(?<!\.)\.{3,}|…)[\])}>]?$/u.test(text) && /^[[({<]/u.test(text) && elisionWords.test(text))
  );
}

/** The lines before, between and behind such marks. */
export function betweenMarks(lines: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [[]];
  for (const line of lines) {
    if (isElisionMark(line)) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts;
}

/** Whether a line is a mark that says in words that code is left out. Dots alone may be the body of a stub. */
export function isMarkInWords(line: string): boolean {
  return commentText(line) !== undefined && isElisionMark(line) && elisionWords.test(line);
}

/** Whether a mark stands in a line with code: `function a() { ... }`, `{ /* ... *\/ }`, `a(); // ... rest unchanged`. */
export function hasElisionMark(line: string): boolean {
  if (isElisionMark(line)) {
    return true;
  }
  const comments = [...line.matchAll(/\/\*+([^*]{1,200})\*+\/|<!--(.{1,200}?)-->/gu)].map(
    ([, block = '', markup = '']) => (block + markup).trim(),
  );
  const trailing = /\s(?:\/\/|#|--)\s*(\S[^]*)/u.exec(line)?.[1];
  return (
    /\{\s*(?:\.{3}|…)\s*\}/u.test(line) ||
    comments.some((text) => dots.test(text) && isElisionText(text)) ||
    (trailing !== undefined && startsWithDots.test(trailing) && isElisionText(trailing))
  );
}

/** A value that is left out: `"TOKEN": "..."`, `token: ...`. Dots without quotes are code in other languages. */
const quotedDots = /"(?:\.{3,}|…)"|'(?:\.{3,}|…)'|`(?:\.{3,}|…)`/u;
const bareDots = /[:=]\s*(\.{3,}|…)$/u;

/**
 * Replaces the dots of values that are left out in configurations and style sheets by the values of the old lines. Returns
 * undefined if it is not certain which old value that is. Dots of a key that is new stay: the user is to fill them in.
 */
export function withElidedValues(
  lines: readonly string[],
  old: readonly string[],
  isDeclarative: boolean,
): readonly string[] | undefined {
  const codeOf = (line: string): string => line.trim().replace(/[;,]$/u, '');
  const known = new Set(old.map(codeOf));
  const filled = lines.map((line) => {
    const bare = isDeclarative ? bareDots.exec(codeOf(line))?.[1] : undefined;
    const value = quotedDots.exec(line)?.[0] ?? bare;
    if (value === undefined || known.has(codeOf(line))) return line;
    const head = line.slice(0, line.indexOf(value));
    const [rest, second] = old.flatMap((one) =>
      one.trim().startsWith(head.trim()) ? codeOf(one).slice(head.trim().length).trim() : [],
    );
    if (rest === undefined) return line;
    const tail = line.slice(head.length + value.length);
    const own = rest.slice(0, rest.length - codeOf(tail).length);
    const isCertain =
      isDeclarative &&
      second === undefined &&
      rest.endsWith(codeOf(tail)) &&
      !/^$|[[({]$/u.test(own);
    return isCertain ? head + own + tail : undefined;
  });
  return filled.includes(undefined) ? undefined : filled.flatMap((line) => line ?? []);
}

/** What a line that is nothing but a comment says. */
export function commentText(line: string): string | undefined {
  const text = line.trim();
  const start = commentStart.exec(text)?.[0];
  const inside = text.slice(start?.length).trim().replace(commentEnd, '').trim();
  // Code may follow a comment that ends within the line.
  const endsBefore = /^(?:[/{(@]\W*\*|<|\{|"""|''')/u.test(start ?? '') && innerEnd.test(inside);
  return start === undefined || endsBefore ? undefined : inside;
}

/** Whether a line is a comment, or within one as they are usually written. */
export function isCommentLine(line: string): boolean {
  return commentText(line) !== undefined || /^\s*\*/u.test(line);
}
