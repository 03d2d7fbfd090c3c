import { Option, Result, type Schema } from "effect"
import { Base64 } from "effect/encoding"
import type { GraphCall } from "./GraphCall.ts"
import { type GraphError, refusal } from "./GraphError.ts"

/** What stands for a character of base64 that does not belong into addresses; Z itself, as it begins them all. */
const escapes: Readonly<Record<string, string>> = { Z: "ZA", "+": "ZB", "/": "ZC", "=": "ZD" }
const characters: Readonly<Record<string, string>> = { ZA: "Z", ZB: "+", ZC: "/", ZD: "=" }

/** A text as the Graph API hides it in cursors and in the ids of Instagram. */
export const opaqueText = (text: string): string =>
  Base64.encode(text).replaceAll(/[Z+/=]/g, (character) => escapes[character] ?? character)

/** The text again; none when it was not hidden in this way. */
export const openText = (opaque: string): Option.Option<string> =>
  Result.getSuccess(Base64.decodeString(opaque.replaceAll(/Z[A-D]/g, (escape) => characters[escape] ?? escape)))

const defaultLimit = 25

/** A larger limit is cut to this one: clients ask for a thousand and have to follow the pages all the same. */
const maxLimit = 100

/** A cursor tells the position. */
const cursorOf = (position: number): string => opaqueText(String(position))

const positionOf = (cursor: string): Result.Result<number, GraphError> => {
  const text = openText(cursor)
  return Option.isSome(text) && /^\d{1,9}$/.test(text.value)
    ? Result.succeed(Number(text.value))
    : Result.fail(refusal(100, { message: "(#100) Invalid parameter: cursor is malformed or expired" }))
}

const readLimit = (limit: Schema.Json | undefined): Result.Result<number, GraphError> => {
  if (limit === undefined) return Result.succeed(defaultLimit)
  const wanted = Number(limit)
  return Number.isInteger(wanted) && wanted >= 1
    ? Result.succeed(Math.min(wanted, maxLimit))
    : Result.fail(refusal(100, { message: `(#100) Invalid parameter: limit must be between 1 and ${maxLimit}` }))
}

/** Where the page that a call asks for begins and ends; `before` ends it, `after` begins it. */
const rangeOf = (params: Schema.JsonObject): Result.Result<readonly [number, number], GraphError> =>
  Result.gen(function* () {
    const limit = yield* readLimit(params["limit"])
    if (params["before"] !== undefined) {
      const end = yield* positionOf(String(params["before"]))
      return [Math.max(0, end - limit), end]
    }
    const start = params["after"] === undefined ? 0 : (yield* positionOf(String(params["after"]))) + 1
    return [start, start + limit]
  })

/** The address of a neighbouring page: all that was asked for, another cursor. */
const neighbour = (address: string, name: "after" | "before", cursor: string): string => {
  const url = new URL(address)
  url.searchParams.delete("after")
  url.searchParams.delete("before")
  url.searchParams.set(name, cursor)
  return url.href
}

/**
 * A page of a list as the Graph API answers it. Both cursors are there on every page that has items; that there is a
 * next page shows in `paging.next` alone (platforms P3).
 */
export const page = (call: GraphCall, items: ReadonlyArray<Schema.Json>): Result.Result<Schema.Json, GraphError> =>
  Result.map(rangeOf(call.params), ([start, end]) => {
    const data = items.slice(start, end)
    if (data.length === 0) return { data }
    const before = cursorOf(start)
    const after = cursorOf(start + data.length - 1)
    return {
      data,
      paging: {
        cursors: { before, after },
        ...(start > 0 ? { previous: neighbour(call.address, "before", before) } : {}),
        ...(start + data.length < items.length ? { next: neighbour(call.address, "after", after) } : {})
      }
    }
  })
