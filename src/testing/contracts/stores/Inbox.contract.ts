import type { Layer } from "effect"
import type { StorePorts } from "../StorePorts.ts"
import { meeting } from "./inbox/meeting.ts"
import { merging } from "./inbox/merging.ts"
import { parking } from "./inbox/parking.ts"
import { saying } from "./inbox/saying.ts"
import { sent } from "./inbox/sent.ts"
import { talking } from "./inbox/talking.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"

export const inboxContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `Inbox: ${name}`, ports, (it) => {
    meeting(it)
    talking(it)
    saying(it)
    sent(it)
    merging(it)
    parking(it)
  })
