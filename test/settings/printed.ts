import { Effect } from "effect"
import { inspect } from "node:util"
import { vi } from "vitest"

/** Everything that is printed while the effect runs. */
export const printed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const lines: Array<string> = []
      const write = (chunk: unknown) => lines.push(String(chunk)) > 0
      const print = (...some: ReadonlyArray<unknown>) => {
        lines.push(
          some.map((one) => (typeof one === "string" ? one : inspect(one, { depth: 20, showHidden: true }))).join(" ")
        )
      }
      const methods = ["log", "error", "warn", "info", "debug", "trace", "group"] as const
      const spies = [
        ...methods.map((method) => vi.spyOn(console, method).mockImplementation(print)),
        vi.spyOn(process.stdout, "write").mockImplementation(write)
      ]
      return { lines, spies }
    }),
    ({ lines }) => Effect.map(effect, () => lines.join("\n")),
    ({ spies }) => Effect.sync(() => spies.forEach((spy) => spy.mockRestore()))
  )
