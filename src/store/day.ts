// What is kept for a while is kept for days.

/** In ms. */
export const day = 24 * 3_600_000;
