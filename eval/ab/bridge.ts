import { connect, createServer } from "node:net";

// Runs inside a session's network namespace: carries a port there to the gateway's socket file outside.
const [port, socket] = process.argv.slice(2);
if (port === undefined || socket === undefined) throw new Error("usage: ab-bridge PORT SOCKET");
createServer((inside) => {
  const outside = connect(socket);
  inside.pipe(outside).pipe(inside);
  inside.on("error", () => outside.destroy());
  outside.on("error", () => inside.destroy());
}).listen(Number(port), "127.0.0.1");
