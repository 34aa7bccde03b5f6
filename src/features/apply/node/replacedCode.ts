// “Replace: … With: …”: two blocks, of which the first quotes what the second stands for.
import type { CodeBlockText } from '../../../markdown/common/codeBlocks';
import type { FileProposal } from '../common/fileProposal';
import { splitLines } from '../common/fileText';

const quoting =
  /\b(?:find|replace|change|locate|substitute|swap)\b(?!.*\b(?:with|by|to)\b)|^[^\p{L}]*(?:before|old|from|original|current)\b(?: \p{L}+)?[^\p{L}]*$|^[^\p{L}]*(?:查找|找到|将|把|替换|修改前|原代码)/iu;
const replacing =
  /^[^\p{L}]*(?:(?:and|then) )?(?:(?:replace|change) (?:it|this|that|them) )?(?:with|by|to|into|after|new|becomes?)\b(?: (?:this|the following|it|code|version))*[^\p{L}]*$|^[^\p{L}]*(?:替换为|替换成|改为|改成|修改后|换成)[^\p{L}]*$/iu;

/** Whether the words before a block say that it replaces the one above. */
export function isReplacement({ lineBefore, above }: CodeBlockText): boolean {
  return above !== undefined && replacing.test(lineBefore) && quoting.test(above.lineBefore);
}

/** Adds what code replaces, where the words before it say so. */
export function withReplaced(
  proposals: readonly FileProposal[],
  block: CodeBlockText,
): readonly FileProposal[] {
  const replaces = isReplacement(block) ? splitLines(block.above?.code ?? '') : undefined;
  return proposals.map((one) => (one.kind === 'code' && replaces ? { ...one, replaces } : one));
}
