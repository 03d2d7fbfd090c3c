import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { listChannels } from "../../../../app/access/channelAccounts.ts"
import { ok } from "../../shared/envelope.ts"
import { SessionApi } from "../Api.ts"
import { Access } from "../SessionAuth.ts"
import { channelItem } from "./ChannelsGroup.ts"

export const layer = HttpApiBuilder.group(SessionApi, "channels", (handlers) =>
  handlers.handle(
    "list",
    Effect.fnUntraced(function* () {
      const { organizationId } = yield* Access
      return ok({ channels: (yield* listChannels(organizationId)).map(channelItem) })
    })
  )
)
