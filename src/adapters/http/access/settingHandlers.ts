import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { changeSettings, getSettings } from "../../../app/access/organizations.ts"
import { ChannelAccountId } from "../../../domain/Ids.ts"
import { ok } from "../interfaces/envelope.ts"
import { idOr } from "../interfaces/idIn.ts"
import { SessionApi } from "../interfaces/session/Api.ts"
import { BadRequest, invalidCountry, notAMember, numberNotConnected } from "../interfaces/session/Failures.ts"
import { Access } from "../interfaces/session/SessionAuth.ts"
import { settingsView } from "./settings.ts"

const accountIdOf = idOr(ChannelAccountId, () => numberNotConnected)

export const layer = HttpApiBuilder.group(SessionApi, "settings", (handlers) =>
  handlers.handleAll({
    get: Effect.fnUntraced(function* () {
      const { organizationId } = yield* Access
      return ok(settingsView(yield* getSettings(organizationId)))
    }),
    change: Effect.fnUntraced(
      function* ({ payload: { defaultCountry, defaultNumberId: number } }) {
        const { organizationId } = yield* Access
        if (defaultCountry === undefined && number === undefined)
          return yield* new BadRequest({ error: "No valid fields to update" })
        const defaultNumberId = number === undefined || number === null ? number : yield* accountIdOf(number)
        return ok(settingsView(yield* changeSettings(organizationId, { defaultCountry, defaultNumberId })))
      },
      Effect.catchTags({
        OrganizationUnknown: notAMember,
        UnknownCountry: () => invalidCountry("defaultCountry"),
        DefaultNumberUnknown: () => numberNotConnected
      })
    )
  })
)
