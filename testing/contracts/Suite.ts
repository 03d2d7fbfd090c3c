import { Arbitrary, Cause, Effect, Exit, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { inspect } from "node:util"
import type { Runner } from "./Runner.ts"

/** How long a test may take, in milliseconds: the first one of a suite also makes the tested part, such as a database. */
const testTimeout = 120_000

/** A test that uses what the suite provides. The clock stands still until a test of the suite moves it. */
type Test<R> = Effect.Effect<unknown, unknown, R | Scope.Scope>

/** The tests of a suite are declared through this. */
export interface Tests<R> {
  readonly effect: {
    (name: string, test: () => Test<R>): void
    /** A test for each item. `%s`, `%d` and `%j` in the name are parts of a list, `$field` is a field. */
    each<Item>(items: ReadonlyArray<Item>): (name: string, test: (item: Item) => Test<R>) => void
    /** A test for values of the inputs. It fails with the smallest value that was found. */
    prop<Inputs>(
      name: string,
      inputs: Arbitrary.Arbitrary<Inputs>,
      property: (inputs: Inputs) => Test<R>,
      options?: Arbitrary.CheckOptions
    ): void
  }
}

const fieldOf = (item: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce(
      (part: unknown, field) => (typeof part === "object" && part !== null ? Reflect.get(part, field) : part),
      item
    )

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : inspect(value, { breakLength: Number.POSITIVE_INFINITY })

/** The name of a test of one item. */
export const titleOf = (name: string, item: unknown): string => {
  const parts: ReadonlyArray<unknown> = Array.isArray(item) ? item : [item]
  let place = 0
  return name.replaceAll(/%[sdj]|\$(\w+(?:\.\w+)*)/g, (_, path?: string) =>
    textOf(path === undefined ? parts[place++] : fieldOf(item, path))
  )
}

/** Rejects with the error as it is: a runner shows where an assertion stands, and the difference. */
const settle = async (test: Effect.Effect<unknown, unknown>): Promise<void> => {
  const exit = await Effect.runPromiseExit(test)
  if (Exit.isSuccess(exit)) return
  const error = Cause.squash(exit.cause)
  return Promise.reject(error instanceof Error ? error : new Error(Cause.pretty(exit.cause)))
}

/** A property that holds, or dies with the smallest inputs for which it does not. */
const checked = <Inputs, R>(
  inputs: Arbitrary.Arbitrary<Inputs>,
  property: (inputs: Inputs) => Test<R>,
  options?: Arbitrary.CheckOptions
) =>
  Arbitrary.checkEffect(
    inputs,
    (values) =>
      Effect.suspend(() => property(values)).pipe(
        Effect.scoped,
        Effect.as(true),
        Effect.catchCause((cause) => (Cause.hasInterrupts(cause) ? Effect.failCause(cause) : Effect.fail(cause)))
      ),
    options
  ).pipe(
    Effect.flatMap((result) => {
      const failure = Arbitrary.formatCheckFailure(result)
      return failure === undefined ? Effect.void : Effect.die(new Error(failure))
    })
  )

/** Declares tests that are run with what `around` gives them. */
const testsOf = <R>(runner: Runner, around: (test: Test<R>) => Effect.Effect<unknown, unknown>): Tests<R> => {
  const declare = (name: string, test: () => Test<R>) =>
    void runner.it(name, () => settle(around(Effect.suspend(test))), testTimeout)
  return {
    effect: Object.assign(declare, {
      each:
        <Item>(items: ReadonlyArray<Item>) =>
        (name: string, test: (item: Item) => Test<R>) => {
          for (const item of items) declare(titleOf(name, item), () => test(item))
        },
      prop: <Inputs>(
        name: string,
        inputs: Arbitrary.Arbitrary<Inputs>,
        property: (inputs: Inputs) => Test<R>,
        options?: Arbitrary.CheckOptions
      ) => declare(name, () => checked(inputs, property, options))
    })
  }
}

/** Declares a suite over a layer, which is made once, and released after the last test. */
export const suite = <R, E>(
  runner: Runner,
  name: string,
  layer: Layer.Layer<R, E>,
  declare: (it: Tests<R>) => void
): void => {
  const scope = Scope.makeUnsafe()
  const provided = Effect.runSync(
    Effect.cached(Effect.orDie(Layer.buildWithScope(Layer.provideMerge(layer, TestClock.layer()), scope)))
  )
  runner.describe(name, () => {
    runner.afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
    declare(
      testsOf<R>(runner, (test) =>
        Effect.flatMap(provided, (context) => Effect.provideContext(Effect.scoped(test), context))
      )
    )
  })
}

/** Declares a suite whose tests provide what they use themselves. Each has a clock of its own. */
export const bareSuite = (runner: Runner, name: string, declare: (it: Tests<never>) => void): void =>
  void runner.describe(name, () =>
    declare(testsOf<never>(runner, (test) => Effect.provide(Effect.scoped(test), TestClock.layer())))
  )
