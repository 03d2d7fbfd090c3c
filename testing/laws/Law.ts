import { Arbitrary, Effect, Schema } from "effect"
import type { Runner } from "../contracts/Runner.ts"

/** A property of every implementation of a rule, for all inputs. */
export interface Law<Rule, Inputs = unknown> {
  readonly name: string
  readonly inputs: Arbitrary.Arbitrary<Inputs>
  /** Whether the law holds for the rule with these inputs. */
  holds(rule: Rule, inputs: Inputs): boolean
}

/** An implementation violates a law. `counterexample` is the smallest input found. */
export class LawBroken extends Schema.TaggedError<LawBroken>()("LawBroken", {
  law: Schema.String,
  counterexample: Schema.Unknown,
  /** Text for people: the law, the input, and the token that replays it. */
  detail: Schema.String
}) {
  override get message(): string {
    return this.detail
  }
}

/** Time limit of a law's test in milliseconds. */
const testTimeout = 60_000

/** Infers the type of a law's inputs. */
export const law = <Rule, Inputs>(law: Law<Rule, Inputs>): Law<Rule, Inputs> => law

/** Checks that an implementation obeys a law. A thrown error is a violation too. */
export const checkLaw = Effect.fnUntraced(function* <Rule>(
  { holds, inputs, name }: Law<Rule>,
  rule: Rule,
  options?: Arbitrary.CheckOptions
) {
  const result = yield* Arbitrary.checkEffect(
    inputs,
    (input) =>
      Effect.catchCause(
        Effect.sync(() => holds(rule, input)),
        (cause) => Effect.fail(cause)
      ),
    options
  )
  const failure = Arbitrary.formatCheckFailure(result)
  if (failure === undefined) return
  const counterexample = result._tag === "Falsified" ? result.shrunkInput : null
  return yield* new LawBroken({ law: name, counterexample, detail: `${name}\n${failure}` })
})

/** Declares a test for each law. */
export const lawTests = <Rule>(
  runner: Runner,
  name: string,
  laws: ReadonlyArray<Law<Rule>>,
  rule: Rule,
  options?: Arbitrary.CheckOptions
): void =>
  void runner.describe(name, () => {
    for (const one of laws) runner.it(one.name, () => Effect.runPromise(checkLaw(one, rule, options)), testTimeout)
  })
