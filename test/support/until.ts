// Waits for a condition in unit and component tests.

/** A passing test never waits that long. */
const patienceSeconds = 100;

/** Rejects when the condition is not met in time. `meanwhile` is called between two checks. */
export async function until(
  condition: () => boolean,
  meanwhile: () => void = () => {},
): Promise<void> {
  const deadline = Date.now() + patienceSeconds * 1_000;
  while (!condition()) {
    if (Date.now() > deadline) {
      throw new Error(`Waited ${patienceSeconds} s for: ${condition.toString()}`);
    }
    meanwhile();
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
