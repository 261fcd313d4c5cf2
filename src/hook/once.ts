/** A function that works out its value when first asked, and remembers it. */
export function once<T>(work: () => T): () => T {
  let known: { value: T } | undefined;
  return () => {
    known ??= { value: work() };
    return known.value;
  };
}
