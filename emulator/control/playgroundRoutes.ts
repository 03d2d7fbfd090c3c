import { ByteSize, Effect, Layer, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { Channel } from "../../src/domain/conversations/Channel.ts"
import { Changes } from "../Changes.ts"
import { type Account, EmulatorState } from "../EmulatorState.ts"
import { listThreads, readThread } from "../person/listThreads.ts"
import { Reading, ReadingMode } from "../person/Reading.ts"
import { exportState, importState, maxStateLength } from "../StateFile.ts"
import { Templates } from "../templates/Templates.ts"
import type { StoredTemplate } from "../templates/TemplatesState.ts"
import { BadControl, control, done, readBody, readQuery, readText } from "./control.ts"

const accounts = Effect.gen(function* () {
  const { accounts: all } = yield* EmulatorState
  return { accounts: all, reading: yield* (yield* Reading).mode }
})

const setReading = Effect.gen(function* () {
  const { mode } = yield* readBody(Schema.Struct({ mode: ReadingMode }))
  yield* (yield* Reading).setMode(mode)
  return done
})

const Revision = Schema.NumberFromString.check(
  Schema.isInt(),
  Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
)

const changes = Effect.gen(function* () {
  const { after = 0 } = yield* readQuery(Schema.Struct({ after: Schema.optionalKey(Revision) }))
  return yield* (yield* Changes).since(after)
})

const threads = Effect.map(listThreads, (all) => ({ threads: all }))

const thread = Effect.flatMap(
  readQuery(Schema.Struct({ channel: Channel, accountId: Schema.NonEmptyString, personId: Schema.NonEmptyString })),
  readThread
)

/** A template with the number of its business account that decisions are addressed to. */
const shownTemplate = (accounts: ReadonlyArray<Account>, { definition, reviewAt, wabaId }: StoredTemplate) => ({
  accountId: accounts.find(({ businessAccountId }) => businessAccountId === wabaId)?.id ?? null,
  businessAccountId: wabaId,
  reviewAt,
  ...definition
})

const templates = Effect.gen(function* () {
  const { accounts: all } = yield* EmulatorState
  return { templates: (yield* (yield* Templates).all).map((template) => shownTemplate(all, template)) }
})

const readState = exportState.pipe(
  Effect.map((text) =>
    HttpServerResponse.text(text, {
      contentType: "application/json",
      headers: { "content-disposition": 'attachment; filename="emulator-state.json"' }
    })
  ),
  Effect.mapError(({ reason }) => new BadControl({ reason }))
)

/** A character of the text takes up to three bytes in UTF-8. */
const maxStateSize = ByteSize.bytes(3 * maxStateLength)

const replaceState = readText(maxStateSize).pipe(
  Effect.flatMap((text) => Effect.mapError(importState(text), ({ reason }) => new BadControl({ reason }))),
  Effect.as(done)
)

/**
 * What a page about the emulator shows.
 *
 * - `GET /_emulator/changes?after` → `{revision, changed}`: the lists that changed after the revision, to be polled.
 * - `GET /_emulator/accounts` → `{accounts, reading}`; `POST /_emulator/reading {mode}` has people read by themselves, or
 *   on `POST /_emulator/inbound` with `type:"read"` only.
 * - `GET /_emulator/threads` → `{threads}`, the newest first; `GET /_emulator/thread?channel&accountId&personId` →
 *   `{messages}`, as the person sees them.
 * - `GET /_emulator/templates` → `{templates}` of all business accounts, with their statuses.
 * - `GET /_emulator/state` → the whole state as a file; `POST` of such a file replaces it, or changes nothing.
 */
export const layer = Layer.mergeAll(
  control("GET", "/_emulator/changes", changes),
  control("GET", "/_emulator/accounts", accounts),
  control("POST", "/_emulator/reading", setReading),
  control("GET", "/_emulator/threads", threads),
  control("GET", "/_emulator/thread", thread),
  control("GET", "/_emulator/templates", templates),
  control("GET", "/_emulator/state", readState),
  control("POST", "/_emulator/state", replaceState)
)
