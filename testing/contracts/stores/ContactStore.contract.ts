import type { Layer } from "effect"
import type { StorePorts } from "../StorePorts.ts"
import { finding } from "./contactStore/finding.ts"
import { inserting } from "./contactStore/inserting.ts"
import { insertingMany } from "./contactStore/insertingMany.ts"
import { listing } from "./contactStore/listing.ts"
import { locking } from "./contactStore/locking.ts"
import { ordering } from "./contactStore/ordering.ts"
import { overviews } from "./contactStore/overviews.ts"
import { reaching } from "./contactStore/reaching.ts"
import { removing } from "./contactStore/removing.ts"
import { saving } from "./contactStore/saving.ts"
import { searching } from "./contactStore/searching.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"

export const contactStoreContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `ContactStore: ${name}`, ports, (it) => {
    inserting(it)
    finding(it)
    saving(it)
    locking(it)
    removing(it)
    listing(it)
    searching(it)
    insertingMany(it)
    overviews(it)
    ordering(it)
    reaching(it)
  })
