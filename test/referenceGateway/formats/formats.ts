// Every form of the interface that this gateway speaks.
import { chatForm } from './chat';
import { generateContentForm } from './generateContent';
import { messagesForm } from './messages';
import { responsesForm } from './responses';
import type { WireForm } from './formatHandler';

export const forms: readonly WireForm[] = [
  chatForm,
  responsesForm,
  messagesForm,
  generateContentForm,
];
