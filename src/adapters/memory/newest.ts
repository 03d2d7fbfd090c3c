import { type DateTime, Option, Order } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"

/** The row with this id in this organization. */
export const pick = <Row extends { readonly id: string; readonly organizationId: OrganizationId }>(
  rows: ReadonlyArray<Row>,
  organizationId: OrganizationId,
  id: Row["id"]
): Option.Option<Row> =>
  Option.fromUndefinedOr(rows.find((row) => row.organizationId === organizationId && row.id === id))

/** Sorts newest first; at the same instant, the greater id first. */
export const newest = <Row extends { readonly id: string }>(at: (row: Row) => DateTime.Utc): Order.Order<Row> =>
  Order.flip(
    Order.combine(
      Order.mapInput(Order.Number, (row: Row) => at(row).epochMilliseconds),
      Order.mapInput(Order.String, (row: Row) => row.id)
    )
  )
