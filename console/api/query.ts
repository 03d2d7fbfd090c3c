import { Cause, Effect, Option } from "effect"
import { type AsyncResult, Atom } from "effect/reactivity"
import type { ParleySession } from "../../client/promise/createParley.ts"
import { registry } from "../app/atoms.ts"
import { type Failure, failureOf } from "./Failure.ts"

/** A value loaded from the service. All components with the same input share one load. */
export interface Query<Input, Value> {
  readonly name: string
  readonly atom: (parley: ParleySession, input: Input) => Atom.Atom<AsyncResult.AsyncResult<Value, Failure>>
  /** Reloads every visible input, such as after an action. */
  readonly reload: () => void
}

/** Lifetime of a value that no component shows. The back button shows it without a load. */
const idleLifetime = "1 minute"

/** Defines a query at the top of a module: `defineQuery("channels", (parley) => parley.channels.list())`. */
export const defineQuery = <Input, Value>(
  name: string,
  load: (parley: ParleySession, input: Input, signal: AbortSignal) => Promise<Value>
): Query<Input, Value> => {
  type ValueAtom = Atom.Atom<AsyncResult.AsyncResult<Value, Failure>>
  const revision = Atom.keepAlive(Atom.make(0))
  const byClient = new WeakMap<ParleySession, Map<string, WeakRef<ValueAtom>>>()
  const makeAtom = (parley: ParleySession, input: Input): ValueAtom =>
    Atom.make((get) => {
      get(revision)
      return Effect.tryPromise({ try: (signal) => load(parley, input, signal), catch: failureOf })
    }).pipe(Atom.setIdleTTL(idleLifetime), Atom.withLabel(name))
  const atom = (parley: ParleySession, input: Input): ValueAtom => {
    const byInput = byClient.get(parley) ?? new Map<string, WeakRef<ValueAtom>>()
    byClient.set(parley, byInput)
    const key = JSON.stringify(input) ?? ""
    const existing = byInput.get(key)?.deref()
    if (existing !== undefined) return existing
    const added = makeAtom(parley, input)
    for (const [other, reference] of byInput) if (reference.deref() === undefined) byInput.delete(other)
    byInput.set(key, new WeakRef(added))
    return added
  }
  return { name, atom, reload: () => registry.update(revision, (count) => count + 1) }
}

/** The state of a query. */
export type Loaded<Value> =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly failure: Failure }
  /** `failure`: the reload failed, and the previous value is reference. */
  | {
      readonly state: "ready"
      readonly value: Value
      readonly isReloading: boolean
      readonly failure: Failure | null
    }

/** Whether the service no longer shows the value to this user, so that the previous value is dropped. */
const isHidden = ({ status }: Failure): boolean => status === 403 || status === 404

const failureIn = (cause: Cause.Cause<Failure>): Failure =>
  Option.getOrElse(Cause.findErrorOption(cause), () => failureOf(Cause.squash(cause)))

export const loadedOf = <Value>(result: AsyncResult.AsyncResult<Value, Failure>): Loaded<Value> => {
  switch (result._tag) {
    case "Initial":
      return { state: "loading" }
    case "Success":
      return { state: "ready", value: result.value, isReloading: result.waiting, failure: null }
    case "Failure": {
      const before = result.previousSuccess
      const failure = failureIn(result.cause)
      if (Option.isSome(before) && !isHidden(failure)) {
        return { state: "ready", value: before.value.value, isReloading: result.waiting, failure }
      }
      return result.waiting ? { state: "loading" } : { state: "failed", failure }
    }
  }
}
