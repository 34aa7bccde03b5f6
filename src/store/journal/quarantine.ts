// Lines that cannot be read are set aside, once, so that nothing is thrown away and nobody is told twice.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Disk, fileMode, errorCode, makeFolderInside } from '../disk';
import type { SegmentDamage } from './segments';

/** Copies the damaged lines into a file of their own; undefined where that was done before, or the conversation deleted. */
export async function quarantine(
  disk: Disk,
  folder: string,
  { segment, lines }: SegmentDamage,
): Promise<string | undefined> {
  const bytes = Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const aside = join(folder, 'quarantine');
  const path = join(aside, `${segment}.${hash}`);
  try {
    await makeFolderInside(disk, aside);
    const file = await disk.open(path, 'wx', fileMode);
    try {
      await file.writeFile(bytes);
    } finally {
      await file.close();
    }
    return path;
  } catch (error) {
    switch (errorCode(error)) {
      case 'EEXIST':
      case 'ENOENT':
        return undefined;
      default:
        throw error;
    }
  }
}
