// Hands an answer's text to the Markdown renderer, which owns the DOM inside.
import { Component, createRef } from 'preact';
import type { Disposable } from '../../../base/disposable';
import { StreamingMarkdown } from '../../markdown/streamingMarkdown';
import { renderSoon } from '../../renderQueue';

interface Props {
  readonly text: string;
  readonly isFinished: boolean;
}

interface State {
  /** The renderer has failed: the text is shown without markup. */
  readonly isPlain: boolean;
}

/** A long text is rendered in slices of this length, in UTF-16 units; each takes a few ms. */
const sliceLength = 16_000;

export class MarkdownText extends Component<Props, State> {
  override state = { isPlain: false };
  readonly #root = createRef<HTMLDivElement>();
  #markdown: StreamingMarkdown | undefined;
  #renderedLength = 0;
  #nextSlice: Disposable | undefined;

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
      this.#nextSlice = renderSoon(() => this.#renderSlice(root));
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
  }

  #renderText(): void {
    const { text, isFinished } = this.props;
    this.#attempt(() => this.#markdown?.[isFinished ? 'finish' : 'update'](text));
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
