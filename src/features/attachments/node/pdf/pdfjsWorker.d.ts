// The part of pdf.js that reads files. It has no types of its own.
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  export const WorkerMessageHandler: object;
}
