// What was dropped or pasted. The data can be read only during the event.
import { maxPastedLength } from '../common/typedText';

/**
 * How VS Code names dragged files and folders, the most exact one first: the Explorer, editor tabs and other lists set
 * several. Sources: `fillEditorsDragData` and `CodeDataTransfers` in VS Code's src/vs/platform/dnd/browser/dnd.ts.
 */
const uriReaders: Readonly<Record<string, (data: string) => readonly string[]>> = {
  'application/vnd.code.uri-list': uriList,
  resourceurls: strings,
  codefiles: (data) => strings(data).map(fileUri),
  'text/uri-list': uriList,
};

/** The host accepts no longer ones. */
const maxUriLength = 8_000;

/** Whether something that can be attached is dragged. */
export function isAttachable(types: readonly string[]): boolean {
  return types.some((type) => type === 'Files' || Object.hasOwn(uriReaders, type));
}

/** The dropped files and folders of VS Code. */
export function droppedUris(data: Pick<DataTransfer, 'getData'>): readonly string[] {
  for (const [type, read] of Object.entries(uriReaders)) {
    const uris = read(data.getData(type)).filter(
      (uri) => uri.length <= maxUriLength && !/^(?:https?|data|mailto):/iu.test(uri),
    );
    if (uris.length > 0) {
      return [...new Set(uris)];
    }
  }
  return [];
}

/** Pasted text stays text: office programs add a picture of it. File managers put the names of files there. */
export function pastedFiles(data: Pick<DataTransfer, 'getData' | 'files'>): readonly File[] {
  const files = [...data.files];
  const text = data.getData('text/plain').trim();
  const names = files.map(({ name }) => name).join('\n');
  return text === '' || text === names ? files : [];
}

/** More lines than a person reads in the message box. */
const maxPastedLines = 200;

/** Text that is attached when it is pasted; undefined for text that the message box takes. */
export function longText(data: Pick<DataTransfer, 'getData'>): string | undefined {
  const text = data.getData('text/plain');
  const isLong = text.trimEnd().split(/\r\n?|\n/u, maxPastedLines + 1).length > maxPastedLines;
  return isLong && text.length <= maxPastedLength ? text : undefined;
}

/** RFC 2483: one URI per line; lines with `#` are comments. */
function uriList(data: string): readonly string[] {
  return data.split(/\r?\n/u).filter((line) => line !== '' && !line.startsWith('#'));
}

function strings(json: string): readonly string[] {
  try {
    const values: unknown = JSON.parse(json);
    return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
  } catch {
    return [];
  }
}

/** A path has backslashes on Windows. */
function fileUri(path: string): string {
  const encoded = path.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  return encoded.startsWith('/') ? `file://${encoded}` : `file:///${encoded}`;
}
