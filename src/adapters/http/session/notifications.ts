import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { listNotifications, readNotifications } from "../../../app/access/members.ts"
import { NotificationNotFound, type ReadNotifications } from "../../../domain/access/Notification.ts"
import { NotificationId } from "../../../domain/Ids.ts"
import { ok } from "../shared/envelope.ts"
import { idIn } from "../shared/idIn.ts"
import { pageOf } from "../shared/pagination.ts"
import { SessionApi } from "./Api.ts"
import { BadRequest, Forbidden, invalidField, missingField } from "./Failures.ts"
import { notificationItem } from "./NotificationsGroup.ts"
import { pageFacts } from "./pages.ts"
import { Access } from "./SessionAuth.ts"

const idOf = idIn(NotificationId)

const noMember = {
  NoMember: () => new Forbidden({ error: "Notifications belong to members; the service role has none" })
}

interface ReadRequest {
  readonly ids?: ReadonlyArray<string> | null
  readonly upTo?: string | null
}

/** Notification ids of the request. Texts that are not ids are dropped. */
const whichOf = Effect.fnUntraced(function* ({ ids, upTo }: ReadRequest) {
  if (ids && upTo) return yield* new BadRequest({ error: "Give either ids or upTo" })
  if (ids) return { _tag: "Each", ids: ids.flatMap((text) => Option.toArray(idOf(text))) } satisfies ReadNotifications
  if (!upTo) return yield* missingField("ids")
  const id = idOf(upTo)
  if (Option.isNone(id)) return yield* new NotificationNotFound()
  return { _tag: "UpTo", id: id.value } satisfies ReadNotifications
})

export const layer = HttpApiBuilder.group(SessionApi, "notifications", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ query }) {
      const page = pageOf(query)
      const found = yield* listNotifications(yield* Access, query.unread === "true", page)
      return ok({
        notifications: found.rows.map(notificationItem),
        unread: found.unread,
        ...pageFacts(found, page)
      })
    }, Effect.catchTags(noMember)),
    read: Effect.fnUntraced(
      function* ({ payload }) {
        const which = yield* whichOf(payload)
        return ok({ marked: yield* readNotifications(yield* Access, which) })
      },
      Effect.catchTags({
        ...noMember,
        NotificationNotFound: () => invalidField("upTo", "not a notification of yours")
      })
    )
  })
)
