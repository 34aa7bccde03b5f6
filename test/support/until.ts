// Waits for what comes about by itself.

/** Rejects where the condition is not met within ten seconds. `meanwhile` is called between two looks. */
export async function until(
  condition: () => boolean,
  meanwhile: () => void = () => {},
): Promise<void> {
  const limit = Date.now() + 10_000;
  while (!condition()) {
    if (Date.now() > limit) {
      throw new Error(`It did not come about: ${condition.toString()}`);
    }
    meanwhile();
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
