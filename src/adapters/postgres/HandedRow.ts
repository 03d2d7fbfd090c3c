import type { LogPlace, RecordedDelivery } from "../../ports/DeliveryQueue.ts"
import type { HandedDelivery } from "./HandedTransaction.ts"

/** Has no place of its own: whoever does not find room for it goes on from where all that was taken with it begins. */
export class HandedRow implements RecordedDelivery {
  readonly delivery: RecordedDelivery["delivery"]
  readonly isHeld = false
  readonly place: LogPlace

  constructor({ delivery }: HandedDelivery, place: LogPlace) {
    this.delivery = delivery
    this.place = place
  }
}
