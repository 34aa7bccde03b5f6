// Attaches an image file, without its metadata.
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { imageTokens } from '../../../../gateway/common/tokenEstimate';
import { refuse, type AttachResult } from '../../../../workspace/host/attachResult';
import { filePlace } from '../../../../workspace/host/filePlace';
import { readBytes, readProblemText } from '../../../../workspace/host/readText';
import { withoutMetadata } from '../../node/imageMetadata';

/** What every API format accepts. The page scales larger images that are pasted. */
const maxImageBytes = 5_000_000;

/** Goes by the name: the content decides in the end. */
export function isImageName(path: string): boolean {
  return /\.(?:png|jpe?g|gif|webp)$/iu.test(path);
}

export async function imageAttachment(uri: vscode.Uri): Promise<AttachResult> {
  const { name } = await filePlace(uri);
  const read = await readBytes(uri, maxImageBytes);
  if (read === 'tooLong') {
    return refuse(
      vscode.l10n.t(
        '{0} is larger than 5 MB. Paste it into the message box so that Portico can scale it down.',
        name,
      ),
    );
  }
  if (typeof read === 'string') {
    return refuse(readProblemText(read, name));
  }
  const image = withoutMetadata(read.bytes);
  if (image === undefined) {
    return refuse(vscode.l10n.t("{0} isn't a PNG, JPEG, GIF or WebP image, or is damaged.", name));
  }
  return {
    id: randomUUID(),
    kind: 'image',
    name,
    image: { mediaType: image.mediaType, data: Buffer.from(image.bytes).toString('base64') },
    tokens: imageTokens,
  };
}
