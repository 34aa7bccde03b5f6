// Long plain text that grows: appended in chunks, so that the browser lays out only the last one.
import { Component, createRef } from 'preact';

/** A chunk ends at the first line break after this length, in UTF-16 units. */
const chunkLength = 2_000;

export class PlainText extends Component<{ readonly text: string }> {
  readonly #root = createRef<HTMLDivElement>();
  #shown = '';
  #lastChunk: Text | undefined;

  override shouldComponentUpdate(next: { readonly text: string }): boolean {
    return next.text !== this.props.text;
  }

  override componentDidMount(): void {
    this.#show();
  }

  override componentDidUpdate(): void {
    this.#show();
  }

  #show(): void {
    const root = this.#root.current;
    const { text } = this.props;
    if (root === null) {
      return;
    }
    if (!text.startsWith(this.#shown)) {
      root.replaceChildren();
      this.#shown = '';
      this.#lastChunk = undefined;
    }
    for (const line of text.slice(this.#shown.length).split(/(?<=\n)/)) {
      if (this.#lastChunk === undefined || isFull(this.#lastChunk)) {
        this.#lastChunk = document.createTextNode('');
        const chunk = document.createElement('div');
        chunk.className = 'plain-chunk';
        chunk.append(this.#lastChunk);
        root.append(chunk);
      }
      this.#lastChunk.appendData(line);
    }
    this.#shown = text;
  }

  render() {
    return <div class="plain-text" dir="auto" ref={this.#root} />;
  }
}

function isFull(chunk: Text): boolean {
  return chunk.length > chunkLength && chunk.data.endsWith('\n');
}
