/** The code of a Node.js error, such as `ENOENT` or `ERR_SSL_WRONG_VERSION_NUMBER`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}
