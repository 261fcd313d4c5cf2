// Loaded before a server that listens on every address and on a port of its own choice: it gets a free one of loopback,
// and says which.
import { Server } from "node:net";

const listen = Server.prototype.listen;
Server.prototype.listen = function (_, ...rest) {
  this.once("listening", () => process.stderr.write(`http://127.0.0.1:${this.address().port}/mcp\n`));
  return listen.call(this, 0, "127.0.0.1", ...rest.filter((argument) => typeof argument === "function"));
};
