import { setTimeout as sleep } from "node:timers/promises";
import {
  completable,
  type InputRequests,
  inputRequired,
  McpServer,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import { z } from "zod";

/** A picture of one point, and a sound without samples. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

const zone = z.object({ response: z.string() });
const capabilities = { resources: { subscribe: true }, logging: {}, completions: {} };

/** A server with what the conformance suite asks a server for, as far as it shows something of a relay. */
export function makeConformanceServer(): McpServer {
  const server = new McpServer({ name: "conformance", version: "1.0.0" }, { capabilities });
  addContent(server);
  addNotifications(server);
  addReconnection(server);
  addQuestions(server);
  addResources(server);
  addPrompts(server);
  return server;
}

function addContent(server: McpServer): void {
  const text = { type: "text" as const, text: "plain, and Grüße, 世界 🌍" };
  const image = { type: "image" as const, data: PNG, mimeType: "image/png" };
  const audio = { type: "audio" as const, data: WAV, mimeType: "audio/wav" };
  const inside = { uri: "test://embedded", mimeType: "text/plain", text: "inside" };
  const resource = { type: "resource" as const, resource: inside };
  const contents = {
    test_simple_text: [text],
    test_image_content: [image],
    test_audio_content: [audio],
    test_embedded_resource: [resource],
    test_multiple_content_types: [text, image, resource],
  };
  for (const [name, content] of Object.entries(contents)) {
    server.registerTool(name, { description: "Gives content" }, () => ({ content }));
  }
  const failure = { isError: true, content: [{ type: "text" as const, text: "it did not work" }] };
  server.registerTool("test_error_handling", { description: "Fails" }, () => failure);
}

function addNotifications(server: McpServer): void {
  const done = { content: [{ type: "text" as const, text: "done" }] };
  server.registerTool("test_tool_with_logging", { description: "Logs" }, async ({ mcpReq }) => {
    for (const data of ["one", "two", "three"]) {
      await mcpReq.notify({ method: "notifications/message", params: { level: "info", data } });
    }
    return done;
  });
  server.registerTool("test_tool_with_progress", { description: "Gets on" }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken ?? "";
    for (const progress of [0, 50, 100]) {
      await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
    }
    return done;
  });
}

/** A tool that closes the stream of its answer, which the client has to fetch. */
function addReconnection(server: McpServer): void {
  server.registerTool("test_reconnection", { description: "Answers on another stream" }, async ({ http }) => {
    http?.closeSSE?.();
    await sleep(100);
    return { content: [{ type: "text", text: "found again" }] };
  });
}

/** Tools that ask the client: by requests of their own in the older era, by a result that requires input in the newer. */
function addQuestions(server: McpServer): void {
  const elicit = inputRequired.elicit({ message: "Where to?", requestedSchema: zone });
  const messages = [{ role: "user" as const, content: { type: "text" as const, text: "Say something" } }];
  const sample = inputRequired.createMessage({ messages, maxTokens: 100 });
  const roots = inputRequired.listRoots();
  const questions: Record<string, InputRequests> = {
    test_sampling: { sample },
    test_elicitation: { elicit },
    test_input_required_result_sampling: { sample },
    test_input_required_result_elicitation: { user_name: elicit },
    test_input_required_result_list_roots: { roots },
    test_input_required_result_multiple_inputs: { elicit, sample, roots },
    test_input_required_result_request_state: { elicit },
  };
  const asked = z.object({ prompt: z.string().optional(), message: z.string().optional() });
  for (const [name, inputRequests] of Object.entries(questions)) {
    server.registerTool(name, { description: "Asks the client", inputSchema: asked }, (_, { mcpReq }) => {
      const answers = mcpReq.inputResponses;
      if (!answers || Object.keys(inputRequests).some((key) => !(key in answers)))
        return inputRequired({ inputRequests, requestState: name });
      return { content: [{ type: "text", text: `answered: ${JSON.stringify(answers)}` }] };
    });
  }
}

function addResources(server: McpServer): void {
  const text = { mimeType: "text/plain" };
  for (const uri of ["test://static-text", "test://watched-resource"]) {
    server.registerResource(uri, uri, { ...text, description: "Text" }, () => ({
      contents: [{ uri, ...text, text: "text of a resource" }],
    }));
  }
  server.registerResource("binary", "test://static-binary", { mimeType: "image/png" }, ({ href }) => ({
    contents: [{ uri: href, mimeType: "image/png", blob: PNG }],
  }));
  const template = new ResourceTemplate("test://template/{id}/data", { list: undefined });
  server.registerResource("template", template, { mimeType: "application/json" }, ({ href }, { id }) => ({
    contents: [
      { uri: href, mimeType: "application/json", text: JSON.stringify({ id, data: `data of ${String(id)}` }) },
    ],
  }));
  server.server.setRequestHandler("resources/subscribe", () => ({}));
  server.server.setRequestHandler("resources/unsubscribe", () => ({}));
}

function addPrompts(server: McpServer): void {
  const says = (text: string) => ({ role: "user" as const, content: { type: "text" as const, text } });
  server.registerPrompt("test_simple_prompt", { description: "Says it" }, () => ({ messages: [says("a prompt")] }));
  const argsSchema = z.object({
    arg1: completable(z.string(), (begun) => [`${begun}1`, `${begun}2`]),
    arg2: z.string(),
  });
  server.registerPrompt("test_prompt_with_arguments", { description: "Repeats", argsSchema }, ({ arg1, arg2 }) => ({
    messages: [says(`arg1: ${arg1}, arg2: ${arg2}`)],
  }));
  const uri = { argsSchema: z.object({ resourceUri: z.string() }) };
  server.registerPrompt("test_prompt_with_embedded_resource", { description: "Embeds", ...uri }, ({ resourceUri }) => ({
    messages: [
      {
        role: "user",
        content: { type: "resource", resource: { uri: resourceUri, mimeType: "text/plain", text: "x" } },
      },
    ],
  }));
  server.registerPrompt("test_prompt_with_image", { description: "Shows" }, () => ({
    messages: [{ role: "user", content: { type: "image", data: PNG, mimeType: "image/png" } }],
  }));
}
