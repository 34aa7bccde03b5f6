// Secrets that only what stands before them tells: passwords of URLs, files and commands, headers, and addresses that anyone who
// has them can post to.
import { entropy } from '../../../base/text/entropy';
import { isKey, isPlaceholder, isRandom, isUrlPassword, isUuid } from './secretValue';
import { maxTokenChars, type TokenShape } from './tokenShape';

const base64 = String.raw`[A-Za-z\d+/]`;
const uuid = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;

export const credentialForms: readonly TokenShape[] = [
  {
    pattern:
      /(?<before>(?<![a-z\d])[a-z][a-z\d+.-]{1,19}:\/\/[^\s:/@"'`<>[\](){}]{0,128}:)[^\s/@"'`<>]{3,256}(?=@(?:\w|\[[\da-f:]))(?!@(?:[\w-]+\.)*example\b)/gi,
    name: 'Password in a URL',
    isSecret: isUrlPassword,
  },
  {
    pattern: /(?<before>(?<!\w)bearer )[\w.~+/=-]{20,4096}/gi,
    name: 'Bearer token',
    isSecret: (value) => (isUuid(value) ? isKey(value) : isRandom(value)),
  },
  {
    // secretlint's rule takes the rest of the line for one token.
    pattern: new RegExp(String.raw`(?<before>_authToken=)[^\s"'\x60<>$]{8,${maxTokenChars}}`, 'g'),
    name: 'npm token',
    isSecret: (value) => !isPlaceholder(value),
  },
  {
    // The header and the claims are JSON objects in Base64, which begin with `{"`.
    pattern: /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g,
    name: 'JSON Web Token',
    isSecret: () => true,
  },
  {
    // `Authorization: Basic`, npm's `_auth`, and `auth` of Docker's config.json
    pattern: new RegExp(
      String.raw`(?<before>(?<![\w-])(?:basic[ \t]+|_auth[ \t]*=[ \t]*"?|"auth"\s{0,8}:\s{0,8}"))${base64}{6,1024}={0,2}`,
      'gi',
    ),
    name: 'Password',
    isSecret: isBasicCredentials,
  },
  {
    // Docker's config.json in a secret of Kubernetes
    pattern: new RegExp(
      String.raw`(?<before>\.dockerconfigjson["']?[ \t]*:[ \t]*["']?)${base64}{40,}={0,2}`,
      'g',
    ),
    name: 'Password',
    isSecret: (value) => /"(?:auth|password|identitytoken)"/u.test(decoded(value)),
  },
  {
    // https://www.gnu.org/software/inetutils/manual/html_node/The-_002enetrc-file.html
    pattern:
      /(?<before>(?<!\w)(?:machine\s{1,32}\S{1,253}|default(?=\s{1,32}login))(?:\s{1,32}(?:login|account)\s{1,32}\S{1,128}){0,2}\s{1,32}password\s{1,32})[^\s"'`]{3,256}/g,
    name: 'Password',
    isSecret: isNetrcPassword,
  },
  {
    // Across lines that are continued.
    pattern:
      /(?<before>(?<!\w)curl(?:\.exe)?(?:[^\n|]|[\\^`]\r?\n){0,500}?\s(?:-[a-zA-Z]{0,8}[uU]|--user|--proxy-user)(?:[ \t]{0,8}|=)["']?[^\s:"'`]{0,128}:)[^\s"'`]{3,256}/g,
    name: 'Password',
    isSecret: (value, before) => isUrlPassword(value, before.replace(/.*[\s"'=]/su, '/')),
  },
  {
    // https://httpd.apache.org/docs/current/misc/password_encryptions.html and crypt(5); Docker Compose doubles `$`. The name
    // is looked for last, since any word could be one.
    pattern: new RegExp(
      String.raw`(?<before>:)(?=[$\{])(?<=(?<![^\s"'\x60=,])[^\s:"'\x60$=,]{1,64}:)(?:\$\$?(?:apr1|[1567y]|gy|2[abxy]|argon2id?)\$[\w./$,=+-]{20,256}|\{S?SHA(?:\d{3})?\}${base64}{27,128}={0,2})`,
      'g',
    ),
    name: 'Password hash',
    isSecret: (value) => entropy(value) >= 3.3,
  },
  {
    // A PEM file in Base64, in one line or in several, as in a kubeconfig.
    pattern: new RegExp(
      String.raw`LS0tLS1CRUdJTi${base64}{40,}(?:\r?\n[ \t]{0,32}${base64}{40,})*(?:(?:\r?\n[ \t]{0,32}${base64}{1,76})?={1,2})?`,
      'g',
    ),
    name: 'Private key',
    isSecret: (value) => /^-----BEGIN [A-Z ]{0,24}PRIVATE KEY/u.test(decoded(value.slice(0, 64))),
  },
  {
    pattern: new RegExp(
      String.raw`(?<before>open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/(?:v2/)?hook/)(?:${uuid}|[\da-f]{32})`,
      'gi',
    ),
    name: 'Feishu webhook',
  },
  {
    pattern: new RegExp(
      String.raw`(?<before>qyapi\.weixin\.qq\.com/cgi-bin/webhook/\w{4,20}\?key=)${uuid}`,
      'gi',
    ),
    name: 'WeCom webhook',
  },
  {
    pattern: new RegExp(
      String.raw`(?<before>(?:\.webhook\.office\.com/webhookb2|outlook\.office(?:365)?\.com/webhook)/)${uuid}@${uuid}/IncomingWebhook/[\da-f]{32}/${uuid}(?:/[\w-]{20,80})?`,
      'gi',
    ),
    name: 'Teams webhook',
  },
];

function decoded(value: string): string {
  return Buffer.from(value, 'base64').toString();
}

/** A name and a password, as HTTP's Basic authentication writes them. */
function isBasicCredentials(value: string): boolean {
  const [, name = '', password = ''] =
    /^([^\p{Cc}\uFFFD:"{]{0,256}):([^\p{Cc}\uFFFD]{3,})$/u.exec(decoded(value)) ?? [];
  return password !== '' && isUrlPassword(password, `/${name}:`);
}

/** Prose may have the words, too: its "hosts" have no dot, and its "passwords" are words. */
function isNetrcPassword(value: string, before: string): boolean {
  const isHost = /^machine\s+\S*[.\d]/u.test(before);
  return isUrlPassword(value, '') && (isHost || !/^[a-z]+[.,;:!?)]*$/iu.test(value));
}
