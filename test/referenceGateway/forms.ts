// Every form of the interface that this gateway speaks.
import { chatForm } from './forms/chat';
import { generateContentForm } from './forms/generateContent';
import { messagesForm } from './forms/messages';
import { responsesForm } from './forms/responses';
import type { WireForm } from './forms/wireForm';

export const forms: readonly WireForm[] = [
  chatForm,
  responsesForm,
  messagesForm,
  generateContentForm,
];
