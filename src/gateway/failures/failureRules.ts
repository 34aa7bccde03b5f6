// The kinds of failure by what gateways say about them: codes, types and phrases, one rule per wording.
// Samples of each, with their sources, are in test/unit/gateway/failures/bodies.
import type { FailureKind } from '../../shared/conversation/failure';
import { isContextOverflow } from './contextOverflow';
import type { ErrorBody } from './errorBody';
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

/** Words for a state that passes: waiting helps. */
const temporary =
  /overload|\bbusy\b|capacity|temporar|try again|\bretry|\blater\b|loading|moment|current|right now|稍后|繁忙|饱和|过载|负载|暂/;
/** Limits on the rate of requests or tokens, whatever they are called. */
const perTime =
  /\bper[ _-]?(?:second|minute|min|hour|day)\b|\b[tr]p[smd]\b|\brate[ -]?limit|[#/]token-limit\b|\b(?:try again|retry) (?:in|after) \d|free_tier_(?:requests|input)|每(?:秒|分钟|小时|天)|并发|限流/;
/** The first rule that matches decides. */
const failureRules: readonly FailureRule[] = [
  {
    kind: 'contentFiltered',
    codes: [
      'content_filter',
      'content_filtered',
      'content_policy_violation',
      'responsibleaipolicyviolation',
      // DashScope, new-api, Volcengine, Zhipu, MiniMax, xAI behind new-api.
      'data_inspection_failed',
      'datainspectionfailed',
      'sensitive_words_detected',
      'prompt_blocked',
      'moderation_blocked',
      'sensitivecontentdetected',
      'sensitivecontentdetected.severeviolation',
      'sensitivecontentdetected.violence',
      'inputtextsensitivecontentdetected',
      'inputimagesensitivecontentdetected',
      'outputtextsensitivecontentdetected',
      '1301',
      '1026',
      '1027',
      'violation_fee.grok.csam',
      // StepFun.
      'censorship_block',
      'censorship_blocked',
    ],
    statuses: [0, 400, 403, 422, 451, 500],
    phrases:
      /\bcontent (?:management|filter(?:ing)?|moderation|safety|usage)?[ _-]?polic(?:y|ies)\b|\bcontent[ _-](?:filter(?:ing)?|moderation)\b.{0,40}\b(?:blocked|triggered|rejected|flagged|violation)|\b(?:blocked|rejected|flagged|filtered|refused)\b.{0,40}\b(?:content[ _-](?:filter|moderation)|guardrails?|safety)\b|\b(?:inappropriate|sensitive|unsafe|harmful|prohibited|offensive) (?:content|information|words?|material)\b|\bviolat\w+\b.{0,60}\b(?:usage|safety|content|acceptable use)\b.{0,12}\b(?:polic|guideline)|\bcontent exists risk\b|\bconsidered high risk\b|\b(?:input|prompt|request|content|message|text)s? (?:was|were|is|has been|have been) flagged\b|\binput new_sensitive\b|\bdatainspectionfailed\b|\bfailed (?:the )?moderation\b|\bviolated moderation\b|\b(?:prompt|response) blocked due to security\b|\bcensorship\b|\bguardrail\w*\b.{0,40}\b(?:intervened|blocked|violat)|敏感(?:词|内容|信息)|不安全或|违规(?:内容|信息)|(?:内容|安全)(?:审核|检查|策略)|不当内容|内容(?:违规|不合规)|包含.{0,12}(?:违规|敏感|不安全)/,
    except:
      /\bdata polic|\bunknown\b|\bunrecogni|\bunsupported\b|\bextra inputs\b|\bparameters?\b|\bfields?\b|\b(?:account|organization|key|user|team) (?:has been|was|is) (?:disabled|suspended|deactivated|banned|blocked)\b|未知|不支持|参数/,
  },
  {
    kind: 'contextTooLong',
    codes: [
      'context_length_exceeded',
      'exceed_context_size_error',
      'context_window_exceeded',
      'tokens_limit_reached',
      'model_max_prompt_tokens_exceeded',
      // Baidu, Zhipu.
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
    phrases:
      /\brequest (?:entity |body |payload )?(?:is )?too large\b|\b(?:payload|entity|body) (?:is )?too large\b|\brequest exceeds the maximum (?:allowed )?(?:size|number of bytes)|\b(?:request|body|payload)\b.{0,40}\bexceeds?\b.{0,30}\b(?:bytes|[kmg]i?b)\b|(?:请求|请求体|消息体).{0,6}(?:过大|太大)/,
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
      // LiteLLM, DashScope, Volcengine, new-api, Zhipu, MiniMax.
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
      '1113',
      '1008',
    ],
    phrases:
      /\binsufficient (?:(?:account|user|token|credit|paid|wallet|available|usd|or diem) )*(?:balance|credits?|funds|quota)\b|\bbalance (?:is )?(?:too low|insufficient|not enough|exhausted|depleted|negative)\b|\boverdue balance\b|\b(?:no|out of|not enough|ran out of|run out of|more|remaining) (?:[a-z]+ ){0,2}credits?\b|(?:\bnot|n['’]t) have (?:any |enough )?credits?\b|\b(?:used|exhausted|spent|exceeded)\b.{0,30}\bcredits?\b|\bcredits? (?:(?:have|has|are|is) )?(?:been )?(?:used up|exhausted|depleted|expired)\b|\b(?:spend(?:ing)?|billing|hard|monthly) (?:spending |usage )?limit\b.{0,40}\b(?:reached|exceeded|hit|raise|increase)|\b(?:reach(?:ed|ing)|exceed(?:ed|ing)|hit)\b.{0,40}\b(?:spend(?:ing)?|billing|hard|monthly) (?:spending )?limit|\bbudget\b.{0,20}\bexceeded\b|\bexceeded\b.{0,20}\bbudget\b|\breached your specified (?:api |workspace )*usage limits?\b|\bin arrears\b|\baccount is in good standing\b|\bfree (?:tier|quota|trial)\b.{0,40}\b(?:exhausted|used up|expired|ended)\b|\b(?:exhausted|used up) (?:the |your )?(?:daily |monthly )?free\b|\bpayment required\b|\bplease (?:top up|recharge)\b|\bquota (?:is )?(?:not enough|insufficient|exhausted|used up|depleted)\b|余额(?:不足|不够|已?用尽|已?用完|已?耗尽)|(?:额度|配额)(?:不足|不够|已?用尽|已?耗尽|已用完)|欠费|请充值|预扣费|资源包.{0,6}(?:用尽|耗尽|不足)/,
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
    phrases:
      /\b(?:key|token|team|user|project|org(?:anization)?|tag)s? (?:is |are )?not (?:allowed|permitted|authorized) to (?:access|use|call)\b|\b(?:does not|do not|doesn['’]t|don['’]t) have (?:access|permissions?)\b.{0,30}\bmodel|\bnot (?:available|allowed) for this (?:api )?(?:key|token|user|team)\b|\bno access to (?:the )?model\b|\bmissing scopes?\b|\bhas not activated the model\b|\baccess to model denied\b|\brequires terms acceptance\b|无权(?:限)?(?:访问|使用|调用)|没有.{0,8}权限/,
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
      '2049',
    ],
    statuses: [0, 400, 403],
    phrases:
      /\b(?:invalid|incorrect|wrong|expired|revoked|no|missing) api[ -]?key\b|\bapi[ -]?key (?:is |was |has |provided is |you provided is )?(?:not valid|invalid|incorrect|expired|missing|required|revoked|not found|been revoked|reported as leaked)|\bunregistered callers\b|\bsecurity token\b.{0,30}\b(?:invalid|expired)\b|\blogin fail\b|\binvalid access token\b|\baccess token (?:is |has )?(?:invalid|expired)\b|(?:令牌|密钥|api ?key)(?:无效|错误|已过期|不正确|已失效)|无效的(?:令牌|密钥|api ?key)|(?:鉴权|认证)失败/,
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
      '1211',
    ],
    statuses: [0, 400, 404, 410, 422],
    phrases: modelGone(),
    except:
      /\bmatching your\b|\bdata polic|\bendpoints found that support\b|\bno endpoints available\b/,
  },
  {
    // A model that is only busy comes back.
    kind: 'modelNotFound',
    statuses: [503],
    phrases: modelGone(),
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
      '1302',
      '1303',
      '1305',
      '2056',
    ],
    statuses: [0, 400, 403],
    phrases:
      /^\W*rate[ -]?limited\W*$|\b(?:you|request|account|key|user|is|are|was|were|been|being|get|gets|getting|got) (?:temporarily )?rate[ -]?limited\b|\brate[ -]?limit(?:ed|s|ing)?\b.{0,40}\b(?:reached|exceeded|hit|error)\b|\b(?:exceed\w*|reached|hit)\b.{0,40}\brate[ -]?limits?\b|\btoo many requests\b|\b(?:requests?|calls?|qps|rpm|tpm|concurren\w+) limit (?:has been |is |was )?(?:reached|exceeded|hit)\b|\blimit (?:exceeded|reached)\W{0,3}[tr]p[md]\b|\bservice tier capacity exceeded\b|请求(?:过于|太)频繁|请求次数过多|\busage limit exceeded\b|\bquota exceeded\b.{0,20}\b(?:try again|retry) (?:in|after) \d|(?:频率|速率|速度)(?:限制|超限|过高|过快)|限流|限频|并发.{0,4}(?:过高|超)/,
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
