// The icon and the buttons of the page.
import type { ComponentProps } from 'preact';

type ButtonProps = ComponentProps<'button'>;

/** A codicon, as decoration that screen readers skip. */
export function Icon({ name, spin = false }: { readonly name: string; readonly spin?: boolean }) {
  return (
    <span
      class={`codicon codicon-${name}${spin ? ' codicon-modifier-spin' : ''}`}
      aria-hidden="true"
    />
  );
}

/** A button that looks like a link, for an action within a line of text. */
export function LinkButton(props: ButtonProps) {
  return <button type="button" class="link-button" {...props} />;
}

export function Button({ secondary = false, ...rest }: ButtonProps & { secondary?: boolean }) {
  return <button type="button" class={secondary ? 'button secondary' : 'button'} {...rest} />;
}

type IconButtonProps = ButtonProps & {
  readonly icon: string;
  /** The accessible name, and the tooltip unless `title` is set. */
  readonly label: string;
  readonly classes?: string;
};

export function IconButton({ icon, label, classes = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      class={`icon-button codicon codicon-${icon} ${classes}`}
      aria-label={label}
      title={label}
      {...rest}
    />
  );
}
