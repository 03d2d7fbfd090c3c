import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { listMembersFor } from "../../../../app/access/members.ts"
import { ok } from "../../shared/envelope.ts"
import { SessionApi } from "../Api.ts"
import { Access } from "../SessionAuth.ts"
import { memberItem } from "./MembersGroup.ts"

export const layer = HttpApiBuilder.group(SessionApi, "members", (handlers) =>
  handlers.handle(
    "list",
    Effect.fnUntraced(function* () {
      return ok({ members: (yield* listMembersFor(yield* Access)).map(memberItem) })
    })
  )
)
