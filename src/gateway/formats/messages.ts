// POST /v1/messages, Claude's form: the system prompt stands apart, and turns alternate.
import type { CompletionRequest } from '../../chat/ports';
import { FormatAnswer } from './formatAnswer';
import { messagesReader } from './messagesAnswer';
import { splitSystem, turnsOf, type Piece, type Turn } from './turns';
import type { Wire } from './apiFormats';

/** The form demands a limit, in tokens; new-api too takes this one where none is set. */
const defaultMaxTokens = 8192;

export const messages: Wire = {
  url: (baseUrl) => `${baseUrl}/messages`,
  body: requestBody,
  answer: () => new FormatAnswer(messagesReader()),
};

function requestBody(request: CompletionRequest): Record<string, unknown> {
  const { model, stream, temperature, maxTokens = defaultMaxTokens, reasoningEffort } = request;
  const { system, messages: spoken } = splitSystem(request.messages);
  return {
    model,
    ...(system === '' ? {} : { system }),
    messages: turnsOf(spoken).map(messageOf),
    stream,
    max_tokens: maxTokens,
    ...(temperature === undefined ? {} : { temperature }),
    ...(reasoningEffort === undefined ? {} : { output_config: { effort: reasoningEffort } }),
  };
}

function messageOf({ role, pieces }: Turn): object {
  const [first, ...more] = pieces;
  const alone = first?.type === 'text' && more.length === 0;
  return { role, content: alone ? first.text : pieces.map(blockOf) };
}

function blockOf(piece: Piece): object {
  return piece.type === 'text'
    ? piece
    : {
        type: 'image',
        source: {
          type: 'base64',
          media_type: piece.picture.mediaType,
          data: piece.picture.data,
        },
      };
}
