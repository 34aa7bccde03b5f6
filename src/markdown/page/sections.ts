// Sections: appends children to an element so that the browser never lays out many siblings again. The first ones are
// its own children, the others are in sections, and these in groups of sections. Children are never moved.

/**
 * Children per section, by the classes of the section. The browser paints all of a section that is partly in view with
 * each update: blocks are tall, so these sections have few. With each update, it also checks for every section whether it is
 * near the view. Blocks in quotes, list items and details are mostly short, so their sections have more of them.
 */
const sizes = {
  section: 8,
  'section inner-section': 32,
  'list-section': 32,
  'text-section': 16,
  'table-section': 16,
  'code-lines-section': 16,
} as const;

export type SectionClass = keyof typeof sizes;

/** Items after the first ones of this number are in sections. */
export const itemsPerSection = sizes['list-section'];

const sectionsPerGroup = 32;

export class Sections {
  #count = 0;
  #group: HTMLElement | undefined;
  #section: HTMLElement | undefined;

  /** `className` has the classes of the sections and their groups. Without `isDivided` there are none. */
  constructor(
    private readonly parent: Element,
    private readonly className: SectionClass,
    private readonly isDivided = true,
  ) {}

  add(child: Node): void {
    const index = this.#count;
    this.#count += 1;
    if (this.#isDirect(index)) {
      this.parent.append(child);
      return;
    }
    if (this.#beginsGroup(index)) {
      this.#group = newSection(this.className);
      this.parent.append(this.#group);
    }
    if (index % this.#size === 0) {
      this.#section = newSection(this.className);
      this.#group?.append(this.#section);
    }
    this.#section?.append(child);
  }

  /** Removes the child that was added last. */
  removeLast(child: ChildNode): void {
    this.#count -= 1;
    child.remove();
    const index = this.#count;
    if (this.#isDirect(index)) {
      return;
    }
    if (index % this.#size === 0) {
      this.#section?.remove();
      this.#section = undefined;
    }
    if (this.#beginsGroup(index)) {
      this.#group?.remove();
      this.#group = undefined;
    }
  }

  /** The number of children per section, and of those before the first section. */
  get #size(): number {
    return sizes[this.className];
  }

  #isDirect(index: number): boolean {
    return !this.isDivided || index < this.#size;
  }

  #beginsGroup(index: number): boolean {
    return index % (this.#size * sectionsPerGroup) === this.#size;
  }
}

/** A box without a meaning for screen readers. */
export function newSection(className: string): HTMLElement {
  const section = document.createElement('div');
  section.className = className;
  section.setAttribute('role', 'presentation');
  return section;
}
