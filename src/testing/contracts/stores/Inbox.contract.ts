import { layer } from "@effect/vitest"
import type { Layer } from "effect"
import type { StorePorts } from "../StorePorts.ts"
import { meeting } from "./inbox/meeting.ts"
import { merging } from "./inbox/merging.ts"
import { parking } from "./inbox/parking.ts"
import { saying } from "./inbox/saying.ts"
import { sent } from "./inbox/sent.ts"
import { talking } from "./inbox/talking.ts"

export const inboxContract = <E>(name: string, ports: Layer.Layer<StorePorts, E>) =>
  layer(ports, { timeout: "60 seconds" })(`Inbox: ${name}`, (it) => {
    meeting(it)
    talking(it)
    saying(it)
    sent(it)
    merging(it)
    parking(it)
  })
