// Attaches images and PDF files that were pasted or dropped: images without what the user has not meant to send.
import * as l10n from '@vscode/l10n';
import { once } from '../../../base/once';
import type { Post } from '../../../chat/page/hostConnection';
import { loadScript } from '../../../markdown/page/scripts/pageScripts';
import { joinSentences } from '../../../platform/page/joinPageTexts';
import { base64 } from './fileData';
import type { PrepareImage } from './images';

declare global {
  /** Set by the script `images.js`. */
  var porticoPrepareImage: PrepareImage | undefined;
}

const loadImages = once(() => loadScript('images.js', () => globalThis.porticoPrepareImage));

/** The limit of an image before it is scaled. */
const maxImageBytes = 30_000_000;

/** All of a PDF file goes to the host, which reads its text. */
const maxPdfBytes = 15_000_000;

/** The host accepts 500. */
const maxNameLength = 200;

/** The name that browsers give a pasted image. */
const unnamed = 'image.png';

/** Returns a sentence for the user about each file that is not attached. */
export async function attachFiles(
  files: readonly File[],
  post: Post,
  chatId: string | undefined,
): Promise<string> {
  const problems: string[] = [];
  for (const file of files) {
    const name = nameOf(file);
    const problem = isPdf(file)
      ? await attachPdf(file, name, post, chatId)
      : await attachImage(file, name, post, chatId);
    if (problem !== undefined) {
      problems.push(joinSentences(l10n.t("Couldn't attach “{0}”.", name), problem));
    }
  }
  return joinSentences(...problems);
}

async function attachImage(
  file: File,
  name: string,
  post: Post,
  chatId: string | undefined,
): Promise<string | undefined> {
  if (!file.type.startsWith('image/')) {
    return l10n.t(
      'From outside VS Code, only images and PDF files can be attached here. For other files, select “Attach”.',
    );
  }
  if (file.size > maxImageBytes) {
    return tooLarge();
  }
  const prepare = await loadImages().catch(() => undefined);
  const image = await prepare?.(file);
  if (image === 'tooLarge') {
    return tooLarge();
  }
  if (image === undefined || image === 'unreadable') {
    return l10n.t("The image can't be read.");
  }
  post({ type: 'attachImage', name, ...image }, chatId);
  return undefined;
}

/** A browser knows the type of a file by its name. */
function isPdf({ type }: File): boolean {
  return type === 'application/pdf';
}

async function attachPdf(
  file: File,
  name: string,
  post: Post,
  chatId: string | undefined,
): Promise<string | undefined> {
  if (file.size > maxPdfBytes) {
    return l10n.t('It is larger than 15 MB. Select “Attach” instead.');
  }
  const data = await base64(file).catch(() => undefined);
  if (data === undefined) {
    return l10n.t("The file can't be read.");
  }
  post({ type: 'attachPdf', name, data }, chatId);
  return undefined;
}

function tooLarge(): string {
  return l10n.t('The image is too large.');
}

function nameOf({ name }: File): string {
  const shortName = name.slice(0, maxNameLength).toWellFormed();
  return shortName === '' || shortName === unnamed ? l10n.t('Pasted image') : shortName;
}
