import { type Brand, Schema } from "effect"
import type { OrganizationId } from "../Ids.ts"

/**
 * The part of all deliveries that one process owns at a time. The deliveries of an organization are in one shard, so their
 * order and fairness need no agreement between processes.
 */
export const DeliveryShard = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 15 })).pipe(
  Schema.brand("DeliveryShard")
)
export type DeliveryShard = number & Brand.Brand<"DeliveryShard">

/** All shards, one for each hexadecimal digit. */
export const deliveryShards: ReadonlyArray<DeliveryShard> = Array.from({ length: 16 }, (_, shard) =>
  DeliveryShard.make(shard)
)

/** The last digit of the organization's id, which is random in every version of UUID that is in use. */
export const shardOf = (organizationId: OrganizationId): DeliveryShard =>
  // A hexadecimal digit is one of them.
  DeliveryShard.make(Number.parseInt(organizationId.slice(-1), 16), { disableChecks: true })
