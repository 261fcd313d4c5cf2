import * as z from "zod";
import type {
  Answer,
  AnsweredSuspect,
  ExcerptText,
  FailureAnswer,
  FailureFacts,
  OriginFacts,
  Place,
  ValueDifference,
} from "../debugging/reports.ts";

/** A type as JSON gives it back: what may be undefined is a property that may be missing. */
type Json<T> = T extends readonly (infer E)[]
  ? Json<E>[]
  : T extends object
    ? Flat<
        { [K in Named<T> as undefined extends T[K] ? never : K]: Json<T[K]> } & {
          [K in Named<T> as undefined extends T[K] ? K : never]?: Json<Exclude<T[K], undefined>>;
        }
      >
    : T;

type Named<T> = keyof { [K in keyof T as string extends K ? never : K]: T[K] } & keyof T;
type Flat<T> = { [K in keyof T]: T[K] };
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/**
 * A schema that describes exactly an interface of the engine: a property too many, too few or of another type does not
 * compile. Objects are loose, so that a client that remembers the schema of an older version takes newer answers.
 */
export function shapeOf<T>() {
  return <S extends z.ZodType>(schema: Same<Json<z.infer<S>>, Json<T>> extends true ? S : never): S => schema;
}

export const place = z.looseObject({ path: z.string(), line: z.int(), function: z.string() });
shapeOf<Place>()(place);

const withSource = place.extend({ source: z.string() });
export const oneSided = z.array(withSource.extend({ last: z.int(), statements: z.int() }).meta({ id: "part" }));

/** What every answer has. */
export const answerFields = {
  omitted: z.array(z.looseObject({ what: z.string(), count: z.int(), handle: z.string().optional() })),
  notes: z.array(z.string()).optional(),
  tokens: z.looseObject({ budget: z.int(), used: z.int(), encoding: z.literal("o200k_base") }),
};
shapeOf<Answer>()(z.looseObject(answerFields));

export const failureFacts = shapeOf<FailureFacts>()(
  z.looseObject({
    nodeId: z.string().optional(),
    phase: z.enum(["setup", "call", "teardown", "collection"]),
    exception: z.looseObject({ type: z.string(), message: z.string() }),
    crash: withSource.optional().describe("Deepest frame outside the tests, if there is one"),
    frames: z.array(place).describe("Outermost first"),
    signature: z.string().optional().describe("Same for the same failure"),
  }),
);

const originFacts = shapeOf<OriginFacts>()(
  z.looseObject({
    status: z.enum(["found", "partial", "none"]),
    bad: z.string(),
    reason: z.string().optional(),
    steps: z
      .array(
        withSource.extend({
          kind: z.string(),
          name: z.string().optional(),
          value: z.string().optional(),
          note: z.string().optional(),
        }),
      )
      .describe("Origin first, crash last"),
  }),
);

const excerpt = shapeOf<ExcerptText>()(z.looseObject({ path: z.string(), first: z.int(), text: z.string() }));

/** What the answers about one failing test begin with. */
export const failureFields = {
  nodeId: z.string(),
  status: z.enum(["failed", "order-dependent", "passed", "skipped", "not-run", "deadline"]),
  problem: z.string().optional(),
  notes: z.array(z.string()),
  failure: failureFacts.optional(),
  origin: originFacts.optional(),
  excerpts: z.array(excerpt),
  rerun: z.string().optional().describe("Shell line that runs just this test"),
};
shapeOf<FailureAnswer>()(z.looseObject({ ...answerFields, ...failureFields }));

export const suspect = shapeOf<AnsweredSuspect>()(
  z
    .looseObject({
      ...place.shape,
      rank: z.int(),
      tied: z.int().describe("How many share the rank"),
      source: z.string(),
      why: z.array(z.string()).describe("Strongest first"),
      ochiai: z
        .looseObject({ rank: z.int(), tied: z.int(), score2: z.string() })
        .describe("In the plain Ochiai order; score2: its score squared"),
    })
    // Told once, where an answer has several lists of them.
    .meta({ id: "suspect" }),
);

export const valueDifference = shapeOf<ValueDifference>()(
  place.extend({
    name: z.string(),
    failing: z.array(z.string()),
    passing: z.array(z.string()),
    missing: z.enum(["in failing", "in passing"]).optional(),
  }),
);

export const passingTest = z.looseObject({ nodeId: z.string(), similarity: z.number() });
