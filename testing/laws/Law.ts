import { Arbitrary, Effect, Formatter, Schema } from "effect"
import type { Runner } from "../contracts/Runner.ts"

/** A property of every implementation of a rule, for all inputs. */
export interface Law<Rule, Inputs = unknown> {
  readonly name: string
  readonly inputs: Arbitrary.Arbitrary<Inputs>
  /** Whether the law holds for the rule with these inputs. */
  holds(rule: Rule, inputs: Inputs): boolean
  /** The rule of the service. Counterexamples show its results as the expected ones. */
  readonly rule?: Rule
}

/** A call of a rule, with what it returned. */
interface Call {
  readonly name: string
  readonly input: ReadonlyArray<unknown>
  readonly result: unknown
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

/** The rule, or the rules of an object, with their calls recorded. */
const recording = <Rule>(rule: Rule, calls: Array<Call>, name = "rule"): Rule => {
  if (typeof rule === "function") {
    return new Proxy(rule, {
      apply: (target, self, input) => {
        const result: unknown = Reflect.apply(target, self, input)
        calls.push({ name, input, result })
        return result
      }
    })
  }
  if (typeof rule !== "object" || rule === null) return rule
  return new Proxy(rule, {
    get: (target, property, receiver) =>
      recording<unknown>(Reflect.get(target, property, receiver), calls, String(property))
  })
}

/** The calls that a law makes with the inputs. */
const callsOf = <Rule>({ holds }: Pick<Law<Rule>, "holds">, rule: Rule, inputs: unknown): ReadonlyArray<Call> => {
  const calls: Array<Call> = []
  Effect.runSyncExit(Effect.sync(() => holds(recording(rule, calls), inputs)))
  return calls
}

/** The first call whose result differs from that of the service's rule, with both results; empty if none does. */
const differences = <Rule>(law: Law<Rule>, rule: Rule, inputs: unknown): string => {
  if (law.rule === undefined) return ""
  const expected = callsOf(law, law.rule, inputs)
  for (const [index, { input, name, result }] of callsOf(law, rule, inputs).entries()) {
    const own = expected[index]
    const [actual, wanted] = [Formatter.format(result), Formatter.format(own?.result)]
    if (own === undefined || actual === wanted || Formatter.format(own.input) !== Formatter.format(input)) continue
    return `\nInput of ${name}: ${Formatter.format(input)}\nActual: ${actual}\nExpected: ${wanted}`
  }
  return ""
}

/** Checks that an implementation obeys a law. A thrown error is a violation too. */
export const checkLaw = Effect.fnUntraced(function* <Rule>(
  law: Law<Rule>,
  rule: Rule,
  options?: Arbitrary.CheckOptions
) {
  const { holds, inputs, name } = law
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
  const facts = result._tag === "Falsified" ? differences(law, rule, counterexample) : ""
  return yield* new LawBroken({ law: name, counterexample, detail: `${name}\n${failure}${facts}` })
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
