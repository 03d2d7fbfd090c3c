import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { listDeliveries, replayDeliveries, replayDelivery, sendTestEvent } from "../../../app/webhooks/deliveries.ts"
import { DeliveryNotFound, type TooManyDeliveries } from "../../../domain/webhooks/DeliveryRecord.ts"
import { EventId } from "../../../domain/Ids.ts"
import { ok } from "../interfaces/envelope.ts"
import { idOr } from "../interfaces/idIn.ts"
import { pageOf } from "../interfaces/pagination.ts"
import { DeveloperApi } from "../interfaces/developer/Api.ts"
import { Caller } from "../interfaces/developer/ApiKeyAuth.ts"
import { deliveryItem } from "./developerDeliveries.ts"
import { BadRequest, Conflict, NotFound } from "../interfaces/developer/Failures.ts"
import { paged } from "../interfaces/developer/pagination.ts"

const deliveryIdOf = idOr(EventId, () => new DeliveryNotFound())

const registerIt = "Register it with POST /v1/webhooks"

const notSendable = {
  NoWebhook: () => new NotFound({ message: "No webhook is registered", fix: registerIt }),
  WebhookDisabled: () =>
    new Conflict({ message: "The webhook is disabled", fix: `${registerIt} again, which enables it` }),
  WebhookSecretUnreadable: () =>
    new Conflict({
      message: "The webhook's stored signing secret cannot be opened",
      fix: `${registerIt} again, which gives it another secret`
    })
}

export const layer = HttpApiBuilder.group(DeveloperApi, "deliveries", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ query }) {
      const { organizationId } = yield* Caller
      const page = pageOf(query)
      const filter = { status: query.status ?? null, type: query.event ?? null, since: query.since ?? null }
      const found = yield* listDeliveries(organizationId, filter, page)
      const { data, meta } = paged(found, page, deliveryItem)
      return ok({ data, meta: { ...meta, totalPages: Math.ceil(found.total / page.limit) } })
    }),
    replay: Effect.fnUntraced(
      function* ({ params }) {
        const { organizationId } = yield* Caller
        return ok(deliveryItem(yield* replayDelivery(organizationId, yield* deliveryIdOf(params.id))))
      },
      Effect.catchTags({
        ...notSendable,
        DeliveryNotFound: () => new NotFound({ message: "Delivery not found", code: "NOT_FOUND" })
      })
    ),
    replayRange: Effect.fnUntraced(
      function* ({ payload: { since, status, until } }) {
        const { organizationId } = yield* Caller
        const range = { since, until: until ?? null, status: status ?? null }
        return ok({ replayed: yield* replayDeliveries(organizationId, range) })
      },
      Effect.catchTags({
        ...notSendable,
        TooManyDeliveries: ({ limit }: TooManyDeliveries) =>
          new BadRequest({
            message: `More than ${limit} deliveries are in the range; none was made again`,
            fix: "Narrow the range with since and until, or give a status"
          })
      })
    ),
    test: Effect.fnUntraced(function* () {
      const { organizationId } = yield* Caller
      return ok({ id: yield* sendTestEvent(organizationId), event: "webhook.test" as const })
    }, Effect.catchTags(notSendable))
  })
)
