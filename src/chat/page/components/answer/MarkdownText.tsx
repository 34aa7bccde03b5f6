// Hands what was added to an answer's text to the Markdown renderer, which owns the DOM inside.
import { Component, createRef } from 'preact';
import type { Disposable } from '../../../../base/disposable';
import { sourcesByNumber, type Source } from '../../../../gateway/common/source';
import type { Citation } from '../../../../markdown/page/inline/parser';
import { renderSoon } from '../../../../markdown/page/renderQueue';
import { StreamingMarkdown } from '../../../../markdown/page/streamingMarkdown';

interface Props {
  /** Normally grows; another text is rendered from its start. */
  readonly text: string;
  /** Where in `text` this part of it begins. */
  readonly start?: number;
  /** The number of its first code block. */
  readonly firstCodeBlock?: number;
  /** The end of `text` that was added by the last paint; `''` if it is not known. */
  readonly added: string;
  readonly isFinished: boolean;
  /** Read once the text is finished. */
  readonly sources?: readonly Source[];
}

interface State {
  /** The renderer has failed: the text is shown without markup. */
  readonly isPlain: boolean;
}

/** A long text is rendered in slices of this many UTF-16 units; each takes a few ms at most. */
const sliceLength = 2_000;

/** Texts of up to this many UTF-16 units are rendered at once while they grow. */
const maxAtOnce = 16_000;

export class MarkdownText extends Component<Props, State> {
  override state = { isPlain: false };
  readonly #root = createRef<HTMLDivElement>();
  #markdown: StreamingMarkdown | undefined;
  #renderedLength = 0;
  #isFinished = false;
  #nextSlice: Disposable | undefined;
  #caretOwner: HTMLElement | undefined;

  override shouldComponentUpdate(next: Readonly<Props>, { isPlain }: Readonly<State>): boolean {
    const { text, isFinished } = this.props;
    return next.text !== text || next.isFinished !== isFinished || isPlain !== this.state.isPlain;
  }

  override componentDidMount(): void {
    this.#begin();
  }

  #begin(): void {
    const root = this.#root.current;
    if (root === null) {
      return;
    }
    const { text, start = 0, firstCodeBlock, isFinished } = this.props;
    this.#markdown = new StreamingMarkdown(root, undefined, isFinished, firstCodeBlock);
    this.#renderedLength = start;
    if (!isFinished && text.length <= maxAtOnce) {
      this.#renderAdded();
      return;
    }
    root.style.minHeight = `${estimateHeight(text.slice(start))}px`;
    this.#nextSlice = renderSoon(() => this.#renderSlice(root));
  }

  /** Renders another text in place of the one that grew. */
  #restart(): void {
    this.#nextSlice?.dispose();
    this.#nextSlice = undefined;
    this.#markdown?.dispose();
    this.#root.current?.replaceChildren();
    this.#isFinished = false;
    this.#caretOwner = undefined;
    this.#begin();
  }

  override componentDidUpdate(previous: Readonly<Props>): void {
    if (this.state.isPlain) {
      return;
    }
    const { text, added } = this.props;
    // Comparing the characters costs more the longer the text is, so it is done for unknown growth only.
    const isGrowth = previous.text.length + added.length === text.length;
    if (!isGrowth && !text.startsWith(previous.text)) {
      this.#restart();
    } else if (this.#nextSlice === undefined) {
      this.#renderAdded();
    }
  }

  override componentWillUnmount(): void {
    this.#nextSlice?.dispose();
    this.#markdown?.dispose();
  }

  #renderAdded(): void {
    const { text, added } = this.props;
    const { length } = text;
    if (length > this.#renderedLength) {
      const isKnown = this.#renderedLength + added.length === length;
      // `slice` copies all of a text that grew by `+=`.
      this.#append(isKnown ? added : text.slice(this.#renderedLength));
    }
    this.#finish();
  }

  #renderSlice(root: HTMLElement): void {
    this.#nextSlice = undefined;
    const { text } = this.props;
    this.#append(text.slice(this.#renderedLength, this.#renderedLength + sliceLength));
    if (this.#renderedLength < text.length && !this.state.isPlain) {
      this.#nextSlice = renderSoon(() => this.#renderSlice(root));
      return;
    }
    root.style.minHeight = '';
    this.#finish();
  }

  #append(added: string): void {
    this.#renderedLength += added.length;
    this.#attempt(() => this.#markdown?.append(added));
    if (!this.props.isFinished) {
      this.#moveCaret(this.#markdown?.lastTextElement);
    }
  }

  /** Styles show a caret at the end of an element with this class: no position has to be computed. */
  #moveCaret(owner: HTMLElement | undefined): void {
    if (owner !== this.#caretOwner) {
      this.#caretOwner?.classList.remove('caret');
      owner?.classList.add('caret');
      this.#caretOwner = owner;
    }
  }

  #finish(): void {
    if (this.props.isFinished && !this.#isFinished && this.#markdown !== undefined) {
      this.#isFinished = true;
      this.#moveCaret(undefined);
      this.#finishInSlices(this.#markdown.finish(citationsOf(this.props.sources)));
    }
  }

  #finishInSlices(steps: Iterator<void>): void {
    this.#nextSlice = undefined;
    let isDone = true;
    this.#attempt(() => {
      isDone = steps.next().done === true;
    });
    if (!isDone) {
      this.#nextSlice = renderSoon(() => this.#finishInSlices(steps));
    }
  }

  #attempt(render: () => void): void {
    try {
      render();
    } catch (error) {
      reportError(error);
      this.setState({ isPlain: true });
    }
  }

  render() {
    return this.state.isPlain ? (
      <div key="plain" class="question-text" dir="auto">
        {this.props.text.slice(this.props.start)}
      </div>
    ) : (
      <div key="markdown" class="markdown" ref={this.#root} />
    );
  }
}

function citationsOf(sources: readonly Source[] = []): ReadonlyMap<number, Citation> {
  return new Map(
    [...sourcesByNumber(sources)].map(([number, { url, title = '' }]) => [
      number,
      { href: url, title },
    ]),
  );
}

/** The approximate height of a text that is not rendered yet, in CSS pixels. */
export function estimateHeight(text: string): number {
  return Math.ceil(text.length / 45) * 20;
}
