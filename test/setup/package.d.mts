// The types under which the benchmarks use package.mjs, which itself must run without a compiler.

/** The production build into dist/, with the project's Node. */
export function build(node: string): Promise<void>;
/** Packs dist/ as it stands into the file `vsix`. */
export function pack(node: string, vsix: string): Promise<void>;
