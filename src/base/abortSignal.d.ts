// The part of `AbortSignal` that code for both environments uses. Node and browsers have all of it, ES2024 has none.
interface AbortSignal {
  readonly aborted: boolean;
}
