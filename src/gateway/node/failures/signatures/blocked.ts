// What firewalls, address lists and region checks say: they refuse where a request comes from, whatever key and model it names.
import type { SignatureGroup } from '../signature';

export const blocked: SignatureGroup = {
  kind: 'blocked',
  ofAccount: true,
  statuses: [200, 400, 401, 403, 406, 451],
  // A page of a firewall; other pages say no more than their status.
  matchesPages: true,
  // A model that a region does not have is another model's chance.
  notThis: /\bmodels?\b.{0,40}\b(?:is|are) (?:not |un)(?:available|supported)\b/,
  rows: [
    {
      codes: ['unsupported_country_region_territory'],
      gateway: 'OpenAI',
      seen: 'https://github.com/openai/codex/issues/2414',
      sample:
        '403 {"error":{"code":"unsupported_country_region_territory","message":"Country, region, or territory not supported","param":null,"type":"request_forbidden"}}',
    },
    {
      codes: ['ip_not_authorized'],
      gateway: 'OpenAI',
      seen: 'https://developers.openai.com/api/docs/guides/ip-allowlist',
      sample:
        '401 {"error":{"message":"Your IP address is not authorized to use this API key.","type":"invalid_request_error","param":null,"code":"ip_not_authorized"}}',
    },
    {
      phrase: /(?:^|\n)error code: 1(?:00[5-9]|01[0-2]|020)\b/,
      gateway: 'Cloudflare',
      seen: 'https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-1xxx-errors/',
      sample: '403 error code: 1010',
    },
    {
      phrase:
        /\bused cloudflare to restrict access\b|\battention required! \| cloudflare\b|\bjust a moment\.\.\./,
      gateway: 'Cloudflare',
      seen: 'https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-1xxx-errors/',
      sample:
        '403 <!DOCTYPE html><html><head><title>Access denied | api.example used Cloudflare to restrict access</title></head><body></body></html>',
    },
    {
      phrase: /\bthe request could not be satisfied\b/,
      gateway: 'Amazon CloudFront',
      seen: 'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/http-403-permission-denied.html',
      sample:
        '403 <!DOCTYPE HTML><HTML><HEAD><TITLE>ERROR: The request could not be satisfied</TITLE></HEAD><BODY><H1>403 ERROR</H1>Request blocked.</BODY></HTML>',
    },
    {
      phrase: /\byou don['’]t have permission to access\b.{0,200}\bon this server\b/,
      gateway: 'Akamai',
      seen: 'https://gist.github.com/mikka23/3f57d8aa17bc7a0581b6',
      sample:
        '403 Access Denied: You don\'t have permission to access "http://api.example/v1/chat/completions" on this server. Reference #18.2d4',
    },
    {
      phrase: /\b(?:the |this |your )?request (?:is|was|has been) (?:blocked|denied by)\b/,
      gateway: 'Azure Front Door',
      seen: 'https://learn.microsoft.com/azure/web-application-firewall/afds/waf-front-door-create-portal',
      sample: '403 {"message":"The request is blocked."}',
    },
    {
      phrase:
        /\bincapsula incident\b|\bblocked by (?:a |the |our |your )?(?:[\w-]+ ){0,3}(?:waf|firewall|polic(?:y|ies)|network|security|cloudflare|zscaler|fortiguard|administrator)\b/,
      gateway: 'Imperva',
      seen: 'https://github.com/EnableSecurity/wafw00f/blob/71704f1f28/wafw00f/plugins/incapsula.py',
      sample: '403 Request unsuccessful. Incapsula incident ID: 123-456',
    },
    {
      statuses: [200, 403],
      phrase: /\b(?:zscaler|netskope|forcepoint|fortiguard|cisco umbrella|sophos)\b/,
      gateway: 'Zscaler',
      seen: 'https://github.com/Ekultek/WhatWaf/issues/178',
      sample:
        '403 <html><head><title>Internet Security by Zscaler</title></head><body></body></html>',
    },
    {
      statuses: [200, 403, 503],
      phrase: /\b(?:web page|access|web ?site|application) (?:is )?blocked\b/,
      gateway: 'FortiGate',
      seen: 'unverified',
      sample: '403 <html><head><title>Web Page Blocked!</title></head><body></body></html>',
    },
    {
      phrase:
        /\bvirtual network\b|\bfirewall rules?\b|\bpublic (?:network )?access is disabled\b|\bprivate endpoint\b/,
      gateway: 'Azure OpenAI',
      seen: 'https://learn.microsoft.com/answers/questions/1340693',
      sample:
        '403 {"error":{"code":"AccessDenied","message":"Access denied due to Virtual Network/Firewall rules."}}',
    },
    {
      phrase: /\bcheck your network settings\b/,
      gateway: 'Groq',
      seen: 'https://github.com/open-webui/open-webui/discussions/4612',
      sample: '403 {"error":{"message":"Access denied. Please check your network settings."}}',
    },
    {
      phrase: /\bvpcservicecontrols|\bvpc service controls\b/,
      gateway: 'Google Cloud',
      seen: 'https://cloud.google.com/vpc-service-controls/docs/troubleshooting',
      sample:
        '403 {"error":{"code":403,"message":"Request is prohibited by organization\'s policy. vpcServiceControlsUniqueIdentifier: x","status":"PERMISSION_DENIED"}}',
    },
    {
      phrase: /\buser location is not supported\b/,
      gateway: 'Google',
      seen: 'https://github.com/google-gemini/gemini-cli/issues/1853',
      sample:
        '400 {"error":{"code":400,"message":"User location is not supported for the API use.","status":"FAILED_PRECONDITION"}}',
    },
    {
      phrase:
        /\b(?:countr(?:y|ies)|regions?|territor(?:y|ies)|locations?|jurisdiction)\b.{0,60}\b(?:not|isn['’]t|aren['’]t) (?:currently )?(?:supported|available|allowed|permitted)\b/,
      gateway: 'OpenAI',
      seen: 'https://github.com/openai/codex/issues/2414',
      sample: '403 {"error":{"message":"Country, region, or territory not supported"}}',
    },
    {
      phrase:
        /\b(?:not (?:available|allowed|supported|permitted)|unavailable|restricted|blocked|forbidden|unsupported)\b(?: (?:in|from|for|to))?.{0,30}\b(?:countr(?:y|ies)|regions?|territor(?:y|ies)|geograph\w+|locations?)\b/,
      gateway: 'Amazon Bedrock',
      seen: 'https://github.com/anthropics/claude-code/issues/2656',
      sample:
        '400 {"error":{"message":"Access to Anthropic models is not allowed from unsupported countries, regions, or territories."}}',
    },
    {
      phrase:
        /\b(?:countr(?:y|ies)|regions?|territor(?:y|ies)|jurisdictions?)\b (?:is |are |was |were |has been |have been )?(?:prohibited|blocked|banned|embargoed|sanctioned|restricted)\b/,
      seen: 'unverified',
      sample: '403 {"error":{"message":"Access from your region is prohibited by export rules"}}',
    },
    {
      phrase:
        /\b(?:disable|turn off|disconnect(?: from)?|using|use of|behind|through|via|from) (?:your |an? |any |the )?(?:vpns?|tor|anonymous prox(?:y|ies))\b|\b(?:vpns?|tor exit nodes?|anonymous prox(?:y|ies)|data ?cent(?:er|re) ips?)\b (?:\w+ )?(?:is |are )?(?:not (?:allowed|supported|permitted)|blocked|forbidden)\b/,
      seen: 'unverified',
      sample: '403 {"error":{"message":"Please disable your VPN or proxy and try again."}}',
    },
    {
      statuses: [200, 401, 403],
      phrase:
        /\b(?:from|on) (?:this|your) (?:\w+ )?network\b|\boutside (?:of )?(?:the |your )?(?:\w+ )?(?:network|ip|address) ?ranges?\b/,
      seen: 'unverified',
      sample:
        '403 {"error":{"message":"Client 203.0.113.9 is outside the permitted network ranges"}}',
    },
    {
      phrase: /\bexecute-api:invoke\b/,
      gateway: 'the resource policy of an Amazon API Gateway',
      seen: 'https://repost.aws/knowledge-center/api-gateway-resource-policy-access',
      sample:
        '403 {"Message":"User: anonymous is not authorized to perform: execute-api:Invoke on resource: arn:aws:execute-api:us-east-1:1:x/prod/POST/v1 with an explicit deny"}',
    },
    {
      phrase:
        /\bip(?:v[46])?(?: address(?:es)?)?\b.{0,60}\b(?:not|isn['’]t) (?:allowed|authori[sz]ed|permitted|(?:on|in) .{0,20}list|white-?listed|trusted)\b/,
      gateway: 'LiteLLM',
      seen: 'https://docs.litellm.ai/docs/proxy/ip_address',
      sample:
        '403 {"error":{"message":"Access forbidden: IP address 203.0.113.7 not allowed.","type":"auth_error","code":"403"}}',
    },
    {
      phrase:
        /\bip(?:v[46])?(?: address(?:es)?)?\b.{0,60}\b(?:blocked|banned|denied|restricted|blacklisted)\b|\b(?:blocked|banned|denied|restricted) ip\b/,
      gateway: 'GPT4Free',
      seen: 'https://github.com/xtekky/gpt4free/issues/2066',
      sample:
        '403 {"error":{"message":"Sorry, your IP has been blocked due to triggering anti-abuse detection."}}',
    },
    {
      phrase:
        /\b(?:allow-?|white-?)list(?:ed)?\b.{0,40}\b(?:ip|address)|\bip (?:allow-?|white-?)list/,
      gateway: 'Huawei MaaS',
      seen: 'https://support.huaweicloud.com/model-call-maas/model-call-035.html',
      sample:
        '401 {"error_code":"ModelArts.81015","error_msg":"Invalid client ip 203.0.113.9, rejected by api key ip allowlist setting."}',
    },
    {
      phrase:
        /ip.{0,30}(?:不在|未在|没有在|被)[^。]{0,20}(?:列表|白名单|允许|禁止|封禁|限制)|白名单|(?:地区|区域|国家).{0,8}(?:不支持|不可用|受限|限制)|不支持.{0,6}(?:地区|区域|国家)/,
      gateway: 'new-api',
      seen: 'https://github.com/QuantumNous/new-api/blob/main/middleware/auth.go',
      sample: '403 {"error":{"message":"您的 IP 不在令牌允许访问的列表中","type":"new_api_error"}}',
    },
  ],
};
