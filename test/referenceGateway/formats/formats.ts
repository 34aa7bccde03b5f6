// All API formats that the gateway supports.
import { chatFormat } from './chat';
import type { FormatHandler } from './formatHandler';
import { generateContentFormat } from './generateContent';
import { messagesFormat } from './messages';
import { responsesFormat } from './responses';

export const formats: readonly FormatHandler[] = [
  chatFormat,
  responsesFormat,
  messagesFormat,
  generateContentFormat,
];
