import picomatch from "picomatch";
import { didYouMean } from "../faults/nearest.ts";
import { FaultlineError } from "../kernel/errors.ts";
import { textOf } from "./shell.ts";

/**
 * The names that an option chooses, in their usual order: names or globs, with commas between them.
 *
 * @throws FaultlineError `bad-request` for a word that fits no name
 */
export function chosenNames(value: unknown, option: string, all: readonly string[]): string[] {
  const words = wordsOf(value, option);
  for (const word of words) {
    const fits = picomatch(word);
    if (!all.some((name) => fits(name))) {
      throw new FaultlineError("bad-request", `${option}: nothing is called ${word}${didYouMean(word, all)}`, {
        hint: `there are ${all.join(", ")}`,
      });
    }
  }
  const fits = picomatch(words);
  return all.filter((name) => fits(name));
}

/**
 * The one name that an option chooses.
 *
 * @param kind what it is a name of, which is the option's name as well
 * @throws FaultlineError `bad-request` for any other word
 */
export function chosenName(value: unknown, kind: string, all: readonly string[]): string {
  const word = textOf(value, `--${kind}`);
  if (all.includes(word)) return word;
  throw new FaultlineError("bad-request", `no ${kind} ${word}${didYouMean(word, all)}`, {
    hint: `there are ${all.join(", ")}`,
  });
}

/**
 * The words of an option, which has commas between them.
 *
 * @throws FaultlineError `bad-request` where there is none
 */
export function wordsOf(value: unknown, option: string): string[] {
  const words = textOf(value, option)
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
  if (words.length === 0) throw new FaultlineError("bad-request", `${option} wants names, with commas between them`);
  return words;
}
