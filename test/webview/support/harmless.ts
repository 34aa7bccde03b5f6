// What hostile text must not do to the page: run, fetch, navigate, or add an element or attribute of its own.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ChatPage } from './chatPage';

/** Tags and attributes that the view itself uses. Anything else in the document is injected. */
const allowedAttributes: Readonly<Record<string, readonly string[]>> = {
  main: [],
  section: ['aria-label'],
  h1: [],
  h2: ['id'],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  div: [
    'role',
    'aria-label',
    'aria-live',
    'aria-busy',
    'aria-hidden',
    'tabindex',
    'title',
    'style',
    'id',
    'aria-selected',
    'aria-labelledby',
    'aria-describedby',
  ],
  span: ['aria-hidden', 'aria-label', 'role', 'tabindex', 'title'],
  p: ['role'],
  ul: ['role', 'aria-label'],
  ol: ['start', 'role', 'aria-label'],
  li: ['role', 'value'],
  blockquote: [],
  hr: [],
  br: [],
  table: ['role'],
  colgroup: [],
  col: ['style'],
  thead: ['role'],
  tbody: ['role'],
  tr: ['role'],
  th: ['role', 'colspan'],
  td: ['role', 'colspan'],
  em: [],
  strong: [],
  s: [],
  sub: [],
  bdi: [],
  sup: ['aria-label', 'role', 'tabindex'],
  kbd: [],
  input: ['type', 'disabled', 'aria-label'],
  pre: ['tabindex'],
  code: ['role', 'tabindex', 'title'],
  a: ['href', 'title', 'draggable'],
  details: [],
  summary: [],
  button: [
    'type',
    'aria-label',
    'title',
    'aria-disabled',
    'aria-expanded',
    'aria-haspopup',
    'aria-keyshortcuts',
    'tabindex',
  ],
  textarea: [
    'aria-label',
    'placeholder',
    'rows',
    'spellcheck',
    'style',
    'aria-autocomplete',
    'aria-haspopup',
    'aria-controls',
    'aria-activedescendant',
  ],
};

/** Replaces the functions that payloads usually call by ones that record the call, and records policy violations. */
export async function trapPayloads(page: Page): Promise<void> {
  await page.evaluate(() => {
    const fired: string[] = [];
    Object.assign(window, { fired });
    for (const name of ['alert', 'confirm', 'prompt', 'print', 'open', 'canary', 'xss', 'fetch']) {
      Object.assign(window, { [name]: () => void fired.push(name) });
    }
    window.addEventListener('submit', () => void fired.push('submit'));
    window.addEventListener('beforeunload', () => void fired.push('navigation'));
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) => {
      fired.push(`${violatedDirective}: ${sample}`);
    });
  });
}

/** @param requestsBefore the number of the page's requests so far */
export async function assertHarmless(chat: ChatPage, requestsBefore: number): Promise<void> {
  const found = await chat.page.evaluate((tags) => {
    const injected: string[] = [];
    const ownStyle =
      /^(?:(?:(?:min-)?(?:height|width)|--table-width|--column-\d+): (?:[\d.]+px|var\(--column-\d+\)); ?)*$/;
    const mathMl = 'http://www.w3.org/1998/Math/MathML';
    for (const element of document.querySelectorAll('#root *')) {
      if (element.namespaceURI === mathMl) {
        for (const { name, value } of element.attributes) {
          if (/^(?:on|href|src|style|xlink|action)|:/i.test(name) || /script|url|:/i.test(value)) {
            injected.push(`${element.tagName} ${name}=${value}`);
          }
        }
        continue;
      }
      const attributes = tags[element.tagName.toLowerCase()];
      if (attributes === undefined || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') {
        injected.push(element.tagName);
        continue;
      }
      for (const { name, value } of element.attributes) {
        const isOwn = name === 'dir' && ['auto', 'ltr'].includes(value);
        if (isOwn || name === 'class' || name.startsWith('data-') || name === 'open') {
          continue;
        }
        if (!attributes.includes(name)) {
          injected.push(`${element.tagName} ${name}`);
        }
        if (name === 'href' && !/^(?:https?:\/\/[^/]|mailto:)/i.test(value)) {
          injected.push(value);
        }
        if (name === 'style' && !ownStyle.test(value)) {
          injected.push(value);
        }
        if (name === 'type' && !['button', 'checkbox'].includes(value)) {
          injected.push(`${element.tagName} ${value}`);
        }
      }
    }
    return { injected, fired: (window as unknown as { fired: string[] }).fired };
  }, allowedAttributes);
  assert.deepEqual(found, { injected: [], fired: [] });
  const foreign = chat.requests
    .slice(requestsBefore)
    .filter((url) => !/^http:\/\/127\.0\.0\.1:\d+\/(?:highlighter|math|images)\.js$/.test(url));
  assert.deepEqual(foreign, []);
  assert.deepEqual(chat.errors, []);
}
