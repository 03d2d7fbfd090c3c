import type { Layer } from "effect"
import type { StorePorts } from "../StorePorts.ts"
import { answering } from "./sendLedger/answering.ts"
import { beginning } from "./sendLedger/beginning.ts"
import { completing } from "./sendLedger/completing.ts"
import { deleting } from "./sendLedger/deleting.ts"
import { expiring } from "./sendLedger/expiring.ts"
import { keeping } from "./sendLedger/keeping.ts"
import { limiting } from "./sendLedger/limiting.ts"
import { reportedNumbers } from "./sendLedger/reportedNumbers.ts"
import { commenters } from "./sendLedger/commenters.ts"
import { people } from "./sendLedger/people.ts"
import { reacting } from "./sendLedger/reacting.ts"
import { recipients } from "./sendLedger/recipients.ts"
import { reported } from "./sendLedger/reported.ts"
import { reserving } from "./sendLedger/reserving.ts"
import { tracing } from "./sendLedger/tracing.ts"
import { takingKeys } from "./sendLedger/takingKeys.ts"
import { recordingOutcomes } from "./sendLedger/recordingOutcomes.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"

export const sendLedgerContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `SendLedger: ${name}`, ports, (it) => {
    reserving(it)
    beginning(it)
    answering(it)
    keeping(it)
    reportedNumbers(it)
    commenters(it)
    people(it)
    deleting(it)
    limiting(it)
    takingKeys(it)
    recipients(it)
    recordingOutcomes(it)
    reported(it)
    expiring(it)
    completing(it)
    tracing(it)
    reacting(it)
  })
