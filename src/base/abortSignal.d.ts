// The part of `AbortSignal` that code for both environments uses. Node and browsers have all of it; ES2024 does not define it.
interface AbortSignal {
  readonly aborted: boolean;
}
