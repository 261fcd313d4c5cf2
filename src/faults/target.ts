import { z } from "zod";

const Params = z.object({
  name: z.string().optional().catch(undefined),
  uri: z.string().optional().catch(undefined),
  ref: z
    .object({ name: z.string().optional().catch(undefined), uri: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

/**
 * What a request of that method is about: the tool, the prompt, the URI of the resource, of a completion the prompt or
 * resource template; empty where the method has no such thing.
 */
export function targetOf(method: string, params: unknown): string {
  const read = Params.safeParse(params);
  if (!read.success) return "";
  const { name, uri, ref } = read.data;
  if (method === "tools/call" || method === "prompts/get") return name ?? "";
  if (method.startsWith("resources/")) return uri ?? "";
  if (method === "completion/complete") return ref?.name ?? ref?.uri ?? "";
  return "";
}
