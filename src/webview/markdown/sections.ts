// Sections: appends children to an element so that the browser never lays out many siblings again. All but the first 16
// are in sections of 16, and these in groups of 16 sections. Children are never moved.

export const childrenPerSection = 16;
const sectionsPerGroup = 16;

export class Sections {
  #count = 0;
  #group: HTMLElement | undefined;
  #section: HTMLElement | undefined;

  /**
   * `className` is the class of the sections and their groups. The first `direct` children are in no section; all of
   * them if it is Infinity.
   */
  constructor(
    private readonly parent: Element,
    private readonly className: string,
    private readonly direct = childrenPerSection,
  ) {}

  add(child: Node): void {
    const index = this.#count;
    this.#count += 1;
    if (index < this.direct) {
      this.parent.append(child);
      return;
    }
    if (index % (childrenPerSection * sectionsPerGroup) === childrenPerSection) {
      this.#group = newSection(this.className);
      this.parent.append(this.#group);
    }
    if (index % childrenPerSection === 0) {
      this.#section = newSection(this.className);
      this.#group?.append(this.#section);
    }
    this.#section?.append(child);
  }

  /** Removes the child that was added last. */
  removeLast(child: ChildNode): void {
    this.#count -= 1;
    child.remove();
    if (this.#count < this.direct) {
      return;
    }
    if (this.#count % childrenPerSection === 0) {
      this.#section?.remove();
      this.#section = undefined;
    }
    if (this.#count % (childrenPerSection * sectionsPerGroup) === childrenPerSection) {
      this.#group?.remove();
      this.#group = undefined;
    }
  }
}

/** A box without a meaning for screen readers. */
export function newSection(className: string): HTMLElement {
  const section = document.createElement('div');
  section.className = className;
  section.setAttribute('role', 'presentation');
  return section;
}
