import { expect, test } from "vitest";
import { readOptions } from "../../eval/ab/options.ts";

test.each(["foo", "localhost:8080", "ftp://127.0.0.1"])(
  "%s is no address of a model, and is told of at once",
  (url) => {
    expect(() => readOptions(["--model-url", url])).toThrow(
      `--model-url wants an address such as http://127.0.0.1:8080, not ${url}`,
    );
  },
);

test("an address of a model is taken as it is", () => {
  expect(readOptions(["--model-url", "http://127.0.0.1:8080/v1"])?.modelUrl).toBe("http://127.0.0.1:8080/v1");
});
