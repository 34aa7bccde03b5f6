// Holds a question in which possible secrets were found, until the user has decided: mask them, send them, or neither.
// A secret that the user sends to a gateway is not asked about again for that gateway and chat.
import { omitUndefined } from '../../../base/omitUndefined';
import type { Attachment } from '../../../conversation/common/attachment';
import type { Message, QuestionContent } from '../../../conversation/common/conversation';
import { sentHistory } from '../../../conversation/node/request/requestMessages';
import { HeldQuestion } from '../../../conversation/node/send/heldQuestion';
import {
  sentConversation,
  type CheckDecision,
  type PendingSend,
  type SendCheck,
} from '../../../conversation/node/send/sendCheck';
import type { ChatSession } from '../../../conversation/node/session/chatSession';
import type { Connection } from '../../../gateway/common/connection';
import { isFailure } from '../../../gateway/common/failure';
import { estimateTokens } from '../../../gateway/common/tokenEstimate';
import { gatewayId, isSameOperator } from '../../../gateway/node/namedGateways';
import type { SecretsAnswer } from '../common/secretsViewCommands';
import { formsOfKey, maskSecrets, type SecretFinding, type SecretScanner } from './secretScanner';

/** Where a secret is. */
export type SecretPlace =
  | { readonly in: 'question' }
  | { readonly in: 'attachment'; readonly name: string }
  /** A message that another gateway has received, and that now would go to this one. */
  | { readonly in: 'history' };

interface ScannedText {
  readonly place: SecretPlace;
  readonly text: string;
}

interface SecretInPlace {
  readonly place: SecretPlace;
  readonly finding: SecretFinding;
}

export interface SecretsState {
  readonly secrets: readonly SecretInPlace[];
  /** The scan took too long or failed: there may be others. */
  readonly isIncomplete: boolean;
  /** All of them are in a question that is asked now, where they can be masked. */
  readonly canMask: boolean;
  /** The question comes from the queue: the user may be doing something else. */
  readonly isQueued: boolean;
}

export interface SecretsCheckDeps {
  readonly session: ChatSession;
  readonly scanner: SecretScanner;
}

interface HeldSecrets extends SecretsState {
  readonly decide: (answer: SecretsAnswer) => CheckDecision;
}

export class SecretsCheck {
  readonly held = new HeldQuestion<HeldSecrets>();
  /** What the user sent all the same: a gateway and the digest of a secret. */
  readonly #allowed = new Set<string>();

  constructor(private readonly deps: SecretsCheckDeps) {}

  readonly check: SendCheck = async (send, connection, signal) => {
    if (isFailure(connection)) {
      return true;
    }
    const texts = this.#textsOf(send, connection);
    const { findings, isIncomplete } = await this.deps.scanner.scan(
      texts.map(({ text }) => text),
      formsOfKey(connection.key),
      signal,
    );
    const allowedAt = (finding: SecretFinding): string =>
      `${gatewayId(connection)} ${finding.digest}`;
    const unknown = findings.filter((finding) => !this.#allowed.has(allowedAt(finding)));
    if (signal.aborted || (unknown.length === 0 && !isIncomplete)) {
      return true;
    }
    const secrets = unknown.flatMap((finding) => {
      const place = texts[finding.textIndex]?.place;
      return place === undefined ? [] : [{ place, finding }];
    });
    const canMask =
      secrets.length > 0 &&
      send.requestEnd === undefined &&
      secrets.every(({ place }) => place.in !== 'history');
    const decide = (answer: SecretsAnswer): CheckDecision => {
      if (answer === 'send') {
        unknown.forEach((finding) => this.#allowed.add(allowedAt(finding)));
      }
      const content = canMask ? send.question?.content : undefined;
      return answer === 'mask' && content !== undefined
        ? { content: masked(content, unknown) }
        : answer === 'send';
    };
    const isQueued = typeof send.source === 'object';
    return this.held.hold({ secrets, isIncomplete, canMask, isQueued, decide }, signal);
  };

  answer(answer: SecretsAnswer): void {
    this.held.release(this.held.state?.decide(answer) ?? false);
  }

  /** The question comes first, then its attachments: `masked` relies on that. */
  #textsOf(send: PendingSend, connection: Connection): readonly ScannedText[] {
    const { question, requestEnd } = send;
    const conversation = sentConversation(send, this.deps.session.conversation);
    const { gateway, messages } = conversation;
    const isNewThere = gateway !== undefined && !isSameOperator(gateway, connection);
    const before = question?.before ?? messages.length;
    // Where an answer is continued, it is between its question and the end of the request.
    const continued = requestEnd === undefined ? [] : messages.slice(before + 1, requestEnd.before);
    const history = isNewThere
      ? [...sentHistory(conversation, before, question?.content.text ?? '').messages, ...continued]
      : [];
    return [
      ...(question === undefined ? [] : contentTexts(question.content)),
      ...history.flatMap(messageTexts),
    ];
  }
}

function contentTexts({ text, attachments = [] }: QuestionContent): readonly ScannedText[] {
  return [
    { place: { in: 'question' }, text },
    ...attachments.map(({ name, text: attached = '' }): ScannedText => {
      return { place: { in: 'attachment', name }, text: attached };
    }),
  ];
}

function messageTexts(message: Message): readonly ScannedText[] {
  const texts = message.kind === 'question' ? contentTexts(message) : [{ text: message.text }];
  return texts.map(({ text }) => ({ place: { in: 'history' }, text }));
}

/** The findings are in the texts of `contentTexts`. */
function masked(content: QuestionContent, findings: readonly SecretFinding[]): QuestionContent {
  const findingsIn = (index: number): readonly SecretFinding[] =>
    findings.filter(({ textIndex }) => textIndex === index);
  const attachments = content.attachments?.map((attachment, index) =>
    maskedAttachment(attachment, findingsIn(index + 1)),
  );
  return {
    ...content,
    text: maskSecrets(content.text, findingsIn(0)),
    ...omitUndefined({ attachments }),
  };
}

function maskedAttachment(attachment: Attachment, findings: readonly SecretFinding[]): Attachment {
  if (findings.length === 0 || attachment.text === undefined) {
    return attachment;
  }
  const text = maskSecrets(attachment.text, findings);
  return { ...attachment, text, tokens: Math.ceil(estimateTokens(text)), isMasked: true };
}
