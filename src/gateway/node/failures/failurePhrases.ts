// What gateways say about each kind of failure: the phrases of failureRules.ts. They match messages in lower case.
import { anyOf } from '../../../base/anyOf';

/** A state that passes: waiting helps. */
export const temporary = anyOf(
  /overload|\bbusy\b|capacity|temporar|try again|\bretry|\blater\b|loading|moment|current/,
  /right now|稍后|繁忙|饱和|过载|负载|暂/,
);
/** Limits on the rate of requests or tokens, whatever they are called. */
export const perTime = anyOf(
  // Not LiteLLM's "RateLimitError: ", which it puts before whatever an upstream says with status 429.
  /\bper[ _-]?(?:second|minute|min|hour|day)\b|\b[tr]p[smd]\b|\brate[ -]?limit(?!error\b)/,
  /[#/]token-limit\b|\b(?:try again|retry) (?:in|after) \d|free_tier_(?:requests|input)/,
  /每(?:秒|分钟|小时|天)|并发|限流/,
);

/** A content filter rejected the question or the answer. */
export const contentFiltered = anyOf(
  /\bcontent (?:management|filter(?:ing)?|moderation|safety|usage)?[ _-]?polic(?:y|ies)\b/,
  /\bcontent[ _-](?:filter(?:ing)?|moderation)\b.{0,40}\b(?:blocked|triggered|rejected|flagged|violation)/,
  /\b(?:blocked|rejected|flagged|filtered|refused)\b.{0,40}\b(?:content[ _-](?:filter|moderation)|guardrails?|safety)\b/,
  /\b(?:inappropriate|sensitive|unsafe|harmful|prohibited|offensive) (?:content|information|words?|material)\b/,
  /\bviolat\w+\b.{0,60}\b(?:usage|safety|content|acceptable use)\b.{0,12}\b(?:polic|guideline)/,
  // DeepSeek, Moonshot, OpenAI, MiniMax, DashScope.
  /\bcontent exists risk\b|\bconsidered high risk\b/,
  /\b(?:input|prompt|request|content|message|text)s? (?:was|were|is|has been|have been) flagged\b/,
  /\binput new_sensitive\b|\bdatainspectionfailed\b/,
  /\bfailed (?:the )?moderation\b|\bviolated (?:[a-z]+ )?(?:moderation|guardrail)\b/,
  /\blimited access to this content for safety\b|\bkeyword banned\b/,
  /\b(?:prompt|response) blocked due to security\b|\bcensorship\b/,
  /\bguardrail\w*\b.{0,60}\b(?:intervened|blocked|violat|failed\b)/,
  // Databricks.
  /\bprompt injection detected\b|\b(?:input|output)_guardrail_triggered\b/,
  // Chinese gateways.
  /违禁(?:词|内容)|内容敏感/,
  /敏感(?:词|内容|信息)|不安全或|违规(?:内容|信息)|(?:内容|安全)(?:审核|检查|策略)|不当内容|内容(?:违规|不合规)/,
  /包含.{0,12}(?:违规|敏感|不安全)/,
);

/** Looks like a content filter, but is about a parameter or a blocked account. */
export const notAboutContent = anyOf(
  /\bdata polic|\bunknown\b|\bunrecogni|\bunsupported\b|\bextra inputs\b|\bparameters?\b/,
  /\bfields?\b/,
  /\b(?:account|organization|key|user|team) (?:has been|was|is) (?:disabled|suspended|deactivated|banned|blocked)\b/,
  /未知|不支持|参数/,
);

/** The request is too large: too many bytes, or more tokens than the rate limit ever allows. */
export const requestTooLarge = anyOf(
  /\brequest (?:entity |body |payload )?(?:is )?too large\b/,
  /\b(?:payload|entity|body) (?:is )?too (?:large|big)\b|\brequest too long\b/,
  // OpenAI.
  /\bmessages\[\d+\]\.content[^:]{0,20}: string too long\b/,
  /\bcontent length exceeded \d|\brequest size limit exceeded\b/,
  /\brequest exceeds the maximum (?:allowed )?(?:size|number of bytes)/,
  /\b(?:request|body|payload)\b.{0,40}\bexceeds?\b.{0,30}\b(?:bytes|[kmg]i?b)\b/,
  // axum.
  /\bbuffer the request body\b.{0,20}\blimit exceeded\b/,
  /(?:请求|请求体|消息体).{0,6}(?:过大|太大)/,
);

/** No credit, budget or quota is left. */
export const noCredit = anyOf(
  // The balance or the credits.
  /\binsufficient (?:(?:account|user|token|credit|paid|wallet|available|usd|or diem) )*(?:balance|credits?|funds|quota)\b/,
  /\bbalance (?:is )?(?:too low|insufficient|not enough|exhausted|depleted|negative)\b/,
  /\bnot enough (?:balance|funds)\b|\bbalance is not sufficient\b|\bbalance is below zero\b|\b(?:out of|add) funds\b/,
  /\boverdue balance\b|\baccount balance is \$?0(?:\.0+)?\b/,
  /\b(?:no|out of|not enough|ran out of|run out of|more|remaining) (?:[a-z]+ ){0,2}credits?\b/,
  /(?:\bnot|n['’]t) have (?:any |enough )?credits?\b/,
  /\b(?:used|exhausted|spent|exceeded)\b.{0,30}\bcredits?\b/,
  /\bcredits? (?:(?:have|has|are|is) )?(?:been )?(?:used up|exhausted|depleted|expired)\b/,
  // A limit or a budget that the user has set.
  /\b(?:spend(?:ing)?|billing|hard|monthly) (?:spending |usage )?limit\b.{0,40}\b(?:reached|exceeded|hit|raise|increase)/,
  /\b(?:reach(?:ed|ing)|exceed(?:ed|ing)|hit)\b.{0,40}\b(?:spend(?:ing)?|billing|hard|monthly) (?:spending )?limit/,
  /\bbudget\b.{0,20}\bexceeded\b|\bexceeded\b.{0,20}\bbudget\b|\bexceeded(?:token)?budget\b/,
  /\bexceeded (?:its |your )?(?:monthly )?spending cap\b/,
  // Anthropic.
  /\breached your specified (?:api |workspace )*usage limits?\b/,
  /\bout of extra usage\b|\bdraw from your extra usage\b|\bextra usage is required\b/,
  // Kimi Code.
  /\busage limit for (?:this|the current) billing cycle\b/,
  // OpenRouter: "Key limit exceeded (total limit)", the credit limit of a key.
  /\bkey limit exceeded\b/,
  // LLM Gateway and others.
  /\bkey (?:has )?(?:reached|exceeded|hit) (?:its |the )?(?:usage|spending|quota|budget) limit\b/,
  /\bkey (?:usage |quota |budget )+(?:limit )?(?:is |was |has been )?(?:reached|exceeded)\b/,
  // Vercel's AI Gateway.
  /\binactive subscription\b|\baccount (?:is )?overdue\b/,
  /\brequires? a (?:valid )?(?:credit card|payment method)\b/,
  // The account, its free quota, or its quota.
  /\bin arrears\b|\baccount is in good standing\b/,
  /\bfree (?:tier|quota|trial)\b.{0,40}\b(?:exhausted|used up|expired|ended)\b/,
  /\b(?:exhausted|used up) (?:the |your )?(?:daily |monthly )?free\b|\bpayment required\b/,
  /\bplease (?:top up|recharge)\b/,
  /\bquota (?:is )?(?:not enough|insufficient|exhausted|used up|depleted)\b/,
  // Chinese gateways.
  /余额(?:不足|不够|已?用尽|已?用完|已?耗尽)|(?:额度|配额)(?:不足|不够|已?用尽|已?耗尽|已用完)|欠费|请充值|预扣费/,
  /(?:餘額|額度|配額)(?:不足|已?用盡|已?耗盡|已用完)/,
  /资源包.{0,6}(?:用尽|耗尽|不足)/,
  // Russian, Spanish, Portuguese, German, French, Japanese, Korean.
  /недостаточно средств|нет (?:доступных )?средств|\b(?:saldo|crédito) insuficiente|\bguthaben (?:ist )?(?:aufgebraucht|erschöpft)/,
  /\b(?:crédits?|soldes?) insuffisant|(?:残高|クレジット).{0,4}不足|(?:잔액|크레딧).{0,4}부족/,
);

/** The key or the account may not use the model. */
export const forbidden = anyOf(
  /\b(?:key|token|team|user|project|org(?:anization)?|tag)s? (?:is |are )?not (?:allowed|permitted|authorized) to (?:access|use|call)\b/,
  /\b(?:does not|do not|doesn['’]t|don['’]t) have (?:access|permissions?)\b.{0,30}\bmodel/,
  /\bnot (?:available|allowed) for this (?:api )?(?:key|token|user|team)\b/,
  /\bno access to (?:the )?model\b/,
  /\bmissing scopes?\b|\bhas not activated the model\b|\baccess to model denied\b/,
  /\brequires terms acceptance\b|\bmodel requires a (?:paid )?subscription\b/,
  /\bno access to any models?\b|\bdoes not have sufficient permissions\b/,
  // Anthropic; Amazon Bedrock.
  /\bnot allowed from unsupported (?:countries|regions)\b|\bonly authorized for use with\b/,
  /\buse case details have not been submitted\b|\bmodel access is denied\b/,
  /\bnot authorized to perform\b/,
  // GitHub Models; Huawei; MiniMax.
  /\bpermission is required to access\b|\byou do(?:n['’]t| not) have access to it\b/,
  /\bplan (?:does )?not support (?:this |the )?model\b/,
  /\b(?:account|organi[sz]ation|team|project|workspace|user) (?:has been|was|is) (?:restricted|disabled|suspended|deactivated|banned|blocked)\b/,
  // Chinese gateways.
  /无权(?:限)?(?:访问|使用|调用)|無權(?:限)?(?:存取|訪問|使用)|没有.{0,8}(?:权限|授权)/,
);

/** With status 403, these precede the codes of a missing permission, which Google, Kimi Code and Baidu send along. */
export const keyRejectedWith403 =
  /\bapi[ -]?key (?:was |is |has |been )*(?:reported as leaked|expired|revoked|invalid)\b/;

/** The key is wrong, expired or missing. */
export const keyRejected = anyOf(
  /\b(?:invalid|incorrect|wrong|expired|revoked|no|missing) api[ -]?key\b/,
  /\bapi[ -]?key (?:is |was |has |provided is |you provided is )?(?:not valid|invalid|incorrect|expired|missing|required|revoked|not found|been revoked|reported as leaked)/,
  // Google, Bedrock, MiniMax and others.
  /\b(?:bearer|jwt) token (?:has |is )?(?:expired|invalid|malformed)\b|\bmake sure your api key is valid\b/,
  /\bfailed to authenticate api key\b|\byou did(?:n['’]t| not) provide an api key\b/,
  /\binvalid credentials in authorization header\b/,
  /\bunregistered callers\b|\bsecurity token\b.{0,30}\b(?:invalid|expired)\b|\blogin fail\b/,
  // Cloudflare: the complete message.
  /^authentication error\W*$/,
  /\binvalid access token\b|\baccess token (?:is |has )?(?:invalid|expired)\b/,
  // Chinese gateways.
  /(?:令牌|密钥|api ?key)(?:无效|错误|已过期|不正确|已失效)|无效的(?:令牌|密钥|api ?key)|(?:鉴权|认证)失败/,
);

/** Too many requests at the same time. */
export const tooManyAtOnce = /\b(?:reached|exceeded|hit) your concurrent requests? limit\b/;

/** Too many requests, where the status says something else than 429. */
export const rateLimited = anyOf(
  /^\W*rate[ -]?limited\W*$/,
  /\b(?:you|request|account|key|user|is|are|was|were|been|being|get|gets|getting|got) (?:temporarily )?rate[ -]?limited\b/,
  /\brate[ -]?limit(?:ed|s|ing)?\b.{0,40}\b(?:reached|exceeded|hit|error)\b/,
  /\b(?:exceed\w*|reached|hit)\b.{0,40}\brate[ -]?limits?\b/,
  /\btoo many (?:requests|tokens per (?:minute|hour|day))\b|\btier capacity exceeded\b/,
  // new-api.
  /\breached the request limit\b|请求数限制/,
  /\b(?:requests?|calls?|qps|rpm|tpm|concurren\w+) limit (?:has been |is |was )?(?:reached|exceeded|hit)\b/,
  /\blimit (?:exceeded|reached)\W{0,3}[tr]p[md]\b/,
  // Apigee; iFlytek.
  /\bspike arrest violation\b|qpsoverflow|流控超限/,
  /请求(?:过于|太)频繁|请求次数过多|\busage limit (?:exceeded|reached)\b/,
  // Cohere; Ollama Cloud.
  /\btrial key\b.{0,20}\blimited to \d/,
  /\breached your (?:session|hourly|weekly) usage limit\b/,
  /\bquota (?:is )?exceeded\b.{0,20}\b(?:try again|retry) (?:in|after) \d/,
  /(?:频率|速率|速度)(?:限制|超限|超过限制|过高|过快)|限流|限频|并发.{0,4}(?:过高|超)/,
);
