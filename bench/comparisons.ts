import type { Comparison } from "./Comparison.ts"
import { campaign } from "./comparisons/campaign.ts"
import { contactsDb } from "./comparisons/contactsDb.ts"
import { deepPage } from "./comparisons/deepPage.ts"
import { embedded } from "./comparisons/embedded.ts"
import { http } from "./comparisons/http.ts"
import { idleStreams } from "./comparisons/idleStreams.ts"
import { imports } from "./comparisons/imports.ts"
import { idempotency } from "./comparisons/idempotency.ts"
import { importRows } from "./comparisons/importRows.ts"
import { inbound } from "./comparisons/inbound.ts"
import { limits } from "./comparisons/limits.ts"
import { rowSecurity } from "./comparisons/rowSecurity.ts"
import { telemetry } from "./comparisons/telemetry.ts"
import { scaling } from "./comparisons/scaling.ts"
import { search } from "./comparisons/search.ts"
import { sendHot } from "./comparisons/sendHot.ts"
import { sendHttp } from "./comparisons/sendHttp.ts"
import { sendSpread } from "./comparisons/sendSpread.ts"
import { overload } from "./comparisons/overload.ts"
import { queue } from "./comparisons/queue.ts"
import { deliver } from "./comparisons/deliver.ts"
import { wake } from "./comparisons/wake.ts"
import { neighbour } from "./comparisons/neighbour.ts"
import { horizon } from "./comparisons/horizon.ts"

/** Every comparison, by the name that runs it alone. */
export const comparisons = {
  "send-hot": sendHot,
  "send-spread": sendSpread,
  "send-http": sendHttp,
  campaign,
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
  imports,
  scaling
} satisfies Readonly<Record<string, Comparison>>
