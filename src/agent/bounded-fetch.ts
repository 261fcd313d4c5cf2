/** Characters that no answer of a model comes near to. */
const mostBytes = 16_000_000;

/**
 * Like `fetch`, with the body read and bounded. Redirects are refused: what is sent holds a key, and one could lead
 * away from this machine.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "error" });
  if (!response.body) return response;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error(`the answer is longer than ${mostBytes / 1_000_000} MB`);
    chunks.push(chunk);
  }
  const { status, statusText, headers } = response;
  return new Response(Buffer.concat(chunks), { status, statusText, headers });
};
