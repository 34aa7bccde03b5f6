// Finds where the code of an answer belongs: the file, and the places in it. Nothing is changed.
import * as vscode from 'vscode';
import { omitUndefined } from '../../../base/omitUndefined';
import { findAnswer, type Conversation } from '../../../conversation/common/conversation';
import { fileTextsOf, type SeenFileText } from '../../../conversation/common/fileTexts';
import { pathTo } from '../../../conversation/common/messageTree';
import { partTexts } from '../../../conversation/common/toolRound';
import { readCodeBlocks, type CodeBlockText } from '../../../markdown/common/codeBlocks';
import { readFenceInfo } from '../../../markdown/common/fenceInfo';
import { documentSymbols } from '../../../workspace/host/documentSymbols';
import { hasOtherEncoding, openDocument, readProblemText } from '../../../workspace/host/readText';
import { blockContent } from '../../../workspace/node/labeledBlock';
import { newFileLines } from '../common/blockFormats';
import { isOtherLanguage } from '../common/codeLanguages';
import type { FileProposal } from '../common/fileProposal';
import { isMarkInWords } from '../common/marks';
import type { CodeSymbol, SeenText } from '../common/placement';
import { extensionOf } from '../common/sources';
import type { AcceptedTexts } from '../node/acceptedChanges';
import { namedFile } from '../node/namedFile';
import type { PlaceThread } from '../node/placeThread';
import { withReplaced } from '../node/replacedCode';
import { fitsWithoutName, isOnlyShown, shownBlocks } from '../node/shownCode';
import { refusalText } from './applyTexts';
import type { FileNames } from './fileNames';
import type { LocatedChange } from './locatedChange';
import { checkTarget, findTargets, isFileName, newFilePath, type SeenFile } from './targets';

/** The code blocks of an answer, and what the model had seen when it wrote them. */
export interface AnswerCode {
  readonly messageId: string;
  readonly blocks: readonly CodeBlockText[];
  /** The answer ended early, so the last block may be cut off if it is open. */
  readonly isCut: boolean;
  readonly conversation: Conversation;
}

export function answerCode(conversation: Conversation, messageId: string): AnswerCode | undefined {
  const answer = findAnswer(conversation, messageId);
  return (
    answer && {
      messageId,
      blocks: partTexts(answer).flatMap(readCodeBlocks),
      isCut: answer.state !== 'complete',
      conversation,
    }
  );
}

export interface LocateOptions {
  readonly fileNames: FileNames;
  /** These texts, by URI, count instead of those of the files: other blocks have already changed them. */
  readonly texts?: ReadonlyMap<string, string>;
  /** The texts of a file of which the user has accepted changes of the answer. */
  readonly accepted: (uri: vscode.Uri) => Promise<AcceptedTexts | undefined>;
  /** The blocks that the user has clicked on: they are placed, whatever the answer says of them. */
  readonly blocks?: readonly number[];
  /** The file that the user has chosen. */
  readonly chosen?: vscode.Uri;
  /** The editor that the user was in before the chat. */
  readonly editor: vscode.TextEditor | undefined;
  /** Code without a place of its own replaces these lines. */
  readonly edited?: EditedLines;
  readonly placer: PlaceThread;
  /** Settles when code is placed without a language server that has not answered. */
  readonly patience: Promise<void>;
  /** It is called where the text alone does not decide. */
  readonly willWait?: (() => void) | undefined;
}

/** The lines that the user has selected for a change. */
export interface EditedLines {
  readonly uri: vscode.Uri;
  readonly lines: readonly string[];
}

/** An empty list: the code names no file, and fits none that the model has seen. */
export async function locateBlock(
  code: AnswerCode,
  block: number,
  options: LocateOptions,
): Promise<readonly LocatedChange[]> {
  const text = code.blocks[block];
  if (text === undefined) {
    return [];
  }
  const named = namedFile(text);
  const isCut = code.isCut && !text.isClosed;
  const proposals = withReplaced(await options.placer.read(text, named), text);
  const [only, another] = proposals;
  const { edited } = options;
  if (
    edited !== undefined &&
    only?.kind === 'code' &&
    another === undefined &&
    code.blocks.length === 1
  ) {
    const edits = [{ old: edited.lines, new: only.lines }];
    const part: BlockPart = { code, block, proposal: { kind: 'edits', edits }, isCut };
    return [await placeIn(part, edited.uri, options)];
  }
  if (options.blocks === undefined && isOnlyShown(text, proposals, code.blocks[block + 1])) {
    return [{ type: 'shown', block, path: named }];
  }
  const located = proposals.map(async (proposal): Promise<LocatedChange | undefined> => {
    const part = { code, block, proposal, isCut };
    if (options.chosen !== undefined) {
      return placeIn(part, options.chosen, options);
    }
    const path = proposal.path ?? named;
    if (path === undefined) {
      return locateUnnamed(part, options);
    }
    const targets = await findTargets(
      path,
      attachedFiles(code),
      options.fileNames,
      proposal.kind === 'edits',
    );
    const [target] = targets;
    if (targets.length > 1) {
      const reason = vscode.l10n.t('several files have this name');
      return { type: 'refused', block, path, reason, candidates: targets };
    }
    if (target !== undefined) {
      return placeIn(part, target, options);
    }
    if (isCut) {
      return { type: 'refused', block, path, reason: refusalText('cutOff') };
    }
    // A list of edits can't create a file, and a block without a name of its own is often only an example.
    if (proposal.kind === 'newFile' || proposal.kind === 'code') {
      const fresh = await newFilePath(path);
      const isName = fresh !== undefined && (await isFileName(path, options.fileNames));
      const lines = newFileLines(proposal);
      if (isName && lines.some(isMarkInWords)) {
        return { type: 'refused', block, path, reason: refusalText('markWouldBeWritten') };
      }
      const content = lines.join('\n');
      return proposal.kind === 'code' && !isName
        ? locateUnnamed(part, options)
        : {
            type: 'newFile',
            block,
            path: fresh ?? path,
            code: content,
            isOpen: isOpenAsNew(fresh, content),
          };
    }
    const reason = vscode.l10n.t("the workspace doesn't have this file");
    return { type: 'refused', block, path, reason };
  });
  return (await Promise.all(located)).filter((change) => change !== undefined);
}

/** Whether a click on Apply has opened it, and it waits to be saved. */
function isOpenAsNew(path: string | undefined, code: string): boolean {
  return vscode.workspace.textDocuments.some(
    (document) =>
      document.isUntitled &&
      document.uri.path.endsWith(`/${path}`) &&
      withLineFeeds(document.getText()) === `${code}\n`,
  );
}

/** The blocks that are only shown, by what the others change. */
export function shownAmong(
  { blocks }: AnswerCode,
  located: readonly LocatedChange[],
): ReadonlySet<number> {
  const placed = located.filter((one) => one.type === 'placed');
  return shownBlocks(
    placed.flatMap((one) => {
      const text = blocks[one.block];
      return text === undefined ? [] : [{ ...one, text, file: one.uri.toString() }];
    }),
  );
}

interface BlockPart {
  readonly code: AnswerCode;
  readonly block: number;
  readonly proposal: FileProposal;
  readonly isCut: boolean;
}

/** The only one of the attached files, or else the editor's, in which all of it can be placed. */
async function locateUnnamed(
  part: BlockPart,
  options: LocateOptions,
): Promise<LocatedChange | undefined> {
  const attached = attachedFiles(part.code).map(({ uri }) => uri);
  const editor = options.editor?.document.uri;
  const isSeen =
    editor === undefined || attached.some((uri) => uri.toString() === editor.toString());
  const { proposal } = part;
  const { language } = readFenceInfo(part.code.blocks[part.block]?.info ?? '');
  // Code in another language has no place, and must not wait for the file's language server.
  const mayHave = (uri: vscode.Uri): boolean =>
    !('lines' in proposal) || !isOtherLanguage(language, extensionOf(uri.path));
  for (const uris of [attached, isSeen ? [] : [editor]]) {
    const candidates = uris.filter(mayHave);
    const placed = await Promise.all(candidates.map((uri) => placeIn(part, uri, options)));
    const fitting = placed.filter(
      (change) =>
        change.type === 'placed' && fitsWithoutName(proposal, change.placement, change.now),
    );
    if (fitting.length > 0) {
      return fitting.length === 1 ? fitting[0] : undefined;
    }
    // Quoted lines and cut code are no examples: with one file attached, the reason against it says more than a question.
    const isChange = proposal.kind === 'edits' || part.isCut;
    if (isChange && attached.length === 1 && uris === attached) {
      return placed[0];
    }
  }
  return undefined;
}

async function placeIn(
  { code, block, proposal, isCut }: BlockPart,
  uri: vscode.Uri,
  { accepted, texts, placer, patience, willWait }: LocateOptions,
): Promise<LocatedChange> {
  const path = proposal.path ?? vscode.workspace.asRelativePath(uri);
  const target = await checkTarget(uri);
  if (typeof target === 'string') {
    return { type: 'refused', block, uri, path, reason: target };
  }
  const now = texts?.get(uri.toString()) ?? (await readNow(uri));
  if (now === undefined) {
    return { type: 'refused', block, uri, path, reason: await unreadableText(uri) };
  }
  const seen = seenTexts(code, uri);
  const { before, after } = (await accepted(uri)) ?? {};
  // What was accepted is no change of the user: edits quote the text before it, and a function is found by its text now. A
  // text with a change of the user as well would hide that.
  const isUsers = !seen.some((one) => before?.includes(one.text));
  const text = proposal.kind === 'edits' ? before : isUsers ? undefined : after;
  const known = text === undefined ? seen : [...seen, { text }];
  const input = { proposal, path: uri.path, now, seen: known, isCut };
  let placement = await placer.place(input);
  const isCertain = placement.refused.length === 0 && !placement.isUnseen;
  // A language server takes seconds to start, and only a function or class needs its symbols.
  if (!isCertain && !isCut && proposal.kind === 'code') {
    willWait?.();
    const symbols = await Promise.race([symbolsOf(uri), patience.then(() => [])]);
    placement = await placer.place({ ...input, symbols });
  }
  return { type: 'placed', block, uri, proposal, placement, now };
}

/**
 * Returns the text of a file as an editor shows it, with `\n` as line ends; undefined for what is no text, or would lose
 * bytes when it is saved.
 */
export async function readNow(uri: vscode.Uri): Promise<string | undefined> {
  try {
    const document = await vscode.workspace.openTextDocument(uri);
    return (await hasOtherEncoding(document)) ? undefined : withLineFeeds(document.getText());
  } catch {
    return undefined;
  }
}

/** The second half of “can't be placed: …”, without the end of its sentence. */
async function unreadableText(uri: vscode.Uri): Promise<string> {
  const document = openDocument(uri);
  return document !== undefined && (await hasOtherEncoding(document))
    ? readProblemText('otherEncoding', vscode.workspace.asRelativePath(uri)).replace(/[.。]$/u, '')
    : vscode.l10n.t("the file can't be read as text");
}

export function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/gu, '\n');
}

interface VersionSymbols {
  readonly version: number;
  readonly symbols: Promise<readonly CodeSymbol[]>;
}

/** A click does not wait again for what the header has: TypeScript's server is busy for seconds after its start. */
const symbolsByDocument = new WeakMap<vscode.TextDocument, VersionSymbols>();

async function symbolsOf(uri: vscode.Uri): Promise<readonly CodeSymbol[]> {
  const document = await vscode.workspace.openTextDocument(uri);
  const { version } = document;
  const known = symbolsByDocument.get(document);
  if (known?.version === version) {
    return known.symbols;
  }
  const symbols = readSymbols(uri);
  symbolsByDocument.set(document, { version, symbols });
  const found = await symbols;
  if (found.length === 0 && symbolsByDocument.get(document)?.symbols === symbols) {
    // The language's extension may start later.
    symbolsByDocument.delete(document);
  }
  return found;
}

async function readSymbols(uri: vscode.Uri): Promise<readonly CodeSymbol[]> {
  const found: CodeSymbol[] = [];
  let level = await documentSymbols(uri);
  while (level.length > 0) {
    for (const { name, range } of level) {
      // Some language servers add the parameters to a name.
      const plain = /^[^\s(<:]+/u.exec(name)?.[0] ?? name;
      found.push({ name: plain, start: range.start.line, end: range.end.line + 1 });
    }
    level = level.flatMap(({ children }) => children);
  }
  return found;
}

/** The files that the model has seen, the newest first, each once. */
export function attachedFiles(code: AnswerCode): readonly SeenFile[] {
  const names = new Map(
    textsUpTo(code)
      .toReversed()
      .flatMap(({ source, name }) =>
        source === undefined ? [] : [[source.uri, name.replace(/:\d+(?:-\d+)?$/u, '')] as const],
      ),
  );
  return [...names].toReversed().map(([uri, name]) => ({ uri: vscode.Uri.parse(uri, true), name }));
}

function seenTexts(code: AnswerCode, uri: vscode.Uri): readonly SeenText[] {
  const wanted = uri.toString();
  return textsUpTo(code).flatMap(({ source, text = '', isExcerpt }) => {
    const content = source?.uri === wanted ? blockContent(text) : undefined;
    const more = omitUndefined({ startLine: source?.startLine, isExcerpt });
    return content === undefined ? [] : [{ text: content, ...more }];
  });
}

/** Texts of the newest message come first, and of each message those of the fewest lines: they say most about the place. */
function textsUpTo({ conversation, messageId }: AnswerCode): readonly SeenFileText[] {
  const answer = findAnswer(conversation, messageId);
  return (answer === undefined ? [] : pathTo(conversation, answer))
    .toReversed()
    .flatMap((message) => fileTextsOf(message).toSorted((a, b) => lineCount(a) - lineCount(b)));
}

function lineCount({ source }: SeenFileText): number {
  const { startLine, endLine = startLine } = source ?? {};
  return startLine === undefined || endLine === undefined
    ? Number.MAX_SAFE_INTEGER
    : endLine - startLine;
}
