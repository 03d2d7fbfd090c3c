import type { Inbound } from "../Inbound.ts"

/** Says that the person does not want to be written to with offers any more (platforms P6). */
const stoppedMarketing = 131050

/** Whether it says that the person it went to does not want offers. */
export const isRefusalOfOffers = (item: Inbound): boolean =>
  item._tag === "StatusReported" && item.failure?.code === stoppedMarketing

/** Whether the report may have to wait for a person, so that it is parked for no message. */
export const isAboutPerson = (item: Inbound): boolean =>
  item._tag === "DeliveredUpTo" ||
  item._tag === "ReadUpTo" ||
  item._tag === "SeenUpTo" ||
  item._tag === "PersonChanged" ||
  isRefusalOfOffers(item)
