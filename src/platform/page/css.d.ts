// Style sheets are bundled by esbuild; the compiler only has to let the import pass.
declare module '*.css' {}
