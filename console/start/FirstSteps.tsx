import { Suspense } from "react"
import { lazyOr } from "../parts/lazyOr.ts"

const FirstDay = lazyOr(
  () => import("./FirstDay.tsx"),
  () => null
)

/** The first steps of an organization, loaded beside the inbox, which does not wait for them. */
export const FirstSteps = () => (
  <Suspense fallback={null}>
    <FirstDay />
  </Suspense>
)
