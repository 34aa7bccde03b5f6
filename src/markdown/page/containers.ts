// Creates the elements of headings, lists, alerts and details.
import * as l10n from '@vscode/l10n';
import type { AlertKind } from '../common/blocks';
import { itemsPerSection } from './sections';

const alertIcons: Readonly<Record<AlertKind, string>> = {
  note: 'info',
  tip: 'lightbulb',
  important: 'report',
  warning: 'warning',
  caution: 'error',
};

function alertTitle(kind: AlertKind): string {
  const titles: Readonly<Record<AlertKind, string>> = {
    note: l10n.t('Note'),
    tip: l10n.t('Tip'),
    important: l10n.t('Important'),
    warning: l10n.t('Warning'),
    caution: l10n.t('Caution'),
  };
  return titles[kind];
}

/** A codicon, as decoration that screen readers skip. */
export function iconElement(name: string): HTMLElement {
  const icon = document.createElement('span');
  icon.className = `codicon codicon-${name}`;
  icon.setAttribute('aria-hidden', 'true');
  return icon;
}

/** `level` is 1 to 6. */
export function headingElement(level: number): HTMLElement {
  const tags = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;
  return document.createElement(tags[level - 1] ?? 'h6');
}

export function alertElement(kind: AlertKind): HTMLElement {
  const element = document.createElement('blockquote');
  element.className = `alert alert-${kind}`;
  const title = document.createElement('p');
  title.className = 'alert-title';
  // The title, which is in the UI's language, must not decide the direction of the alert.
  title.dir = 'auto';
  title.append(iconElement(alertIcons[kind]), alertTitle(kind));
  element.append(title);
  return element;
}

/** `showSummary` renders the summary, which has a default text without content. */
export function detailsElement(showSummary: (summary: HTMLElement) => void): HTMLElement {
  const element = document.createElement('details');
  const summary = document.createElement('summary');
  summary.dir = 'auto';
  showSummary(summary);
  if (summary.childNodes.length === 0) {
    summary.className = 'default-summary';
    summary.textContent = l10n.t('Details');
  }
  element.append(summary);
  return element;
}

/** The usual indentation has no room for longer numbers. */
const minLongNumber = 100;

/** `start` is undefined for a list with bullets. */
export function listElement(start: number | undefined): HTMLElement {
  if (start === undefined) {
    return document.createElement('ul');
  }
  const element = document.createElement('ol');
  if (start !== 1) {
    element.start = start;
  }
  if (start >= minLongNumber) {
    element.className = 'long-numbers';
  }
  return element;
}

/** The item with this index (from 0) of a list. */
export function itemElement(
  task: 'open' | 'done' | undefined,
  list: Element,
  start: number | undefined,
  index: number,
): HTMLElement {
  const item = document.createElement('li');
  describeItem(item, list, start, index);
  if (task !== undefined) {
    item.className = 'task';
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.disabled = true;
    box.checked = task === 'done';
    box.setAttribute('aria-label', task === 'done' ? l10n.t('Done') : l10n.t('Not done'));
    item.append(box);
  }
  return item;
}

/** Items in sections are not children of their list: they need roles, and numbers of their own. */
export function describeItem(
  item: HTMLLIElement,
  list: Element,
  start: number | undefined,
  index: number,
): void {
  if (index === itemsPerSection) {
    list.setAttribute('role', 'list');
  }
  if (index >= itemsPerSection) {
    item.setAttribute('role', 'listitem');
    if (start !== undefined) {
      item.value = start + index;
    }
  }
}
