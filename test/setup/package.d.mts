// Types of package.mjs, which must run without a compiler.

/** The production build into dist/. @param node the project's Node */
export function build(node: string): Promise<void>;
/** Packs Portico with the current dist/, or the extension in another folder, into the file `vsix`. */
export function pack(node: string, vsix: string, folder?: string): Promise<void>;
