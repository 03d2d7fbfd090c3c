import { type DateTime, Order } from "effect"

/** The newest first; of the same instant, the greater id. */
export const newest = <Row extends { readonly id: string }>(at: (row: Row) => DateTime.Utc): Order.Order<Row> =>
  Order.flip(
    Order.combine(
      Order.mapInput(Order.Number, (row: Row) => at(row).epochMilliseconds),
      Order.mapInput(Order.String, (row: Row) => row.id)
    )
  )
