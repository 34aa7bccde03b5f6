// Waits for a condition in unit and component tests.

/** Rejects when the condition is not met within 30 s. `meanwhile` is called between two checks. */
export async function until(
  condition: () => boolean,
  meanwhile: () => void = () => {},
): Promise<void> {
  const limit = Date.now() + 100_000;
  while (!condition()) {
    if (Date.now() > limit) {
      throw new Error(`Waited 30 s for: ${condition.toString()}`);
    }
    meanwhile();
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
