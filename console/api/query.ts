import { Cause, Effect, Option } from "effect"
import { type AsyncResult, Atom } from "effect/reactivity"
import type { ParleySession } from "../../client/promise/createParley.ts"
import { registry } from "../app/atoms.ts"
import { type Failure, failureOf } from "./Failure.ts"

/** Something to load from the service. Everything that is shown of one input shares one load. */
export interface Query<Input, Value> {
  readonly name: string
  readonly atom: (parley: ParleySession, input: Input) => Atom.Atom<AsyncResult.AsyncResult<Value, Failure>>
  /** Loads every input anew that is shown, such as after an action. */
  readonly reload: () => void
}

/** How long a value is kept that no component shows, so that the back button shows it at once. */
const keptFor = "1 minute"

/** A query, at the top of a module: `defineQuery("channels", (parley) => parley.channels.list())`. */
export const defineQuery = <Input, Value>(
  name: string,
  load: (parley: ParleySession, input: Input, signal: AbortSignal) => Promise<Value>
): Query<Input, Value> => {
  type Shown = Atom.Atom<AsyncResult.AsyncResult<Value, Failure>>
  const revision = Atom.keepAlive(Atom.make(0))
  const ofClient = new WeakMap<ParleySession, Map<string, WeakRef<Shown>>>()
  const made = (parley: ParleySession, input: Input): Shown =>
    Atom.make((get) => {
      get(revision)
      return Effect.tryPromise({ try: (signal) => load(parley, input, signal), catch: failureOf })
    }).pipe(Atom.setIdleTTL(keptFor), Atom.withLabel(name))
  const atom = (parley: ParleySession, input: Input): Shown => {
    const byInput = ofClient.get(parley) ?? new Map<string, WeakRef<Shown>>()
    ofClient.set(parley, byInput)
    const key = JSON.stringify(input) ?? ""
    const known = byInput.get(key)?.deref()
    if (known !== undefined) return known
    const added = made(parley, input)
    for (const [other, shown] of byInput) if (shown.deref() === undefined) byInput.delete(other)
    byInput.set(key, new WeakRef(added))
    return added
  }
  return { name, atom, reload: () => registry.update(revision, (count) => count + 1) }
}

/** The state of a query. */
export type Loaded<Value> =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly failure: Failure }
  /** `failure`: it could not be loaded again, and the former value is shown. */
  | {
      readonly state: "ready"
      readonly value: Value
      readonly isReloading: boolean
      readonly failure: Failure | null
    }

/** The service shows it no more to this user: the view that it had is over. */
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
