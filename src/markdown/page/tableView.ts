// TableView: a table that grows. After its first 50 rows it continues in groups of 50, each a table whose columns have
// the same widths: the browser would lay out a single table from its start for each row.
import * as l10n from '@vscode/l10n';
import type { Alignment, TableBlock } from '../common/blocks';
import { newSection, Sections } from './sections';

const rowsPerGroup = 50;

/** A row that ends with more empty cells than this has one wide cell for them: a wide header would need too many. */
const maxEmptyCells = 10;

/** A cell with a longer text has a minimum width, and more than one line. */
const maxNarrowLength = 16;

type ShowInline = (cell: HTMLElement, content: string) => void;

export const tableFormats = ['markdown', 'csv'] as const;

export type TableFormat = (typeof tableFormats)[number];

/** The tables of the page, by their element. */
const tables = new WeakMap<Element, TableView>();

/** The text of the table with this element. */
export function tableText(element: Element, format: TableFormat): string | undefined {
  return tables.get(element)?.text(format);
}

export class TableView {
  /** The table with its buttons. */
  readonly element = document.createElement('div');
  readonly #scroller = document.createElement('div');
  /** The Markdown of the cells. */
  readonly #rows: (readonly string[])[] = [];
  readonly #table = document.createElement('table');
  readonly #alignments: readonly Alignment[];
  readonly #groups: Sections;
  readonly #showInline: ShowInline;
  #body: HTMLTableSectionElement | undefined;
  /** Copied for each group of rows. */
  #columns: HTMLElement | undefined;
  #rowCount = 0;

  constructor({ alignments, header }: TableBlock, showInline: ShowInline) {
    this.#alignments = alignments;
    this.#showInline = showInline;
    this.element.className = 'table-block';
    this.#scroller.className = 'table';
    this.element.append(toolbar(), this.#scroller);
    tables.set(this.element, this);
    const head = document.createElement('thead');
    head.append(this.#row('th', header));
    this.#table.append(head);
    this.#groups = new Sections(this.#scroller, 'table-section');
    this.#groups.add(this.#table);
  }

  addRow(cells: readonly string[]): void {
    if (this.#rowCount > 0 && this.#rowCount % rowsPerGroup === 0) {
      this.#beginGroup();
    }
    this.#rowCount += 1;
    if (this.#body === undefined) {
      this.#body = document.createElement('tbody');
      this.#table.append(this.#body);
    }
    this.#body.append(this.#row('td', cells));
  }

  text(format: TableFormat): string {
    if (format === 'markdown') {
      const [header = [], ...rows] = this.#rows;
      const delimiters = this.#alignments.map(delimiterOf);
      return [header, delimiters, ...rows].map(markdownRow).join('\n');
    }
    const rows = [...this.#scroller.querySelectorAll('tr')];
    return rows.map(csvRow).join('\n');
  }

  #row(tag: 'th' | 'td', cells: readonly string[]): HTMLTableRowElement {
    this.#rows.push(cells);
    const row = document.createElement('tr');
    const hasRole = this.#rowCount > rowsPerGroup;
    if (hasRole) {
      row.setAttribute('role', 'row');
    }
    const lastUsed = cells.findLastIndex((content) => content !== '');
    const isShort = cells.length - lastUsed > maxEmptyCells;
    const created = isShort ? cells.slice(0, lastUsed + 1) : cells;
    for (const [index, content] of created.entries()) {
      const cell = document.createElement(tag);
      const alignment = this.#alignments[index];
      if (alignment !== undefined) {
        cell.className = `align-${alignment}`;
      }
      if (content.length > maxNarrowLength) {
        cell.classList.add('long');
      }
      if (hasRole) {
        cell.setAttribute('role', 'cell');
      }
      this.#showInline(cell, content);
      row.append(cell);
    }
    if (isShort) {
      const rest = document.createElement(tag);
      rest.colSpan = cells.length - created.length;
      if (hasRole) {
        rest.setAttribute('role', 'cell');
      }
      row.append(rest);
    }
    return row;
  }

  #beginGroup(): void {
    if (this.#rowCount === rowsPerGroup) {
      this.#joinGroups();
    }
    const group = document.createElement('table');
    group.className = 'table-group';
    group.setAttribute('role', 'presentation');
    this.#body = document.createElement('tbody');
    this.#body.setAttribute('role', 'rowgroup');
    this.#columns ??= columnGroup(this.#alignments.length);
    group.append(this.#columns.cloneNode(true), this.#body);
    // `content-visibility` does not apply to tables, but to this element around one.
    const rows = newSection('table-rows');
    rows.append(group);
    this.#groups.add(rows);
  }

  /** The groups become one table for screen readers. */
  #joinGroups(): void {
    this.#scroller.setAttribute('role', 'table');
    this.#table.setAttribute('role', 'presentation');
    for (const section of this.#table.children) {
      section.setAttribute('role', 'rowgroup');
    }
    for (const row of this.#table.rows) {
      row.setAttribute('role', 'row');
      for (const cell of row.cells) {
        cell.setAttribute('role', cell.localName === 'th' ? 'columnheader' : 'cell');
      }
    }
    const header = this.#table.rows[0];
    const observer = new ResizeObserver(() => {
      const width = this.#table.offsetWidth;
      // All widths are read before any is written: a read after a write would lay out the table again.
      const widths = [...(header?.cells ?? [])].map((cell) => cell.getBoundingClientRect().width);
      this.element.style.setProperty('--table-width', `${width}px`);
      for (const [index, column] of widths.entries()) {
        this.element.style.setProperty(`--column-${index}`, `${column}px`);
      }
    });
    observer.observe(this.#table);
  }
}

function delimiterOf(alignment: Alignment): string {
  const start = alignment === 'left' || alignment === 'center' ? ':' : '';
  const end = alignment === 'right' || alignment === 'center' ? ':' : '';
  return `${start}---${end}`;
}

function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
}

/** Quotes cells as RFC 4180 says. Empty cells at the end of a row may be missing. */
function csvRow({ cells }: HTMLTableRowElement): string {
  return [...cells]
    .map(({ innerText }) => innerText.trim())
    .map((text) => (/[",\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    .join(',');
}

function toolbar(): HTMLElement {
  const bar = document.createElement('div');
  bar.className = 'table-bar';
  bar.role = 'toolbar';
  bar.ariaLabel = l10n.t('Table actions');
  bar.append(
    copyButton('markdown', l10n.t('Copy as Markdown'), 'codicon-markdown'),
    copyButton('csv', l10n.t('Copy as CSV'), 'codicon-table'),
  );
  return bar;
}

function copyButton(format: TableFormat, label: string, icon: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `icon-button codicon ${icon}`;
  button.ariaLabel = label;
  button.title = label;
  button.dataset['copyTable'] = format;
  return button;
}

/** Columns that are as wide as those of the first rows. */
function columnGroup(count: number): HTMLElement {
  const columns = document.createElement('colgroup');
  for (let index = 0; index < count; index += 1) {
    const column = document.createElement('col');
    column.style.width = `var(--column-${index})`;
    columns.append(column);
  }
  return columns;
}
