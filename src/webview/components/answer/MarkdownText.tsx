// Hands an answer's text to the Markdown renderer, which owns the DOM inside.
import { Component, createRef } from 'preact';
import type { Disposable } from '../../../base/disposable';
import { StreamingMarkdown } from '../../markdown/streamingMarkdown';
import { renderSoon } from '../../renderQueue';

interface Props {
  readonly text: string;
  readonly finished: boolean;
}

interface State {
  /** The renderer failed: the text as it is. */
  readonly plain: boolean;
}

/** What is there when the view opens is drawn in parts of this length, UTF-16 units: some ms each. */
const partLength = 16_000;

export class MarkdownText extends Component<Props, State> {
  override state = { plain: false };
  readonly #root = createRef<HTMLDivElement>();
  #markdown: StreamingMarkdown | undefined;
  #drawn = 0;
  #waiting: Disposable | undefined;

  override shouldComponentUpdate(next: Readonly<Props>, state: Readonly<State>): boolean {
    return (
      next.text !== this.props.text ||
      next.finished !== this.props.finished ||
      state.plain !== this.state.plain
    );
  }

  override componentDidMount(): void {
    const root = this.#root.current;
    if (root === null) {
      return;
    }
    this.#markdown = new StreamingMarkdown(root);
    if (this.props.finished || this.props.text.length > partLength) {
      root.style.minHeight = `${estimateHeight(this.props.text)}px`;
      this.#waiting = renderSoon(() => this.#drawPart(root));
    } else {
      this.#draw();
    }
  }

  override componentDidUpdate(): void {
    if (this.#waiting === undefined && !this.state.plain) {
      this.#draw();
    }
  }

  override componentWillUnmount(): void {
    this.#waiting?.dispose();
  }

  #draw(): void {
    const { text, finished } = this.props;
    this.#attempt(() => {
      if (finished) {
        this.#markdown?.finish(text);
      } else {
        this.#markdown?.update(text);
      }
    });
  }

  #drawPart(root: HTMLElement): void {
    this.#waiting = undefined;
    this.#drawn += partLength;
    if (this.#drawn >= this.props.text.length) {
      root.style.minHeight = '';
      this.#draw();
      return;
    }
    this.#attempt(() => this.#markdown?.update(this.props.text.slice(0, this.#drawn)));
    this.#waiting = renderSoon(() => this.#drawPart(root));
  }

  #attempt(draw: () => void): void {
    try {
      draw();
    } catch (error) {
      reportError(error);
      this.setState({ plain: true });
    }
  }

  render() {
    return this.state.plain ? (
      <div key="plain" class="question-text">
        {this.props.text}
      </div>
    ) : (
      <div key="markdown" class="markdown" ref={this.#root} />
    );
  }
}

/** What a text not yet drawn will take up, CSS pixels: about what it turns out to be. */
export function estimateHeight(text: string): number {
  return Math.ceil(text.length / 45) * 20;
}
