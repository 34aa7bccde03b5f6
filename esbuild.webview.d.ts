import type { BuildOptions } from 'esbuild';

/** How the page and the scripts that it loads on first use are built. @param entry the script of the page */
export function webviewOptions(entry: string): BuildOptions;
