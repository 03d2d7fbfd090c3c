import { Arbitrary, Effect, Schema } from "effect"
import type { Runner } from "../contracts/Runner.ts"

/** What holds for every implementation of a rule, whatever its inputs. */
export interface Law<Rule, Inputs = unknown> {
  readonly name: string
  readonly inputs: Arbitrary.Arbitrary<Inputs>
  /** Whether the law holds for the rule with these inputs. */
  holds(rule: Rule, inputs: Inputs): boolean
}

/** An implementation breaks a law. `counterexample` is the smallest input that was found. */
export class LawBroken extends Schema.TaggedError<LawBroken>()("LawBroken", {
  law: Schema.String,
  counterexample: Schema.Unknown,
  /** For people: the law, the input, and the token that replays it. */
  detail: Schema.String
}) {
  override get message(): string {
    return this.detail
  }
}

/** How long a law may take in a runner, in milliseconds. */
const testTimeout = 60_000

/** Gives a law the type of its inputs. */
export const law = <Rule, Inputs>(law: Law<Rule, Inputs>): Law<Rule, Inputs> => law

/** Checks that an implementation obeys a law. What it throws is a broken law too. */
export const checkLaw = Effect.fnUntraced(function* <Rule>(
  { holds, inputs, name }: Law<Rule>,
  rule: Rule,
  options?: Arbitrary.CheckOptions
) {
  const result = yield* Arbitrary.checkEffect(
    inputs,
    (given) =>
      Effect.catchCause(
        Effect.sync(() => holds(rule, given)),
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
