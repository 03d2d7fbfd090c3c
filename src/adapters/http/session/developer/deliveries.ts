import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { getDelivery, listDeliveries, replayDeliveries, replayDelivery } from "../../../../app/webhooks/deliveries.ts"
import {
  DeliveryNotFound,
  type TooManyDeliveries,
  maxCountedDeliveries
} from "../../../../domain/webhooks/DeliveryRecord.ts"
import { EventId } from "../../../../domain/Ids.ts"
import { deliveryItem } from "../../developer/webhooks/DeliveriesGroup.ts"
import { ok } from "../../shared/envelope.ts"
import { idOr } from "../../shared/idIn.ts"
import { pageOf } from "../../shared/pagination.ts"
import { SessionApi } from "../Api.ts"
import { BadRequest, NotFound } from "../Failures.ts"
import { countedFacts } from "../pages.ts"
import { Access } from "../SessionAuth.ts"
import { deliveryDetail, listedDelivery } from "./DeliveriesGroup.ts"
import { notSendable } from "./webhookRefusals.ts"

const unknownDelivery = { DeliveryNotFound: () => new NotFound({ error: "Delivery not found" }) }

const idOf = idOr(EventId, () => new DeliveryNotFound())

export const layer = HttpApiBuilder.group(SessionApi, "deliveries", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ query }) {
      const { organizationId } = yield* Access
      const page = pageOf(query)
      const filter = { status: query.status ?? null, type: query.event ?? null, since: query.since ?? null }
      const found = yield* listDeliveries(organizationId, filter, page)
      return ok({ deliveries: found.rows.map(listedDelivery), ...countedFacts(found, page, maxCountedDeliveries) })
    }),
    get: Effect.fnUntraced(function* ({ params }) {
      const { organizationId } = yield* Access
      return ok(deliveryDetail(yield* getDelivery(organizationId, yield* idOf(params.eventId))))
    }, Effect.catchTags(unknownDelivery)),
    replay: Effect.fnUntraced(
      function* ({ params }) {
        const { organizationId } = yield* Access
        return ok(deliveryItem(yield* replayDelivery(organizationId, yield* idOf(params.eventId))))
      },
      Effect.catchTags({ ...notSendable, ...unknownDelivery })
    ),
    replayRange: Effect.fnUntraced(
      function* ({ payload: { since, status, until } }) {
        const { organizationId } = yield* Access
        const range = { since, until: until ?? null, status: status ?? null }
        return ok({ replayed: yield* replayDeliveries(organizationId, range) })
      },
      Effect.catchTags({
        ...notSendable,
        TooManyDeliveries: ({ limit }: TooManyDeliveries) =>
          new BadRequest({ error: `More than ${limit} deliveries are in the range; none was made again` })
      })
    )
  })
)
