/** Words by which a client, or the model behind it, could tell that a failure was made on purpose. */
const GIVEAWAYS =
  /\b(?:fault(?:s|y|line)?|inject\w*|simulat\w*|synthetic\w*|artificial\w*|chaos|tests?|testing|prox(?:y|ies|ied)|mock\w*|fake\w*|benchmark\w*|dr(?:y|ill)[- ]run|toxic\w*)\b/gi;

/**
 * The words of a text that would give it away that a failure was injected.
 *
 * @param text anything that a client gets to read: an error message, a name
 */
export function leaksIn(text: string): string[] {
  const words = text.replaceAll("_", " ").replace(/([a-z])([A-Z])/g, "$1 $2");
  return [...words.matchAll(GIVEAWAYS)].map(([word]) => word.toLowerCase());
}
