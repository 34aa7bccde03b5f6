// The JSON Schema of exported chats, made of the schema that reads them: media/exportedChats.schema.json holds it.
import assert from 'node:assert/strict';
import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import { namedSchemas } from '../../src/chat/conversationSchema';
import { exportedChatsSchema } from '../../src/chat/transfer/export/exportedChats';

/** What is said of each property, by the names of the schemas and properties that lead to it. */
const descriptions: Readonly<Record<string, string>> = {
  format: 'Tells that this is a file of Portico’s chats.',
  version: 'Grows when an older Portico would misread the file.',
  exportedAt: 'When the file was written.',
  conversations: 'The chats.',
  'conversations.title': 'As the user or the first question named it.',
  'conversations.id': 'The same in every export of the chat.',
  'conversations.createdAt': 'When it was begun.',
  'conversations.model': 'The model that the next question goes to; empty when none is chosen.',
  'conversations.messages':
    'The path through the tree of messages that is shown: each follows the one before it.',
  'conversations.offPath':
    'All that is not on the path: other versions, and what followed them, in no order.',
  'conversations.omitted':
    'Turns that are not sent any more, oldest mark first; they stay among the messages.',
  'conversations.failedSummaries': 'Requests for a summary that did not come to be.',
  'conversations.gateway': 'Where the history went to, if any question has left.',
  'question.id': 'Unique in the chat.',
  'question.text': 'As it was typed; Markdown.',
  'question.images': 'Shown to the model before the text.',
  'question.images.mediaType': '“image/png” and the like.',
  'question.images.data': 'In base64, without “data:” before it.',
  'question.parent': 'The ID of the answer that it follows; empty where it begins the chat.',
  'question.at': 'When it was asked.',
  'answer.id': 'Unique in the chat.',
  'answer.questionId':
    'The question that it answers. Several answers of one question are versions.',
  'answer.model': 'The model ID that was asked.',
  'answer.state':
    'How it ended. “waiting” and “streaming”: it was still coming when the file was written.',
  'answer.text': 'Markdown, as far as it came.',
  'answer.reasoning': 'What the model thought before, as far as it was told.',
  'answer.startedAt': 'When the question left for it.',
  'answer.retryWait': 'The pause before it was to be asked again by itself.',
  'answer.autoRetries': 'Each time the question was asked again without a click.',
  'answer.outcome': 'What is known of its end.',
  'answer.earlierOutcomes': 'How it had ended each time before it went on.',
  'answer.continuedAt': 'When it was last asked to go on.',
  'outcome.model': 'The one asked, where the answer went on with another after that.',
  'outcome.endedAt': 'When it ended.',
  'outcome.apiFormat': 'The form of the interface that it was asked through.',
  'outcome.failure': 'Why no whole answer came.',
  'outcome.finishReason': 'The gateway’s own word for why it ended.',
  'outcome.usage': 'As the gateway reported it; what it did not report is absent.',
  'outcome.usage.inputTokens': 'All that was read, what came out of a cache too.',
  'outcome.usage.outputTokens': 'All that was written, reasoning too.',
  'outcome.usage.reasoningTokens': 'Of those written.',
  'outcome.usage.cachedTokens': 'Of those read.',
  'outcome.servedModel': 'The model that says it answered, byte for byte.',
  'outcome.sentAt': 'When the request left, the last time it did.',
  'outcome.firstContentAt': 'When the first text, reasoning or refusal came.',
  'outcome.lastContentAt': 'When the last one came.',
  'outcome.listedPrice': 'What the gateway’s list asked for the model then.',
  'outcome.toolCalls': 'Tools that the model asked for.',
  'outcome.toolCalls.name': 'The tool’s.',
  'outcome.toolCalls.arguments': 'JSON text as the model wrote it; may be invalid.',
  'price.input': 'For a million tokens.',
  'price.output': 'For a million tokens.',
  'price.cachedInput': 'For a million tokens out of a cache.',
  'price.currency': 'An ISO 4217 code, or the operator’s own unit.',
  'failure.kind': 'What went wrong.',
  'failure.status': 'The HTTP status, where an answer came.',
  'failure.nothingSent': 'The request never left.',
  'failure.retryAfterMs': 'How long the server asked to wait, in ms.',
  'failure.requestId': 'The gateway’s own ID of the request.',
  'failure.detail': 'The server’s or the system’s own words; holds no key.',
  'failure.host': 'Host and port that were asked.',
  'failure.keyLabel': 'The label of the key that was meant, never the key.',
  'failure.target': 'Where a refused redirect pointed to.',
  'failure.likelyCause': 'What most likely explains an answer that is not the API’s.',
  'failure.limitSeconds': 'The limit that ran out, in seconds.',
  'failure.fixedLimit': 'The limit is no setting.',
  'failure.quirk': 'What the gateway refused of the request.',
  'failure.tokens': 'Where the server told of them.',
  'failure.tokens.needed': 'By the request.',
  'failure.tokens.limit': 'Of the model.',
  'retryWait.failure': 'Why no answer had come.',
  'retryWait.ms': 'The whole pause, in ms.',
  'retryWait.until': 'When it was to be over.',
  'autoRetry.kind': 'After a pause, without what was refused, or without pictures at once.',
  'autoRetry.failure': 'Why it was asked again.',
  'autoRetry.quirk': 'What it was asked without.',
  'omitted.upTo': 'The ID of the last question that is left out, with its answer.',
  'omitted.at': 'When that was chosen.',
  'omitted.summary': 'What is sent in their place.',
  'omitted.summary.text': 'In the model’s words.',
  'omitted.summary.model': 'The model that was asked for it.',
  'omitted.summary.outcome': 'What is known of the request.',
  'failedSummary.model': 'The model that was asked for it.',
  'failedSummary.outcome': 'What is known of the request.',
  'gateway.baseUrl': 'Its Base URL; the key is in no export.',
  'gateway.keyLabel': 'The label of the key that was used, where it has one; never the key.',
};

/** Names what tells kinds apart; says enough of itself. */
const selfTold = new Set(['question.kind', 'answer.kind']);

export function exportedChatsJsonSchema(): object {
  const config = {
    definitions: namedSchemas,
    target: 'draft-2020-12',
    typeMode: 'output',
  } as const;
  const { $schema, ...schema } = toJsonSchema(exportedChatsSchema, config);
  const defs = toJsonSchemaDefs(namedSchemas, config);
  const told = new Set<string>();
  const described = {
    $schema,
    title: 'Chats exported from Portico',
    description:
      'All times are in milliseconds since 1970. Properties that are not described here may be ignored.',
    ...describe(schema, '', told),
    $defs: Object.fromEntries(
      Object.entries(defs).map(([name, schemaOfName]) => [
        name,
        describe(schemaOfName, name, told),
      ]),
    ),
  };
  assert.deepEqual(
    Object.keys(descriptions).filter((path) => !told.has(path)),
    [],
  );
  return described;
}

/** The schema with what is said of each property; throws where nothing is said of one. */
function describe(schema: unknown, path: string, told: Set<string>): object {
  return Object.fromEntries(
    Object.entries(schema as object).map(([key, value]: [string, unknown]) => {
      switch (key) {
        case 'properties':
          return [key, describeProperties(value as object, path, told)];
        case 'items':
        case 'additionalProperties':
          return [key, describe(value, path, told)];
        case 'anyOf':
        case 'oneOf':
          return [key, (value as unknown[]).map((one) => describe(one, path, told))];
        default:
          return [key, value];
      }
    }),
  );
}

function describeProperties(properties: object, path: string, told: Set<string>): object {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const place = path === '' ? name : `${path}.${name}`;
      const description = descriptions[place];
      assert.ok(description !== undefined || selfTold.has(place), `nothing is said of ${place}`);
      told.add(place);
      return [
        name,
        {
          ...(description === undefined ? {} : { description }),
          ...describe(property, place, told),
        },
      ];
    }),
  );
}
