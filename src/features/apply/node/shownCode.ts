// Code that an answer only shows: as it is or was, with a remark, as it should not be, used elsewhere, or rewritten further
// down. It isn't one of the answer's changes, though it has its place in the file; a click on Apply places it all the same.
import { isDeepStrictEqual } from 'node:util';
import type { CodeBlockText } from '../../../markdown/common/codeBlocks';
import { readFenceInfo } from '../../../markdown/common/fenceInfo';
import { isBesideCode } from '../common/definitionPlaces';
import type { FileProposal } from '../common/fileProposal';
import { hasWord, overlaps, splitLines } from '../common/fileText';
import { findExact } from '../common/findLines';
import { isElisionMark } from '../common/marks';
import type { PlacedEdit, Placement } from '../common/placement';
import { shellLanguage } from '../common/shellLanguages';
import { isReplacement } from './replacedCode';

/** The signs of lists, headings and bold text. */
const start = /^[^\p{L}❌🚫✗✘👎]*/u;

/** The beginnings of sentences before such code, in the words of answers; after the signs. */
const introductions: readonly RegExp[] = [
  // “Before:”, “Current code in `a.ts`:”, “Here's your existing handler:”
  /^(?:before$|before[^\p{L}](?!.*, ?\p{L})|(?:here(?:['’]s| is) )?(?:the |your )?(?:original|current|existing|old|previous)\b)/iu,
  // “You currently have:”, “Right now `a.ts` does this:”, “`run()` looks like this today:”
  /^(?:you (?:currently |now )?(?:have|do|call|use)\b|(?:right now|currently|at the moment|today)\b)/iu,
  /\b(?:currently (?:has|says|does|reads|looks)|looks like this (?:now|today|currently))\b/iu,
  // “This is what you have now:”, “Look at this part:”
  /^(?:(?:this is )?what you (?:currently )?have now\b|look at th(?:is|e)\b)/iu,
  // “From your `a.ts`:”, “In your code:”
  /^(?:from (?:the|your) (?:\p{L}+ )?(?:files?|code|context|`[^`]*`)|in your (?:(?:current|existing|original) )?code)[^\p{L}]*$/iu,
  // “Wait, let me check the current `a.ts` again:”, “Looking at your code:”
  /^(?:\p{L}+, )?(?:let me|let['’]s|i['’]ll) (?:\p{L}+ )?(?:double-check|re-read|check|examine|inspect|recall|review|verify) (?:the |this |your )?(?:current |existing )?(?:`[^`]*`|code|component|file|function|handler|method|class)(?: you(?:['’]ve)?)?(?: \p{L}+)?(?: again| first)?(?: (?:from|in|of) .{1,60})?[^\p{L}]*$/iu,
  /^(?:\p{L}+, )?(?:(?:let me|let['’]s) look|looking) (?:back )?at (?:your |the (?:current|existing) |(?=[^,，]* again[^\p{L}]*$))(?!.*\band\b)[^,，]*$/iu,
  // “Looking at `a.ts`, I see:”, “I see that `a.ts` has:”, “Yes, in the setter:”, which answers a question of its own
  /^(?:[^,，]{1,80}, ){0,2}(?:i (?:can )?(?:also )?(?:see|notice)\b|(?:we|you) (?:can )?(?:see|find|notice)(?: (?:this|that|the following))?[^\p{L}]*$)/iu,
  /^(?:yes|indeed|sure enough), (?:in|inside|within|at|on) /iu,
  // “Your `a.ts` has this:”, “`a.ts` still contains the import:”
  /^(?:your `[^`]*`|.{0,60} (?:already|still)) (?:has|have|contains?|defines?|calls?|uses?|reads?|says?|includes?)(?: (?!to\b)\p{L}+){0,4}[^\p{L}]*$/iu,
  // “In `a.ts`, the `run()` method determines the state:”, “This method checks if …:”
  /^(?:in `[^`]*`, )?(?:the|this) (?:`[^`]*` )?(?:method|function) (?:in `[^`]*` )?(?:is creating|determines|decides|checks (?:if|whether))\b/iu,
  // “Don't do this:”, “Wrong:”, “Instead of this:”, “This won't work:”
  /^(?:please )?(?:don['’]t|do not|never|avoid|instead of|rather than)\b(?! forget\b)/iu,
  /^(?:this (?:is|would be) )?(?:the )?(?:wrong|incorrect|bad|broken|buggy|problematic|faulty)\b/iu,
  /^(?:this|the following)(?: code)? (?:won['’]t|will not|doesn['’]t|does not|fails|is not|isn['’]t)\b/iu,
  // “The bug is in this line of `a.ts`:”, “The problem in `a.ts` is this:”, “The problem:”
  /^the (?:actual |real |main )?(?:bug|problem|issue|error|culprit|mistake|cause)\b(?: (?:is|lies|comes|sits|in)\b|[^\p{L}]*$)/iu,
  // “Suppose you had two of them:”, “If you ever needed retries:”, “In another project:”
  /^(?:suppose|imagine|hypothetically|if (?:you|we|it|this) (?:had|were|ever|later|wanted|needed)\b|(?:in|for) (?:another|other|a different) (?!(?:file|module|component|class|function|method|place|step)s?\b)\p{L}+)/iu,
  // “For comparison, this is how lodash does it:”, “A naive version would be:”, “The compiled code looks like this:”
  /^(?:(?:for|in|by) (?:comparison|contrast)|conceptually|in essence|upstream|under the hood|behind the scenes|an? na[iï]ve|the (?:naïve|naive|compiled|transpiled|generated|minified))\b/iu,
  /\b(?:pseudo-?code|compiles? (?:down )?to|(?:is|are) compiled to)\b|\b(?:is|was) (?:defined|implemented|written) (?:as follows|like th(?:is|at))\b|\bhow (?!(?:i|it|to|we|you)\b)[^,，]{1,40} (?:does|handles?|implements?|solves?|writes?) (?:it|that|this)[^\p{L}]*$/iu,
  // “In Rails 4 you would have written:”, “`run()` used to do this:”
  /^in (?:older|earlier|previous|legacy)\b|\bwould(?:['’]ve| have) (?:been|done|had|looked|used|written)\b|\bused to\b/iu,
  // “To illustrate:”, “A simplified example:”
  /\b(?:to illustrate|(?:for|as an) illustration|illustrative|(?:minimal|simplified|hypothetical|contrived|toy) example)\b/iu,
  // “Then use it anywhere, for example:”, “Example usage:”
  /^(?:(?:and|now|then|you|can|could|also),? )*(?:use|reuse|call|import) (?:it|them|this|these|`[^`]*`|the \p{L}+) (?:(?:from )?anywhere|wherever|elsewhere|(?:from|in) any)\b[^`]*$/iu,
  /^(?:here(?:['’]s| is) )?(?:an? |some )?(?:usage(?: examples?)?|(?:example|sample|typical) (?:usage|use|calls?)|examples? of (?:use|usage|a call))(?: of [^,]*)?[^\p{L}]*$/iu,
  /^(?:伪代码|相比之下|作为对比|对比一下|以前|过去|在?旧版|早期|编译后|概念上|本质上)/u,
  /^(?:修改前|优化前|重构前|改动前|之前的|原代码|原来的|原先的|旧代码|旧的|当前代码|当前的|现有代码|现有的|目前的|错误|反例|不推荐|不要|避免|问题代码|有问题的|出错的|问题在|问题出在|假设)/u,
  // The same in Spanish, Portuguese, German, French and Japanese
  /^(?:en|para) otros? proyectos?|^antes(?! ?\p{L})|^(?:este es )?(?:el |tu )?código (?:actual|original|anterior|existente)|^actualmente|^(?:incorrecto|no hagas esto|ejemplos? de uso)/iu,
  /^(?:em|para) outros? projetos?|^(?:este é )?(?:o |seu )?código (?:atual|original|anterior|existente)|^atualmente|^(?:errado|não faça isso|exemplos? de uso)|us[ae]r?(?:-[oa]s?)? em qualquer/iu,
  /^(?:in|für) (?:einem |ein )?andere[mns]? projekte?n?|^(?:vorher|bisher)(?! ?\p{L})|^(?:das ist )?(?:der |dein )?(?:aktueller?|bisheriger?|ursprünglicher?|vorhandener?|alter?) code|^(?:aktuell|derzeit|momentan)\b|^(?:falsch|nicht so|so nicht|(?:anwendungs|verwendungs|nutzungs)beispiele?|beispielaufruf)/iu,
  /^(?:dans|pour) (?:un |d['’])autres? projets?|^avant(?! ?\p{L})|^(?:voici )?(?:le |votre |ton )?code (?:actuel|original|existant|d['’]origine)|^actuellement|^(?:incorrect|à éviter|ne faites pas|exemples? d['’](?:utilisation|usage))/iu,
  /^(?:別|他|ほか)のプロジェクト|(?:^|の)(?:現在|現状|元|既存|変更前|修正前)の(?:コード|実装)[^\p{L}]*$|^(?:変更前|修正前|悪い例|間違い|使用例|使い方の例|呼び出し例)|のような(?:コード|もの)を(?:期待|想定)/u,
];

/**
 * Words of which the sentence before a change, or the heading above, has one: “Update `a.ts`:”, “Here's the new handler:”,
 * “And a constructor for tests:”. The list can't be complete; the block's own Apply button works without such a word.
 */
const changeWords =
  /\b(?:add|adjust|after|allow|appl(?:y|ie)|asked for|becom|can|chang|clean|combin|complet|configur|convert|correct|creat|declar|defin(?:e(?!d? as)|ing)|delet|do (?:this|that|it)|don['’]t forget|drop|edit|enabl|ensur|entire|export|extend|extract|final|fix|follow|full|generat|ha(?:s|ve) to|handl|here|how to|implement|import|improv|includ|insert|instead|introduc|let (?:me|us)|let['’]s|like this|log|mak(?:e|ing)|merg|modif|mov|must|needs?|new|now|pass|patch|plac|put|reduc|refactor|regist|remov|renam|replac|restor|return|revert|revis|rewrit|run|save|set|should|simpl|solution|solv|split|swap|switch|then|try|turn|undo|updat|upgrad|us(?:e|ing)|version|with|would|wrap|writ)|, but\b|^(?:and|or|also|plus|alternatively|finally)\b|[改换替加添删移写新应需]|修[复正]|完整|最终|如下|实现|创建|增|设置|[把将]|之后|してください|しました|追加|置き|変更|書き|実装|削除/iu;
/** The same in Spanish, Portuguese, German, French, Vietnamese, Russian and Korean. */
const otherChangeWords =
  /(?<!\p{L})(?:alter[ae]|cambi|reempl|añad|agreg|corr[ie]g|modific|actualiz|cre[ae]|nuev|quit|valid|elimin|asegúr|mud|troqu|substitu|adicion|atualiz|nov[ao]|remov|änder|ersetz|füg|hinzu|korrig|aktualis|erstell|neue?|entfern|remplac|ajout|modifi|mett|nouve|supprim|vérif|sửa|thêm|thay|cập nhật|tạo|mới|xóa|đổi|измен|замен|добав|исправ|обнов|созда|нов|удал)|변경|수정|추가|교체|업데이트|생성|삭제|바꾸/iu;
/** “Debounce the handler:” */
const imperative =
  /^(?!(?:all|as|at|because|both|but|by|consider|examine|find|for|from|if|in|inside|inspect|look|my|notice|of|on|our|read|recall|remember|review|see|since|so|suppose|th(?:at|e|ese|is|ose)|to|wh\p{L}+|within|your|\p{L}+(?:ing|ly|s))\b)\p{L}+ (?:`|(?:an?|all|both|each|every|it|its|th(?:at|e|em|ese|is)|your)\b)/iu;

/** “**Saving** (runs every time you add or remove a city):” */
const longRemark =
  /\((?!(?:added|changed|fixed|new|now|updated|with)\b)(?:[^()\s]+\s+){4}[^()]*\)/giu;

/** Whether the words before a block are a sentence without a word of change. A short one may only name the place. */
function saysNoChange(sentence: string, heading: string): boolean {
  const [prose = '', title = ''] = [sentence, heading].map((text) =>
    text.replaceAll(/`[^`]*`|(?<![^\s`])\S*[\p{L}\p{N}_][./\\(]\S*/gu, '`'),
  );
  const words = prose.match(/\p{sc=Han}|[\p{L}\p{M}'’]+/gu) ?? [];
  return (
    words.length > 3 &&
    !imperative.test(prose) &&
    ![prose.replaceAll(longRemark, ''), title].some(
      (text) => changeWords.test(text) || otherChangeWords.test(text),
    )
  );
}

/** “For example, in another project:”, “You can use it, for example, …” */
const forExample =
  /\bfor (?:example|instance)\b|\bpor ejemplo\b|\bpor exemplo\b|\bzum beispiel\b|\bpar exemple\b|例如|比如|例えば|たとえば/iu;

/** “Here's the relevant part …”, “the code …”: what is not said to be another version. */
const theCode =
  /^(?:(?:here(?:['’]s| is| are)|this is|these are) )?(?:the |this |that |these |your )?(?:(?:relevant|exact|actual|specific|corresponding) )?(?:(?:part|section|snippet|code|component|line|excerpt|function|handler|method|class|definition|file)s?\b|`)/iu;
/** “… you provided:”, “… from the attached files:”, “… as it stands:”. */
const asGiven =
  /\b(?:you(?:['’]ve| have)? (?:just )?(?:provided|shared|posted|pasted|sent|gave|given|uploaded|attached|wrote|written)(?: me| us)?|(?:provided|shared|attached|uploaded) (?:files?|code|context)|as (?:provided|shared|(?:you wrote )?(?:it|they)(?: (?:is|are|was|were|stands?))?))[^\p{L}]*$/iu;

/** “Found the problem! In `run()`:”, over two sentences. */
const inProblem =
  /(?:\bfound (?:it|the (?:bug|problem|issue|cause))|找到了?(?:问题|原因)了?)[^\p{L}`]+(?:in|在)\s?[^.!?。！？]*(?:`[^`]*`)?[^.!?。！？]*$/iu;

/** What else such a sentence says if the code is the change. */
const saysChange =
  /\b(?:after|new|updated?|with|should|chang(?:e|es|ed|ing)|fix(?:es|ed)?|replaced?|instead,|but|use this|becomes?|add(?:ed)?|(?:this|it) instead)\b|改为|改成|应该|应当|换成|替换|修改后|之后|修复|cambi|reempla|añad|agreg|corrig|deber[ií]|troqu|substitu|adicion|änder|ersetz|füg|sollt|korrig|remplac|ajout|devr|(?:変更|修正)(?!前)|置き換|追加/iu;

/** Changes that were made already, in any form. */
const pastChanges: readonly RegExp[] = [
  /\b(?:diff|patch|changes?) (?:of|in|from) (?:your|the) (?:last|latest|previous) commit\b|\b(?:your|the) (?:last|latest|previous) commit (?:did|does|was|is|made|changed|added|removed)\b|(?:上一?次|最近(?:一次)?|最后一次)提交的?(?:改动|更改|修改|变更|差异)?.{0,10}[:：]?$/iu,
  // “My last modification to `a.py` did indeed include the following:”
  /\bmy (?:last|latest|previous|earlier) (?!.*(?:\bnot\b|n['’]t\b))\p{L}+(?: (?:to|in|of) [^:：]{1,60}?)?(?: \p{L}+){0,3}? (?:include|contain|add|made|make|change|introduce|propose|suggest|was|were|had)(?:d|ed|s)?(?: (?:the|following|this|these|lines?|changes?)| `[^`]+` \p{L}+(?=[:：]$))*[^\p{L}]*$/iu,
  /我(?:上次|之前|刚才)的(?:修改|改动|回答).{0,10}(?:包含|包括|如下).{0,8}[:：]$/u,
];

/** All of a heading, after the signs. */
const headingWords =
  /^(?:[❌🚫✗✘👎]|(?:before|old|original|current|previous|existing|wrong|bad|incorrect|avoid|don['’]t(?: do this)?|anti-?pattern|buggy)\b(?: (?:code|version|implementation|way|example|approach|state|behaviou?r|usage))?[^\p{L}]*$|(?:usage(?: examples?)?|example usage|how to use(?: it)?|修改前|优化前|变更前|変更前|修正前|使用(?:方式|方法|示例|说明)|用法(?:示例)?|使い方|uso|antes|vorher|avant)[^\p{L}]*$)/iu;

/** A name stands at the end of a line, which may be Base64. */
const maxLineEnd = 400;

/** Commands that print files. */
const printing =
  /^\s*(?:[$>] ?)?(?:cat|bat|head|tail|less|more|type|get-content|sed -n|jq|git (?:diff|show|log))\b/iu;

/** “### Option 2: a worker” */
const way =
  /^[^\p{L}]*(?:alternative|approach|choice|method|option|solution|variant|way|opci[oó]n|soluci[oó]n|opção|solução|variante|möglichkeit|lösung|cách|giải pháp|вариант|решение|способ|방법|(?:解决)?方案|方法|方式|写法)\s?#?(?<number>\d{1,2}|[a-d]|one|two|three|[一二三四])(?!\.\d|[\w#+])/iu;
const firstNumber = /^(?:1|a|one|一)$/iu;
/** Blocks of one way are fewer. */
const maxBlocksOfWays = 20;

/** Whether a block stands below the heading of a further way: of several ways that headings number, the first one is the change. */
function isFurtherWay({ section, above }: CodeBlockText): boolean {
  const number = way.exec(section)?.groups?.['number'] ?? '1';
  if (firstNumber.test(number) || /recom+end|推荐/iu.test(section)) {
    return false;
  }
  let block = above;
  for (let count = 0; block !== undefined && count < maxBlocksOfWays; count += 1) {
    if (firstNumber.test(way.exec(block.section)?.groups?.['number'] ?? '')) return true;
    block = block.above;
  }
  return false;
}

/** Whether the words before a block say that it is only shown, or a command in the block above has printed it. */
export function introducesShownCode(
  block: CodeBlockText,
  { kind, path }: Pick<FileProposal, 'kind' | 'path'>,
): boolean {
  const { info, lineBefore, heading, above } = block;
  const line = lineBefore.slice(-maxLineEnd);
  const sentence = (line.split(/(?<=[.!?])\s+|(?<=[。！？])\s*(?=\S)/u).at(-1) ?? '').trim();
  const isPrinted =
    above !== undefined &&
    lineBefore === '' &&
    shellLanguage.test(readFenceInfo(above.info).language) &&
    printing.test(above.code.split('\n').at(-1) ?? '');
  if (isPrinted || isFurtherWay(block) || pastChanges.some((pattern) => pattern.test(sentence))) {
    return true;
  }
  if (kind !== 'code') {
    return false;
  }
  const namesFile = path !== undefined || readFenceInfo(info).file !== '';
  const text = sentence.replace(start, '').replace(/^but,? /iu, '');
  const example = (text.split(forExample).at(-1) ?? '').replace(start, '');
  const isIntroduced =
    /[:：]/u.test(sentence.split(/\p{L}/u).at(-1) ?? '') &&
    !saysChange.test(text) &&
    (introductions.some((pattern) => pattern.test(text) || pattern.test(example)) ||
      (theCode.test(text) && asGiven.test(text)) ||
      inProblem.test(line));
  // Cursor cites code as `12:40:src/a.ts`.
  const isCited = /^\d+:\d+:/u.test(info) && !saysChange.test(text) && !saysChange.test(heading);
  const isBelow = (words: string): boolean => headingWords.test(words.replace(start, ''));
  return (
    (!namesFile && saysNoChange(text, heading)) ||
    isIntroduced ||
    isCited ||
    isBelow(line) ||
    (isBelow(heading) && !saysChange.test(text))
  );
}

/** Whether the words before a block, or the block after it, say that it is no change. */
export function isOnlyShown(
  block: CodeBlockText,
  proposals: readonly FileProposal[],
  next: CodeBlockText | undefined,
): boolean {
  const [first] = proposals;
  return (
    first !== undefined &&
    (introducesShownCode(block, first) || (next !== undefined && isReplacement(next)))
  );
}

/** A block of an answer with its place in a file. */
export interface PlacedBlock {
  readonly block: number;
  readonly text: CodeBlockText;
  /** Tells files apart. */
  readonly file: string;
  readonly proposal: FileProposal;
  readonly placement: Placement;
}

/** A comment that points at the code beside it: `# <-- fails here`, `// <<< this one`. */
const pointer = /<[-=]{1,3}(?![\w-])|[-#/*%;]\s?<{3,}|←|⬅|👈|❌|🔴|⚠/u;
const otherWay =
  /^[^\p{L}]*(?:or\b|alternatively|option\b|another\b|if you\b|(?:an? |the )?(?:alternative|(?:version )?even (?:more|better|clean|short|simpl|fast|saf)\p{L}*)|(?:una )?versión aún (?:más|mejor)|更(?:简洁|简单|好|优雅)的|(?:approach|choice|method|solution|variant|way) (?:[#\d]|[a-d]\b|one\b|two\b|three\b)|方案|方法\s?[一二三\d]|方式\s?[一二三\d]|写法\s?[一二三\d]|或者|另一种|也可以|如果)/iu;
/**
 * “Find `run()`:”, “You can delete this function:”, “Make sure that `site` is right:”, “Line by line:”; comments that are asked
 * for are a change.
 */
const looksAtCode =
  /^(?!.*(?:comment|\bdoc|注释|文档)).*(?:\b(?:find|locate|look (?:at|for)|delete|remove|check (?:that|if|whether)|verify|make sure|walk(?:ing)? (?:you )?through|line[- ]by[- ]line|what (?:each|every) line does)\b|找到|删除|删掉|移除|逐行|检查|确认|确保|assurez-vous|vérifie|asegúr|verifi[ckq]|certifi|stell(?:e|en sie)? sicher|überprüf)/iu;

/**
 * The blocks that are only shown, by what the other blocks of the answer change, each placed as if it were the only one. Code
 * that differs from the file in remarks is a quote if another block is for the same lines, if it leaves code out, if all
 * remarks point at code, or if the words before only look at it. Of two blocks for the same lines, the later one is the
 * change, unless the answer calls it another way.
 */
export function shownBlocks(all: readonly PlacedBlock[]): ReadonlySet<number> {
  const shown = all.filter((one) => {
    const { code, edits } = one.placement;
    const others = all.filter(
      ({ block, file, placement }) =>
        block !== one.block && file === one.file && placement.code?.isRemark !== true,
    );
    return code?.isRemark === true
      ? edits.every(pointsAtCode) ||
          edits.some(({ removal }) => removal !== undefined) ||
          looksAtCode.test(one.text.lineBefore) ||
          others.some((other) => changesSame(other, one))
      : code !== undefined &&
          others.some((other) => other.block > one.block && rewrites(other, one));
  });
  return new Set(shown.map(({ block }) => block));
}

function pointsAtCode({ lines }: PlacedEdit): boolean {
  return lines.length > 0 && lines.every((line) => pointer.test(line));
}

/** Whether a block changes lines that another one shows, or has its first line without a place of its own. */
function changesSame({ proposal, placement }: PlacedBlock, shown: PlacedBlock): boolean {
  const range = shown.placement.code?.range;
  const head = headOf(shown.proposal);
  return placement.refused.length > 0
    ? linesOf(proposal).some((line) => line.trim() === head)
    : placement.edits.some(
        ({ start: from, end }) =>
          range !== undefined && overlaps({ start: from, end: Math.max(end, from + 1) }, range),
      );
}

function linesOf(proposal: FileProposal): readonly string[] {
  return proposal.kind === 'code' ? proposal.lines : [];
}

/** Whether a block shows lines as the file has them. */
function showsOld({ proposal }: PlacedBlock, old: readonly string[]): boolean {
  const [wanted = [], lines = []] = [old, linesOf(proposal)].map((some) =>
    some.map((line) => line.trim()),
  );
  return wanted.some(hasWord) && findExact(lines, wanted).length > 0;
}

/** The first line that is no comment and no decorator. */
function headOf(proposal: FileProposal): string | undefined {
  return linesOf(proposal)
    .find((line) => !isBesideCode(line))
    ?.trim();
}

/**
 * Whether a later block is for all lines that an earlier one changes, and changes some of them in another way. Without a
 * place it has all of the same function or class: with fewer lines, it may only explain a part of the earlier one.
 */
function rewrites(later: PlacedBlock, { placement, proposal }: PlacedBlock): boolean {
  const { edits, code: { taken = [], isDefinition = false } = {} } = placement;
  const { code, edits: laterEdits, refused } = later.placement;
  const isAtSame = (one: PlacedEdit, other: PlacedEdit): boolean =>
    overlaps(one, other) || (one.start === other.start && one.end === other.end);
  const isCovered = ({ start: from, end }: PlacedEdit): boolean =>
    code !== undefined && code.range.start <= from && end <= code.range.end;
  return (
    ![later.text.heading, later.text.lineBefore].some((words) => otherWay.test(words)) &&
    (refused.length > 0
      ? isDefinition &&
        headOf(later.proposal) === headOf(proposal) &&
        linesOf(later.proposal).length >= linesOf(proposal).length
      : laterEdits.some(({ removal }) => removal === undefined) &&
        ((edits.some((edit) => laterEdits.some((other) => isAtSame(edit, other))) &&
          edits.every(
            (edit) => isCovered(edit) || laterEdits.some((other) => overlaps(edit, other)),
          ) &&
          !isDeepStrictEqual(edits, laterEdits)) ||
          taken.every((lines) => showsOld(later, lines))))
  );
}

/**
 * Whether code that names no file belongs to one of its language in which it has a place: it is a function or class of the
 * file, half of its lines are lines of the file, or it has three quarters of the file's lines. Answers show the code of other
 * projects, too.
 */
export function fitsWithoutName(
  proposal: FileProposal,
  { refused, isUnseen, uncertainLine, code }: Placement,
  now: string,
): boolean {
  if (uncertainLine !== undefined) {
    return false;
  }
  if (refused.length > 0 || isUnseen || code === undefined || !('lines' in proposal)) {
    return refused.length === 0 && !isUnseen;
  }
  const own = splitLines(now).filter(hasWord);
  const lines = proposal.lines.filter((line) => hasWord(line) && !isElisionMark(line));
  const shareIn = (part: readonly string[], all: readonly string[]): number => {
    const texts = new Set(all.map((line) => line.trim()));
    return part.filter((line) => texts.has(line.trim())).length / part.length;
  };
  return code.isDefinition || shareIn(lines, own) >= 0.5 || shareIn(own, lines) >= 0.75;
}
