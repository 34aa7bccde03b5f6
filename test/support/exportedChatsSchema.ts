// Creates the JSON Schema of exported chats (media/exportedChats.schema.json) from the Valibot schema that reads them.
import assert from 'node:assert/strict';
import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import { namedSchemas } from '../../src/conversation/node/conversationSchema';
import { exportedChatsSchema } from '../../src/features/transfer/node/export/exportJson';

/** Keys are paths: the names of the schema and of the properties that lead to the property. */
const descriptions: Readonly<Record<string, string>> = {
  format: 'Marks the file as an export of Portico chats.',
  version: 'Increased when an older Portico would misread the file.',
  exportedAt: 'When the file was written.',
  conversations: 'The chats.',
  'conversations.title': 'Given by the user, or else derived from the first question.',
  'conversations.id': 'The same in every export of the chat.',
  'conversations.createdAt': 'When the chat was created.',
  'conversations.model': 'The ID of the model for the next question; empty if none is selected.',
  'conversations.messages':
    'The path through the message tree that is shown: each message follows the one before it.',
  'conversations.offPath':
    'All messages off that path, in no particular order: other versions and what follows them.',
  'conversations.omitted':
    'Turns that are no longer sent, oldest decision first; their messages are still included.',
  'conversations.failedSummaries': 'Summary requests that failed.',
  'conversations.gateway': 'The gateway that the chat was last sent to, if any.',
  'conversations.settings': 'What its requests have instead of what the user’s settings say.',
  'settings.systemPrompt': 'Empty if none is sent.',
  'settings.temperature': 'From 0 to 2.',
  'settings.maxTokens': 'The longest answer, in tokens.',
  'settings.reasoningEffort': 'As the model names it, for example “low”.',
  'question.id': 'Unique in the chat.',
  'question.text': 'Markdown, as typed.',
  'question.images': 'Images of an imported question, sent to the model before the text.',
  'question.attachments': 'Added by the user, and sent to the model before the text.',
  'attachment.id': 'Unique in the chat.',
  'attachment.kind': 'What it was taken from.',
  'attachment.name': 'For example a path relative to the workspace, with lines.',
  'attachment.text': 'The block that was sent; absent for images.',
  'attachment.image': 'Set for images only.',
  'attachment.image.mediaType': 'For example “image/png”.',
  'attachment.image.data': 'Base64, without a “data:” prefix.',
  'attachment.tokens': 'Its estimated size.',
  'attachment.source': 'Where it was read.',
  'attachment.source.uri': 'The URI of the document.',
  'attachment.source.startLine': 'The first line, from 1; absent for all lines.',
  'attachment.source.endLine': 'The last line.',
  'attachment.source.encoding': 'The encoding that the user has chosen.',
  'attachment.isMasked': 'Secrets in it were replaced before it was sent.',
  'attachment.isUpdated': 'It was read again when the question was sent, because it had changed.',
  'attachment.isExcerpt': 'Only a part of what it was taken from.',
  'question.images.mediaType': 'For example “image/png”.',
  'question.images.data': 'Base64, without a “data:” prefix.',
  'question.parentId':
    'The ID of the answer that the question follows; empty for a first question.',
  'question.askedAt': 'When the question was asked.',
  'answer.id': 'Unique in the chat.',
  'answer.questionId': 'The question. Several answers to one question are versions of each other.',
  'answer.model': 'The ID of the model that was asked.',
  'answer.state':
    'How the answer ended. “waiting” and “streaming”: it was still running when the file was written.',
  'answer.text': 'Markdown, as far as it was received.',
  'answer.reasoning': 'The model’s reasoning, as far as it was received.',
  'answer.files':
    'Pictures and other files of the answer, in the order of their placeholders in the text.',
  'answer.files.mediaType': 'For example “image/png”.',
  'answer.files.data': 'Base64, without a “data:” prefix.',
  'answer.startedAt': 'When the question was sent.',
  'answer.isAlsoAsked': 'Asked beside other answers to its question, which it does not replace.',
  'answer.retryWait': 'The pause before the next automatic retry.',
  'answer.adjustments': 'What Portico did about the requests on its own, oldest first.',
  'answer.outcome': 'Details that are known once the answer has ended.',
  'answer.earlierOutcomes': 'The outcomes before each continuation, oldest first.',
  'answer.continuedAt': 'When the answer was last continued.',
  'answer.rounds': 'The rounds of calls with which the model read the workspace, oldest first.',
  'answer.rounds.textLength': 'Where in the text the calls stand, in UTF-16 units.',
  'answer.rounds.runs': 'The calls of the round.',
  'answer.rounds.runs.id': 'Unique in the chat.',
  'answer.rounds.runs.name': 'The name of the tool.',
  'answer.rounds.runs.arguments': 'JSON as the model wrote it.',
  'answer.rounds.runs.result': 'Absent if the call did not run.',
  'answer.rounds.runs.result.text': 'Exactly what the model got.',
  'answer.rounds.runs.result.name': 'What was read or looked for, as the user saw it.',
  'answer.rounds.runs.result.source': 'The lines of the file that the text has.',
  'answer.rounds.runs.result.source.uri': 'The URI of the file.',
  'answer.rounds.runs.result.source.startLine': 'The first line, from 1.',
  'answer.rounds.runs.result.source.endLine': 'The last line.',
  'answer.rounds.runs.result.source.encoding': 'Not used.',
  'answer.rounds.runs.result.hasNothingNew':
    'The conversation had all of it, or there was nothing.',
  'answer.rounds.reasoning': 'What the API format wants back with the calls.',
  'answer.rounds.reasoning.apiFormat': 'The API format.',
  'answer.rounds.reasoning.model': 'The ID of the model.',
  'answer.rounds.reasoning.blocks': 'As the API format has them.',
  'answer.rounds.outcome': 'The end of the request that asked for the calls.',
  'answer.applied': 'What became of its code that the user applied to files, oldest first.',
  'appliedChange.block': 'The code block of the answer, from 0.',
  'appliedChange.uri': 'The URI of the file.',
  'appliedChange.file': 'For example a path relative to the workspace.',
  'appliedChange.state': 'What became of it.',
  'appliedChange.line': 'Where it is or about where it belongs, from 1.',
  'appliedChange.reason': 'Why it could not be placed, as the user read it.',
  'outcome.model': 'The model that was asked, if another one continued the answer later.',
  'outcome.endedAt': 'When the answer ended.',
  'outcome.apiFormat': 'The API format of the request.',
  'outcome.failure': 'Why there is no complete answer.',
  'outcome.finishReason': 'The finish reason as the gateway sent it.',
  'outcome.usage': 'As the gateway reported it; values it did not report are absent.',
  'outcome.usage.inputTokens': 'All input tokens, cached ones included.',
  'outcome.usage.outputTokens': 'All output tokens, reasoning included.',
  'outcome.usage.reasoningTokens': 'The output tokens spent on reasoning.',
  'outcome.usage.cachedTokens': 'The input tokens read from a cache.',
  'outcome.usage.cacheWriteTokens': 'The input tokens written to a cache.',
  'outcome.usage.billedDollars': 'What the gateway charged.',
  'outcome.servedModel': 'The model ID in the gateway’s response, unchanged.',
  'outcome.sentAt': 'When the last request was sent.',
  'outcome.firstContentAt': 'When the first text, reasoning or refusal was received.',
  'outcome.firstTextAt': 'When the first text was received that is no reasoning.',
  'outcome.lastContentAt': 'When the last text, reasoning or refusal was received.',
  'outcome.listedPrice': 'The price in the gateway’s model list at that time.',
  'outcome.quirks': 'What was changed in the request because the model rejects it.',
  'outcome.hasGap': 'Part of the stream could not be read, so part of the answer may be missing.',
  'outcome.otherFormat': 'The API format of the answer, where that is not the request’s.',
  'outcome.unknownParts':
    'What the answer had and Portico did not show, by the API format’s names.',
  'outcome.toolCalls': 'The tool calls that the model requested.',
  'outcome.toolCalls.name': 'The name of the tool.',
  'outcome.toolCalls.arguments': 'JSON as the model wrote it; may be invalid.',
  'outcome.pausedAt': 'The bound at which the tools paused.',
  'outcome.toolsWithdrawn': 'The last request went out without tools.',
  'outcome.sources': 'The pages that the answer is based on, as the gateway named them.',
  'outcome.sources.title': 'As the gateway named it.',
  'outcome.sources.url': 'http or https.',
  'outcome.sources.numbers': 'The numbers in brackets in the text that mean the page.',
  'price.input': 'Per million tokens.',
  'price.output': 'Per million tokens.',
  'price.reasoning': 'Per million tokens of reasoning.',
  'price.cachedInput': 'Per million tokens read from a cache.',
  'price.cacheWrite': 'Per million tokens written to a cache.',
  'price.tiers': 'What replaces these prices in longer requests, the shortest first.',
  'price.tiers.from': 'The input tokens from which on it does.',
  'price.tiers.input': 'Per million tokens.',
  'price.tiers.output': 'Per million tokens.',
  'price.tiers.reasoning': 'Per million tokens of reasoning.',
  'price.tiers.cachedInput': 'Per million tokens read from a cache.',
  'price.tiers.cacheWrite': 'Per million tokens written to a cache.',
  'price.isMinimum': 'Some requests cost more.',
  'price.perRequest': 'For each request.',
  'price.perImage': 'For each picture in a request.',
  'price.currency': 'An ISO 4217 code, or a unit of the operator.',
  'price.source': 'Where the price is from; absent for the model list.',
  'price.group': 'The group of the API key that the price is for.',
  'failure.kind': 'What went wrong.',
  'failure.baseUrlProblem': 'What is wrong with the Base URL, if one is set.',
  'failure.status': 'The HTTP status, if there was a response.',
  'failure.nothingSent': 'The request never left the machine.',
  'failure.wasSent': 'The request had left the machine when Portico failed.',
  'failure.keyCommandProblem': 'Why the program of `portico.keyCommand` gave no key.',
  'failure.exitCode': 'Of the program of `portico.keyCommand`.',
  'failure.keyFromCommand': 'The key that was sent came from `portico.keyCommand`.',
  'failure.maxOutputTokens': 'The most tokens that the model writes, if the server reported it.',
  'failure.isLocal': "The server that loads the model is on the user's own machine or network.",
  'failure.notStarted': 'The response proves that the gateway did not start to answer.',
  'failure.protocolFault': 'How the response breaks the rules or limits of HTTP.',
  'failure.retryForbidden': 'The gateway asked not to send the request again.',
  'failure.retryAfterMs': 'How long the server asked to wait, in milliseconds.',
  'failure.requestId': 'The gateway’s ID of the request.',
  'failure.detail': 'The message of the server or the operating system, without keys.',
  'failure.host': 'The host and port of the request.',
  'failure.keyLabel': 'The name of the key, never the key itself.',
  'failure.budgetAdvice': 'How much of the budget was spent.',
  'failure.redirectTarget': 'The target of the redirect, which Portico did not follow.',
  'failure.likelyCause': 'The most likely reason for a response that does not follow the API.',
  'failure.unexplained': 'Only the HTTP status says what failed.',
  'failure.demand': 'A header or query parameter that the gateway says the request lacked.',
  'failure.demand.place': 'Where it belongs.',
  'failure.demand.name': 'Its name.',
  'failure.demand.origin': 'The origin that demands it.',
  'failure.wrongApiFormat': 'The gateway does not offer the model in the API format that was used.',
  'failure.media': 'What the answer had in place of text.',
  'failure.timeoutSeconds': 'The time-out that expired, in seconds.',
  'failure.isFixedTimeout': 'The time-out is not a setting.',
  'failure.quirk': 'The part of the request that the gateway rejected.',
  'failure.tokens': 'Token counts, if the server reported them.',
  'failure.tokens.needed': 'Tokens that the request needs.',
  'failure.tokens.limit': 'Tokens that the model accepts.',
  'retryWait.failure': 'Why the request failed.',
  'retryWait.delayMs': 'The length of the pause, in milliseconds.',
  'retryWait.retryAt': 'When the pause ends.',
  'adjustment.kind':
    'Retried after a pause, without a rejected part, with a lower limit on the answer or with a new key, or sent without images from the start.',
  'adjustment.failure': 'Why the request before it failed.',
  'adjustment.quirk': 'What was changed in the request.',
  'omitted.lastQuestionId': 'The last omitted question; all turns up to its answer are omitted.',
  'omitted.omittedAt': 'When the user omitted the turns.',
  'omitted.summary': 'Sent in their place.',
  'omitted.summary.text': 'As the model wrote it.',
  'omitted.summary.model': 'The ID of the model that was asked for it.',
  'omitted.summary.outcome': 'The outcome of the summary request.',
  'failedSummary.model': 'The ID of the model that was asked.',
  'failedSummary.outcome': 'The outcome of the request.',
  'gateway.baseUrl': 'The Base URL. Exports never contain the key.',
  'gateway.keyLabel': 'The name of the key, if it has one; never the key itself.',
};

/** Discriminators, which need no description. */
const undescribed = new Set(['question.kind', 'answer.kind']);

export function exportedChatsJsonSchema(): object {
  const config = {
    definitions: namedSchemas,
    target: 'draft-2020-12',
    typeMode: 'output',
  } as const;
  const { $schema, ...schema } = toJsonSchema(exportedChatsSchema, config);
  const defs = toJsonSchemaDefs(namedSchemas, config);
  const found = new Set<string>();
  const described = {
    $schema,
    title: 'Chats exported from Portico',
    description:
      'All times are in milliseconds since 1970. Properties that are not described here may be ignored.',
    ...describe(schema, '', found),
    $defs: Object.fromEntries(
      Object.entries(defs).map(([name, schemaOfName]) => [
        name,
        describe(schemaOfName, name, found),
      ]),
    ),
  };
  assert.deepEqual(
    Object.keys(descriptions).filter((path) => !found.has(path)),
    [],
  );
  return described;
}

/** Returns the schema with descriptions. Throws if a property has none. */
function describe(schema: unknown, path: string, found: Set<string>): object {
  return Object.fromEntries(
    Object.entries(schema as object).map(([key, value]: [string, unknown]) => {
      switch (key) {
        case 'properties':
          return [key, describeProperties(value as object, path, found)];
        case 'items':
        case 'additionalProperties':
          return [key, describe(value, path, found)];
        case 'anyOf':
        case 'oneOf':
          return [key, (value as unknown[]).map((option) => describe(option, path, found))];
        default:
          return [key, value];
      }
    }),
  );
}

function describeProperties(properties: object, path: string, found: Set<string>): object {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const propertyPath = path === '' ? name : `${path}.${name}`;
      const description = descriptions[propertyPath];
      assert.ok(
        description !== undefined || undescribed.has(propertyPath),
        `no description of ${propertyPath}`,
      );
      found.add(propertyPath);
      return [
        name,
        {
          ...(description === undefined ? {} : { description }),
          ...describe(property, propertyPath, found),
        },
      ];
    }),
  );
}
