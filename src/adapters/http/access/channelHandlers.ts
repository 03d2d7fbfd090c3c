import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { listChannels } from "../../../app/access/listChannels.ts"
import { ok } from "../interfaces/envelope.ts"
import { SessionApi } from "../interfaces/session/Api.ts"
import { Access } from "../interfaces/session/SessionAuth.ts"
import { channelItem } from "./channels.ts"

export const layer = HttpApiBuilder.group(SessionApi, "channels", (handlers) =>
  handlers.handle(
    "list",
    Effect.fnUntraced(function* () {
      const { organizationId } = yield* Access
      return ok({ channels: (yield* listChannels(organizationId)).map(channelItem) })
    })
  )
)
