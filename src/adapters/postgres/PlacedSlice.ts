import type { LogSlice } from "../../ports/DeliveryQueue.ts"
import type { DeliveryPlace } from "./deliveryPlace.ts"

/** A slice whose place is not written down yet. */
export interface PlacedSlice extends Omit<LogSlice, "place"> {
  readonly place: DeliveryPlace
}
