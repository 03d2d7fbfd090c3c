import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { listMembersFor } from "../../../app/access/members.ts"
import { ok } from "../interfaces/envelope.ts"
import { SessionApi } from "../interfaces/session/Api.ts"
import { Access } from "../interfaces/session/SessionAuth.ts"
import { memberItem } from "./members.ts"

export const layer = HttpApiBuilder.group(SessionApi, "members", (handlers) =>
  handlers.handle(
    "list",
    Effect.fnUntraced(function* () {
      return ok({ members: (yield* listMembersFor(yield* Access)).map(memberItem) })
    })
  )
)
