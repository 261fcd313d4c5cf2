import { describe, expect, test } from "vitest";
import { parseAddress } from "../../src/kernel/address.ts";

describe("the address of --http", () => {
  test.each([
    ["", "127.0.0.1", 7337],
    ["0", "127.0.0.1", 0],
    ["9000", "127.0.0.1", 9000],
    [":9000", "127.0.0.1", 9000],
    ["localhost", "127.0.0.1", 7337],
    ["LOCALHOST:80", "127.0.0.1", 80],
    ["127.0.0.1:0", "127.0.0.1", 0],
    ["127.1.2.3:65535", "127.1.2.3", 65_535],
    ["[::1]", "::1", 7337],
    ["[::1]:8080", "::1", 8080],
  ])("%s is %s, port %i", (text, host, port) => {
    expect(parseAddress(text)).toEqual({ host, port });
  });

  test.each(["0.0.0.0:80", "192.168.1.2:80", "[::]:80", "example.org:80", "127.0.0.1.example.org:80", "1270.0.0.1"])(
    "%s is refused, since other machines could reach it",
    (text) => {
      expect(() => parseAddress(text)).toThrow(/only addresses of this machine/);
    },
  );

  test.each(["127.0.0.1:65536", "127.0.0.1:http", "::1:80", "localhost:80:81", "http://localhost:80"])(
    "%s is no address",
    (text) => {
      expect(() => parseAddress(text)).toThrow(/not HOST:PORT/);
    },
  );
});
