// All API formats that the gateway supports.
import { chatFormat } from './chat';
import { generateContentFormat } from './generateContent';
import { messagesFormat } from './messages';
import { responsesFormat } from './responses';
import type { FormatHandler } from './formatHandler';

export const formats: readonly FormatHandler[] = [
  chatFormat,
  responsesFormat,
  messagesFormat,
  generateContentFormat,
];
