// Types of package.mjs, which must run without a compiler.

/** The production build into dist/. @param node the project's Node */
export function build(node: string): Promise<void>;
/** Packs Portico with the current dist/ into the file `vsix`. @param source the folder of Portico */
export function packPortico(node: string, vsix: string, source?: string): Promise<void>;
/** Packs the extension in a folder into the file `vsix`. */
export function pack(node: string, vsix: string, folder: string): Promise<void>;
/** The names of the fields of package.json that the owner fills in before the first release. */
export function placeholdersIn(manifest: object): readonly string[];
