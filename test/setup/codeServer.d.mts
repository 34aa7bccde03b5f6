// Types of codeServer.mjs, which must run without a compiler.
export interface Tools {
  readonly node: string;
  readonly codeServer: string;
}
export interface Folders {
  readonly data: string;
  readonly user: string;
  readonly logs: string;
  readonly extensions: string;
  readonly config: string;
  readonly serverLog: string;
}
export interface CodeServer {
  readonly url: string;
  readonly port: number;
  /** ID of the process group of the server and all its processes. */
  readonly group: number;
  readonly exited: Promise<number>;
  readonly stop: () => Promise<void>;
}
export function freePort(): Promise<number>;
export function foldersOf(home: string): Folders;
export function installExtension(
  tools: Tools,
  what: { readonly home: string; readonly vsix: string | readonly string[] },
): Promise<void>;
export function startCodeServer(
  tools: Tools,
  options: {
    readonly home: string;
    readonly port?: number | undefined;
    readonly trust?: boolean | undefined;
    readonly env?: Readonly<Record<string, string>> | undefined;
    readonly vscodeOptions?: readonly string[] | undefined;
  },
): Promise<CodeServer>;
