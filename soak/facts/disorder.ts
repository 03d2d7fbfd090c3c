import type { Kept } from "./look.ts"
import type { Received } from "../Receiver.ts"

/** Deliveries that overtook an earlier one of their conversation, or that were numbered as they are not. */
export const disorder = ({ events }: Kept, received: Iterable<Received>): ReadonlyArray<string> => {
  const heard = new Map([...received].map((one) => [`${one.path.slice(1)} ${one.id}`, one] as const))
  const wrong: Array<string> = []
  const last = new Map<string, number>()
  for (const { id, order, organization, sequence } of events.toSorted((one, other) => one.sequence - other.sequence)) {
    const one = heard.get(`${organization} ${id}`)
    if (one === undefined) continue
    if (one.sequence !== (sequence === 0 ? "" : String(sequence))) {
      wrong.push(`event ${id} came as number ${one.sequence} of its conversation and is ${sequence}`)
    }
    if (order === null || sequence === 0) continue
    if (one.turn < (last.get(order) ?? -1))
      wrong.push(`event ${id} came before number ${sequence - 1} of its conversation`)
    last.set(order, Math.max(one.turn, last.get(order) ?? -1))
  }
  return wrong
}
