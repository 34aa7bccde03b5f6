// Finds the program of a key command. A bare name is looked up on PATH only: Windows would start one in the
// working directory first.
import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { posix, win32 } from 'node:path';

type FoundProgram =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly problem: 'notFound' | 'batchFile' };

export interface ProgramSearch {
  /** What relative paths of programs start from. */
  readonly homeFolder: string;
  /** Programs in these folders are not found by a bare name. */
  readonly workspaceFolders: readonly string[];
  readonly platform: NodeJS.Platform;
  readonly environment: NodeJS.ProcessEnv;
}

/** A path is used as it is, from the home folder on; a name is looked up on PATH outside of the workspace. */
export async function resolveProgram(
  program: string,
  options: ProgramSearch,
): Promise<FoundProgram> {
  const isWindows = options.platform === 'win32';
  const paths = isWindows ? win32 : posix;
  const isPath = isWindows ? /[\\/:]/.test(program) : program.includes('/');
  const folders = isPath ? [options.homeFolder] : searchedFolders(options);
  const names = isWindows ? withExtensions(program) : [program];
  for (const folder of folders) {
    for (const name of names) {
      const path = paths.resolve(folder, name);
      const isFound =
        (await isExecutable(path)) && (isPath || !(await isInWorkspace(path, options)));
      if (isFound) {
        // Windows runs these with a shell, which interprets their arguments.
        return isWindows && isBatchFile(path)
          ? { ok: false, problem: 'batchFile' }
          : { ok: true, path };
      }
    }
  }
  return { ok: false, problem: isWindows && isBatchFile(program) ? 'batchFile' : 'notFound' };
}

/** The absolute folders of PATH. */
function searchedFolders(options: ProgramSearch): readonly string[] {
  const { platform, environment } = options;
  const paths = platform === 'win32' ? win32 : posix;
  const name = Object.keys(environment).find((key) =>
    platform === 'win32' ? key.toUpperCase() === 'PATH' : key === 'PATH',
  );
  return (name === undefined ? '' : (environment[name] ?? ''))
    .split(paths.delimiter)
    .map((folder) => (platform === 'win32' ? folder.replace(/^"(.*)"$/, '$1') : folder))
    .filter((folder) => paths.isAbsolute(folder));
}

/** Whether a program is in the workspace: by its path, or behind all links. */
async function isInWorkspace(
  path: string,
  { platform, homeFolder, workspaceFolders }: ProgramSearch,
): Promise<boolean> {
  const paths = platform === 'win32' ? win32 : posix;
  const isIn = (inner: string, folder: string): boolean => {
    const between = paths.relative(folder, inner);
    return !paths.isAbsolute(between) && !/^\.\.(?:$|[\\/])/.test(between);
  };
  // A workspace that contains the home folder contains the user's own programs, too.
  const folders = workspaceFolders.filter((folder) => !isIn(homeFolder, folder));
  const real = await realPath(path);
  const realFolders = await Promise.all(folders.map(realPath));
  return (
    folders.some((folder) => isIn(path, folder)) || realFolders.some((folder) => isIn(real, folder))
  );
}

function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** A batch file is found too, so that the message can say why it is not run. */
function withExtensions(program: string): readonly string[] {
  const extensions = ['.com', '.exe', '.bat', '.cmd'];
  return extensions.includes(win32.extname(program).toLowerCase())
    ? [program]
    : extensions.map((extension) => program + extension);
}

/** Windows ignores blanks and dots at the end of a name. */
function isBatchFile(path: string): boolean {
  return /\.(?:cmd|bat)[. ]*$/i.test(path);
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
