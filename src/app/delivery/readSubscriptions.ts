import { Effect } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { Webhook } from "../../domain/Webhook.ts"
import { DeliveryQueue } from "../../ports/DeliveryQueue.ts"
import type { Lane } from "./Lane.ts"
import type { ShardDesk } from "./ShardDesk.ts"
import type { Subscriptions } from "./takeIn.ts"

/** Has the lane be as the subscription is now. */
const follow = (desk: ShardDesk, lane: Lane, webhook: Webhook | undefined): void => {
  const { schedule } = desk
  // What another subscription wanted, nobody wants any more.
  if (webhook?.id !== lane.webhook.id) desk.dropLane(lane)
  if (lane.size === 0) return
  if (webhook !== undefined) schedule.redirect(lane, webhook)
  if (webhook?.status === "active") schedule.resume(lane)
  else {
    schedule.pause(lane)
    desk.parkLane(lane)
  }
}

/** What is in memory of these organizations follows their subscriptions, as they were found to be. */
export const followSubscriptions = (
  desk: ShardDesk,
  organizationIds: ReadonlyArray<OrganizationId>,
  webhooks: ReadonlyArray<Webhook>
): Subscriptions => {
  const subscriptions: Subscriptions = new Map(webhooks.map((webhook) => [webhook.organizationId, webhook]))
  for (const organizationId of organizationIds) {
    const lane = desk.lanes.get(organizationId)
    if (lane !== undefined) follow(desk, lane, subscriptions.get(organizationId))
  }
  desk.schedule.startAll()
  return subscriptions
}

/** Looks at the subscriptions of these organizations; what is in memory of them follows. */
export const readSubscriptions = Effect.fnUntraced(function* (
  desk: ShardDesk,
  organizationIds: ReadonlyArray<OrganizationId>
) {
  if (organizationIds.length === 0) return new Map() satisfies Subscriptions
  const queue = yield* DeliveryQueue
  return followSubscriptions(desk, organizationIds, yield* queue.subscriptions(organizationIds))
})
