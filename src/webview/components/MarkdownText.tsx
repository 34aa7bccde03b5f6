// Hands an answer's text to the Markdown renderer, which owns the DOM inside.
import { Component, createRef } from 'preact';
import { StreamingMarkdown } from '../markdown/streamingMarkdown';

interface Props {
  readonly text: string;
  readonly finished: boolean;
}

export class MarkdownText extends Component<Props> {
  readonly #root = createRef<HTMLDivElement>();
  #markdown: StreamingMarkdown | undefined;

  override shouldComponentUpdate(next: Readonly<Props>): boolean {
    return next.text !== this.props.text || next.finished !== this.props.finished;
  }

  override componentDidMount(): void {
    if (this.#root.current !== null) {
      this.#markdown = new StreamingMarkdown(this.#root.current);
      this.#show();
    }
  }

  override componentDidUpdate(): void {
    this.#show();
  }

  #show(): void {
    const { text, finished } = this.props;
    if (finished) {
      this.#markdown?.finish(text);
    } else {
      this.#markdown?.update(text);
    }
  }

  render() {
    return <div class="markdown" ref={this.#root} />;
  }
}
