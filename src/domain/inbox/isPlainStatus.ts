import type { Inbound } from "../Inbound.ts"

/**
 * Whether it says that a message went well. Nothing follows from that for anybody or anything but the message, and there
 * are many of those.
 */
export const isPlainStatus = (item: Inbound): boolean => item._tag === "StatusReported" && item.failure === null
