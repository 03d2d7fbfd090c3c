import type { Layer } from "effect"
import type { StorePorts } from "../StorePorts.ts"
import { countingPrices } from "./inbox/countingPrices.ts"
import { resolvingContacts } from "./inbox/resolvingContacts.ts"
import { merging } from "./inbox/merging.ts"
import { parking } from "./inbox/parking.ts"
import { savingMessages } from "./inbox/savingMessages.ts"
import { sent } from "./inbox/sent.ts"
import { savingConversations } from "./inbox/savingConversations.ts"
import { savingPast } from "./inbox/savingPast.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"

export const inboxContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `Inbox: ${name}`, ports, (it) => {
    resolvingContacts(it)
    savingConversations(it)
    savingPast(it)
    savingMessages(it)
    countingPrices(it)
    sent(it)
    merging(it)
    parking(it)
  })
