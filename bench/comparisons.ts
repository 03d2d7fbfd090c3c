import type { Comparison } from "./Comparison.ts"
import { contactsDb } from "./contactsDb.ts"
import { deepPage } from "./deepPage.ts"
import { embedded } from "./embedded.ts"
import { http } from "./http.ts"
import { idleStreams } from "./idleStreams.ts"
import { imports } from "./imports.ts"
import { idempotency } from "./idempotency.ts"
import { importRows } from "./importRows.ts"
import { inbound } from "./inbound.ts"
import { limits } from "./limits.ts"
import { rowSecurity } from "./rowSecurity.ts"
import { telemetry } from "./telemetry.ts"
import { search } from "./search.ts"
import { sendHot } from "./sendHot.ts"
import { sendHttp } from "./sendHttp.ts"
import { sendSpread } from "./sendSpread.ts"
import { overload } from "./overload.ts"
import { queue } from "./queue.ts"
import { deliver } from "./deliver.ts"
import { wake } from "./wake.ts"
import { neighbour } from "./neighbour.ts"
import { horizon } from "./horizon.ts"

/** Every comparison, by the name that runs it alone. */
export const comparisons = {
  "send-hot": sendHot,
  "send-spread": sendSpread,
  "send-http": sendHttp,
  idempotency,
  http,
  "contacts-db": contactsDb,
  "deep-page": deepPage,
  "row-security": rowSecurity,
  telemetry,
  search,
  import: importRows,
  inbound,
  embedded,
  "idle-streams": idleStreams,
  limits,
  overload,
  queue,
  deliver,
  wake,
  neighbour,
  horizon,
  imports
} satisfies Readonly<Record<string, Comparison>>
