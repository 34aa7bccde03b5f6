// The format in which an answer came, which may be another one than the request's.
import { apiFormats } from './apiFormat';

/** `ollama`: the answers of Ollama's own API, which Portico reads and never asks for. */
export const answeredFormats = [...apiFormats, 'ollama'] as const;

export type AnsweredFormat = (typeof answeredFormats)[number];
