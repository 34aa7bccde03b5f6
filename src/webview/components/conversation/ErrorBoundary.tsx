// One message that cannot be drawn is shown as plain text and takes nothing else down.
import { Component, type ComponentChildren } from 'preact';

interface Props {
  readonly children: ComponentChildren;
  readonly fallback: () => ComponentChildren;
}

export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static override getDerivedStateFromError(): object {
    return { failed: true };
  }

  render() {
    return this.state.failed ? this.props.fallback() : this.props.children;
  }
}
