// The kinds of failure by what gateways say about them: codes, types and the phrases of failurePhrases.ts.
// Samples of each, with their sources, are in test/unit/gateway/failures/bodies.
import type { FailureKind } from '../../shared/conversation/failure';
import { isContextOverflow } from './contextOverflow';
import type { ErrorBody } from './errorBody';
import {
  contentFiltered,
  keyRejected,
  noCredit,
  notAboutContent,
  notAllowed,
  perTime,
  rateLimited,
  requestTooLarge,
  temporary,
} from './failurePhrases';
import { modelGone } from './modelGone';

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

/** The first rule that matches decides. */
const failureRules: readonly FailureRule[] = [
  {
    kind: 'contentFiltered',
    codes: [
      'content_filter',
      'content_filtered',
      'content_policy_violation',
      'moderation_blocked',
      'responsibleaipolicyviolation',
      // DashScope.
      'data_inspection_failed',
      'datainspectionfailed',
      // new-api, and xAI behind it.
      'sensitive_words_detected',
      'prompt_blocked',
      'violation_fee.grok.csam',
      // Volcengine.
      'sensitivecontentdetected',
      'sensitivecontentdetected.severeviolation',
      'sensitivecontentdetected.violence',
      'inputtextsensitivecontentdetected',
      'inputimagesensitivecontentdetected',
      'outputtextsensitivecontentdetected',
      // Zhipu; MiniMax.
      '1301',
      '1026',
      '1027',
      // StepFun.
      'censorship_block',
      'censorship_blocked',
    ],
    statuses: [0, 400, 403, 422, 451, 500],
    phrases: contentFiltered,
    except: notAboutContent,
  },
  {
    kind: 'contextTooLong',
    codes: [
      'context_length_exceeded',
      'exceed_context_size_error',
      'context_window_exceeded',
      'tokens_limit_reached',
      'model_max_prompt_tokens_exceeded',
      // Baidu; Zhipu.
      'tokens_too_long',
      'characters_too_long',
      '1261',
      // Volcengine.
      'oversizetext',
    ],
    statuses: [400, 413, 422],
    phrases: { test: isContextOverflow },
  },
  {
    kind: 'requestTooLarge',
    codes: ['request_too_large', 'payload_too_large', 'badrequest.toolarge'],
  },
  {
    // The rate limit allows fewer tokens than the request has, so waiting does not help.
    kind: 'requestTooLarge',
    statuses: [0, 400, 413, 429],
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
    codes: [
      'insufficient_quota',
      'insufficient_user_quota',
      'pre_consume_token_quota_failed',
      'insufficient_balance',
      'insufficient_balance_error',
      'insufficient_credits',
      'insufficient_funds',
      'billing_hard_limit_reached',
      'billing_not_active',
      'exceeded_current_quota_error',
      'payment_required',
      'billing_error',
      // LiteLLM, DashScope, Volcengine and others.
      'budget_exceeded',
      'arrearage',
      'allocationquota.freetieronly',
      'accountoverdueerror',
      'operationdenied.serviceoverdue',
      'setlimitexceeded',
      'entitlement_required',
      'entitlement_inactive',
      // Tencent.
      'failedoperation.resourcepackexhausted',
      'failedoperation.freeresourcepackexhausted',
      'failedoperation.servicestoparrears',
      // Zhipu; MiniMax.
      '1113',
      '1008',
    ],
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
  {
    kind: 'forbidden',
    codes: [
      'key_model_access_denied',
      'team_model_access_denied',
      'user_model_access_denied',
      'org_model_access_denied',
      'project_model_access_denied',
      'permission_error',
      'permission_denied',
      'access_denied',
      'accessdenied',
      'accessdenied.unpurchased',
      'model.accessdenied',
      'modelnotopen',
      'model_terms_required',
      // Tencent.
      'authfailure.unauthorizedoperation',
      'failedoperation.servicenotactivated',
    ],
    statuses: [0, 400, 401, 403, 404],
    phrases: notAllowed,
    except: /\bdoes not exist\b|\bnot found\b|\bno such\b/,
  },
  {
    kind: 'keyRejected',
    codes: [
      'invalid_api_key',
      'invalidapikey',
      'invalid_token',
      'token_expired',
      'invalid_key',
      'authentication_error',
      'invalid_authentication_error',
      'authenticationerror',
      'api_key_invalid',
      'invalid_iam_token',
      // Tencent.
      'authfailure',
      // MiniMax.
      '2049',
    ],
    statuses: [0, 400, 403],
    phrases: keyRejected,
  },
  {
    kind: 'modelNotFound',
    codes: [
      'model_not_found',
      'model_not_available',
      'model_not_supported',
      'model_decommissioned',
      'model_not_exist',
      'modelnotfound',
      'model_archived',
      'deploymentnotfound',
      'unknown_model',
      'invalid_model',
      'unavailable_model',
      'invalidendpointormodel.notfound',
      'invalidendpointormodel.modelidaccessdisabled',
      'invalidparametervalue.model',
      // Zhipu.
      '1211',
    ],
    statuses: [0, 400, 404, 410, 422],
    phrases: modelGone,
    except:
      /\bmatching your\b|\bdata polic|\bendpoints found that support\b|\bno endpoints available\b/,
  },
  {
    // A model that is only busy comes back.
    kind: 'modelNotFound',
    statuses: [503],
    phrases: modelGone,
    except: temporary,
  },
  {
    kind: 'rateLimited',
    codes: [
      'rate_limit_exceeded',
      'rate_limit_error',
      'rate_limit_reached',
      'rate_limit_reached_error',
      'too_many_requests',
      'throttling',
      'throttlingexception',
      'token_concurrency_limit_reached',
      'token_quota_exceeded',
      // Tencent.
      'limitexceeded',
      'ratelimitexceeded',
      'requestlimitexceeded',
      'failedoperation.engineserverlimitexceeded',
      // Zhipu; MiniMax.
      '1302',
      '1303',
      '1305',
      '2056',
    ],
    statuses: [0, 400, 403],
    phrases: rateLimited,
  },
  { kind: 'serverError', codes: ['overloaded_error', 'engine_overloaded_error'] },
];

/**
 * The kind of failure by the gateway's own words; undefined if no rule matches them.
 * @param status The HTTP status; 0 for an error reported with status 200.
 */
export function kindByRule(body: ErrorBody, status: number): FailureKind | undefined {
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
  })?.kind;
}
