import fc from "fast-check";
import { expect, test } from "vitest";
import { compareScores, rankFunctions, rankStatements, squaredOchiai } from "../../src/localization/ochiai.ts";
import type { Spectrum, StatementCount } from "../../src/localization/spectrum.ts";

const count = fc.nat({ max: 2 ** 26 });
const counts = fc.record({ failing: count, passing: count, missed: count });

/** Sign of a/b - c/d by long division of integers: another way to the same answer. */
function signOfDifference(a: bigint, b: bigint, c: bigint, d: bigint): number {
  const left = a / b;
  const right = c / d;
  if (left !== right) return left < right ? -1 : 1;
  const [x, y] = [a % b, c % d];
  if (x === 0n || y === 0n) return x === y ? 0 : x === 0n ? -1 : 1;
  return -signOfDifference(b, x, d, y);
}

test("scores are compared as the rational numbers that they are, however large the suite", () => {
  fc.assert(
    fc.property(counts, counts, (a, b) => {
      const allOf = (one: typeof a) => one.failing + one.missed;
      const [left, right] = [squaredOchiai(a, allOf(a)), squaredOchiai(b, allOf(b))];
      const exact = (one: typeof a): [bigint, bigint] =>
        one.failing === 0
          ? [0n, 1n]
          : [BigInt(one.failing) ** 2n, BigInt(allOf(one)) * BigInt(one.failing + one.passing)];
      expect(Math.sign(compareScores(left, right))).toBe(-signOfDifference(...exact(a), ...exact(b)) + 0);
    }),
  );
});

test("a score is that of the formula", () => {
  expect(squaredOchiai({ failing: 2, passing: 6 }, 3)).toEqual({ num2: 4, den2: 24 });
  expect(squaredOchiai({ failing: 0, passing: 6 }, 3)).toEqual({ num2: 0, den2: 1 });
  expect(squaredOchiai({ failing: 0, passing: 0 }, 0)).toEqual({ num2: 0, den2: 1 });
});

const statement = fc.record({
  line: fc.integer({ min: 1, max: 60 }),
  failing: fc.integer({ min: 0, max: 3 }),
  passing: fc.integer({ min: 0, max: 4 }),
  file: fc.constantFrom("/p/a.py", "/p/b.py"),
});

const spectra = fc
  .uniqueArray(statement, { selector: ({ line, file }) => `${file}${line}`, maxLength: 40 })
  .map((statements): Spectrum => {
    const made = statements.map(({ line, file, failing, passing }): StatementCount => {
      // Lines 1 to 9 are at module level, then functions of ten lines each.
      const functionLine = line < 10 ? 0 : line - (line % 10);
      return {
        path: file,
        line,
        last: line,
        function: functionLine === 0 ? "" : `f${functionLine}`,
        functionLine,
        functionLast: functionLine === 0 ? 0 : functionLine + 9,
        failing,
        passing,
      };
    });
    return { failing: 3, passing: 4, statements: made };
  });

test("statements with one score share a rank, and the next rank leaves room for them", () => {
  fc.assert(
    fc.property(spectra, (spectrum) => {
      const ranked = rankStatements(spectrum);
      expect(ranked).toHaveLength(spectrum.statements.length);
      for (const suspect of ranked) {
        const better = ranked.filter(({ score }) => compareScores(score, suspect.score) < 0);
        const same = ranked.filter(({ score }) => compareScores(score, suspect.score) === 0);
        expect([suspect.rank, suspect.tied]).toEqual([better.length + 1, same.length]);
      }
    }),
  );
});

test("the order does not depend on how the spectrum is listed", () => {
  const shuffled = spectra.chain((spectrum) =>
    fc.tuple(
      fc.constant(spectrum),
      fc.shuffledSubarray(spectrum.statements, { minLength: spectrum.statements.length }),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([spectrum, statements]) => {
      expect(rankStatements({ ...spectrum, statements })).toEqual(rankStatements(spectrum));
      expect(rankFunctions({ ...spectrum, statements })).toEqual(rankFunctions(spectrum));
    }),
  );
});

test("a function is as suspicious as the most suspicious of its statements, and module level is no function", () => {
  fc.assert(
    fc.property(spectra, (spectrum) => {
      const statements = rankStatements(spectrum).filter((one) => one.function !== "");
      const firsts = new Map<string, (typeof statements)[number]>();
      for (const one of statements) {
        const key = `${one.path} ${one.function}`;
        if (!firsts.has(key)) firsts.set(key, one);
      }
      const functions = rankFunctions(spectrum);
      expect(functions.map(({ path, function: name }) => `${path} ${name}`).sort()).toEqual([...firsts.keys()].sort());
      for (const one of functions) {
        const best = firsts.get(`${one.path} ${one.function}`);
        expect(best && compareScores(one.score, best.score)).toBe(0);
      }
    }),
  );
});
