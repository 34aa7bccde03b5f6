// The kinds of failure by what gateways say about them: codes, types and the phrases of failurePhrases.ts.
// Samples of each, with their sources, are in test/unit/gateway/failures/bodies.
import type { FailureKind } from '../../common/failure';
import { isCertainContextOverflow, isContextOverflow } from './contextOverflow';
import type { ErrorBody } from './errorBody';
import {
  contentFilteredCodes,
  contextTooLongCodes,
  forbiddenCodes,
  keyRejectedCodes,
  modelNotFoundCodes,
  noCreditCodes,
  rateLimitedCodes,
} from './failureCodes';
import {
  contentFiltered,
  forbidden,
  keyRejected,
  keyRejectedWith403,
  noCredit,
  notAboutContent,
  perTime,
  rateLimited,
  requestTooLarge,
  temporary,
  tooManyAtOnce,
} from './failurePhrases';
import { modelNotFound } from './modelNotFound';
import { wrongApiFormat } from './wrongApiFormat';

interface FailureRule {
  readonly kind: FailureKind;
  /** Values of `code` or `type` that mean it with any status, in lower case. */
  readonly codes?: readonly string[];
  /** The statuses with which a phrase means it; absent for all. 0: reported with status 200. */
  readonly statuses?: readonly number[];
  /** Phrases that mean it; they are matched against the start of the message in lower case. */
  readonly phrases?: Phrases;
  /** Phrases that mean something else although they look alike. */
  readonly except?: Phrases;
}

interface Phrases {
  test(message: string): boolean;
}

/** In characters. Later text explains nothing. */
const maxMessageLength = 1_000;

/** The gateway has the model, but not for requests of this kind. */
const apiFormatRule: FailureRule = {
  kind: 'badRequest',
  // GitHub Copilot; Azure; llama.cpp, when it serves embeddings.
  codes: ['unsupported_api_for_model', 'operationnotsupported', 'not_supported_error'],
  statuses: [0, 400, 404, 405, 422],
  phrases: wrongApiFormat,
};

/** The first rule that matches decides. */
const failureRules: readonly FailureRule[] = [
  {
    kind: 'contentFiltered',
    codes: contentFilteredCodes,
    // 446: Portkey's guardrails.
    statuses: [0, 400, 403, 422, 446, 451, 500],
    phrases: contentFiltered,
    except: notAboutContent,
  },
  {
    kind: 'contextTooLong',
    codes: contextTooLongCodes,
    statuses: [400, 413, 422],
    phrases: { test: isContextOverflow },
  },
  {
    // LM Studio reports it in the stream, DeepInfra with status 500 (langchain-ai/langchain#25671), relays with others.
    kind: 'contextTooLong',
    statuses: [0, 500, 502, 503],
    phrases: { test: isCertainContextOverflow },
  },
  {
    kind: 'requestTooLarge',
    codes: ['request_too_large', 'payload_too_large', 'badrequest.toolarge'],
  },
  {
    // 429: the rate limit allows fewer tokens than the request has, so waiting does not help.
    kind: 'requestTooLarge',
    statuses: [0, 400, 413, 429, 500],
    phrases: requestTooLarge,
  },
  {
    kind: 'rateLimited',
    codes: ['throttling.allocationquota', 'throttling.ratequota', 'limit_burst_rate'],
    statuses: [429],
    phrases: perTime,
    except: /余额|欠费|\bbalance\b|\bcredits?\b/,
  },
  {
    kind: 'noCredit',
    codes: noCreditCodes,
    phrases: noCredit,
    except: perTime,
  },
  { kind: 'rateLimited', codes: ['resource_exhausted'] },
  {
    // Tyk: "Quota exceeded". Azure API Management: "Out of call volume quota. Quota will be replenished in …".
    kind: 'noCredit',
    statuses: [403],
    phrases: /\bquota (?:has been |was )?exceeded\b|\bout of (?:call volume|bandwidth) quota\b/,
    except: perTime,
  },
  {
    kind: 'noCredit',
    phrases: /\bexceed(?:ed)? (?:your )?current quota\b/,
    except: perTime,
  },
  { kind: 'keyRejected', statuses: [403], phrases: keyRejectedWith403 },
  { kind: 'rateLimited', statuses: [0, 400, 403], phrases: tooManyAtOnce },
  {
    kind: 'forbidden',
    codes: forbiddenCodes,
    // 500: MiniMax; LiteLLM in front of Amazon Bedrock.
    statuses: [0, 400, 401, 403, 404, 500],
    phrases: forbidden,
    except: /\bdoes not exist\b|\bnot found\b|\bno such\b/,
  },
  {
    kind: 'keyRejected',
    codes: keyRejectedCodes,
    statuses: [0, 400, 403],
    phrases: keyRejected,
  },
  apiFormatRule,
  {
    kind: 'modelNotFound',
    codes: modelNotFoundCodes,
    // 401: OpenCode Zen.
    statuses: [0, 400, 401, 404, 410, 422],
    phrases: modelNotFound,
    except:
      /\bmatching your\b|\bdata polic|\bendpoints found that support\b|\bno endpoints available\b/,
  },
  {
    // A model that is only busy comes back.
    kind: 'modelNotFound',
    statuses: [503],
    phrases: modelNotFound,
    except: temporary,
  },
  {
    kind: 'rateLimited',
    codes: rateLimitedCodes,
    statuses: [0, 400, 403],
    phrases: rateLimited,
  },
  {
    kind: 'serverError',
    codes: ['overloaded_error', 'engine_overloaded_error', 'server_is_overloaded'],
    statuses: [0, 400],
    // one-api; LM Studio.
    phrases: /负载已?饱和|\bmodel has crashed\b/,
  },
];

/**
 * The kind of failure by the gateway's own words; undefined if no rule matches them.
 * @param status The HTTP status; 0 for an error reported with status 200.
 */
export function kindByRule(body: ErrorBody, status: number): FailureKind | undefined {
  return findRule(body, status)?.kind;
}

/** Whether the gateway may offer the model in another API format. */
export function rejectsApiFormat(body: ErrorBody, status: number): boolean {
  return findRule(body, status) === apiFormatRule;
}

function findRule(body: ErrorBody, status: number): FailureRule | undefined {
  const message = (body.message ?? '').slice(0, maxMessageLength).toLowerCase();
  // Tencent, Alibaba and Volcengine: the code before the dot says what failed, the rest what exactly.
  const names = [body.code ?? '', body.type?.toLowerCase() ?? ''].flatMap((name) => [
    name,
    name.replace(/\..*/s, ''),
  ]);
  return failureRules.find(({ codes = [], statuses, phrases, except }) => {
    const isNamed = names.some((name) => codes.includes(name));
    const isDescribed =
      phrases?.test(message) === true && (statuses === undefined || statuses.includes(status));
    return isNamed || (isDescribed && except?.test(message) !== true);
  });
}
