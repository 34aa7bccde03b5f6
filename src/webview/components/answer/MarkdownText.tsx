// Hands an answer's text to the Markdown renderer, which owns the DOM inside.
import { Component, createRef } from 'preact';
import type { Disposable } from '../../../base/disposable';
import { StreamingMarkdown } from '../../markdown/streamingMarkdown';
import type { RenderMarks } from '../../markdown/renderMarks';
import { renderSoon } from '../../renderQueue';

interface Props {
  readonly text: string;
  readonly isFinished: boolean;
  readonly messageId: string;
  readonly marks: RenderMarks;
}

interface State {
  /** The renderer has failed: the text is shown without markup. */
  readonly isPlain: boolean;
}

/** A long text is rendered in slices of this length, in UTF-16 units; each takes a few ms. */
const sliceLength = 16_000;

/** In UTF-16 units. The rendering of longer texts is reported: a shorter one has never crashed a page. */
const minMarkedLength = 4_000;

export class MarkdownText extends Component<Props, State> {
  override state = { isPlain: false };
  readonly #root = createRef<HTMLDivElement>();
  #markdown: StreamingMarkdown | undefined;
  #renderedLength = 0;
  #nextSlice: Disposable | undefined;
  #isMarked = false;

  override shouldComponentUpdate(next: Readonly<Props>, { isPlain }: Readonly<State>): boolean {
    const { text, isFinished } = this.props;
    return next.text !== text || next.isFinished !== isFinished || isPlain !== this.state.isPlain;
  }

  override componentDidMount(): void {
    const root = this.#root.current;
    if (root === null) {
      return;
    }
    this.#markdown = new StreamingMarkdown(root);
    if (this.props.isFinished || this.props.text.length > sliceLength) {
      root.style.minHeight = `${estimateHeight(this.props.text)}px`;
      const start = (): void => {
        this.#nextSlice = renderSoon(() => this.#renderSlice(root));
      };
      if (this.props.text.length < minMarkedLength) {
        start();
      } else {
        this.#isMarked = true;
        this.#nextSlice = this.props.marks.begin(this.props.messageId, start);
      }
    } else {
      this.#renderText();
    }
  }

  override componentDidUpdate(): void {
    if (this.#nextSlice === undefined && !this.state.isPlain) {
      this.#renderText();
    }
  }

  override componentWillUnmount(): void {
    this.#nextSlice?.dispose();
    this.props.marks.end(this.props.messageId);
  }

  #renderText(): void {
    const { text, isFinished, messageId, marks } = this.props;
    if (!this.#isMarked && text.length >= minMarkedLength) {
      this.#isMarked = true;
      marks.begin(messageId);
    }
    this.#attempt(() => this.#markdown?.[isFinished ? 'finish' : 'update'](text));
    if (isFinished) {
      marks.endWhenPainted(messageId);
    }
  }

  #renderSlice(root: HTMLElement): void {
    this.#nextSlice = undefined;
    this.#renderedLength += sliceLength;
    if (this.#renderedLength >= this.props.text.length) {
      root.style.minHeight = '';
      this.#renderText();
      return;
    }
    this.#attempt(() => this.#markdown?.update(this.props.text.slice(0, this.#renderedLength)));
    this.#nextSlice = renderSoon(() => this.#renderSlice(root));
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
      <div key="plain" class="question-text">
        {this.props.text}
      </div>
    ) : (
      <div key="markdown" class="markdown" ref={this.#root} />
    );
  }
}

/** The approximate height of a text that is not rendered yet, in CSS pixels. */
export function estimateHeight(text: string): number {
  return Math.ceil(text.length / 45) * 20;
}
