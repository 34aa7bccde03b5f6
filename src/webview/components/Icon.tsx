// A codicon; decoration only, so no screen reader meets it.

export function Icon({ name, spin = false }: { readonly name: string; readonly spin?: boolean }) {
  return (
    <span
      class={`codicon codicon-${name}${spin ? ' codicon-modifier-spin' : ''}`}
      aria-hidden="true"
    />
  );
}
