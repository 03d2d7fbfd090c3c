import { Effect } from "effect"
import type { FaultRule } from "../Faults.ts"
import type { GraphError } from "./GraphError.ts"
import { Sabotaged } from "./graphEdge.ts"

/** What a fault has for a code when it names none. */
export const unnamedCode = 131000

/** Gives up here when the fault is one that the sender sees; `refuse` says its code in the words of the channel. */
export const suffer = (
  { code = unnamedCode, mode, subcode }: FaultRule,
  refuse: (code: number, subcode: number | undefined) => GraphError
): Effect.Effect<void, GraphError | Sabotaged> => {
  switch (mode) {
    case "sync":
      return Effect.fail(refuse(code, subcode))
    case "async":
      return Effect.void
    default:
      return Effect.fail(new Sabotaged({ mode }))
  }
}
