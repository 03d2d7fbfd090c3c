import { type ComponentType, lazy } from "react"

/**
 * A component whose code is loaded when it is first rendered. If the load fails, the fallback is shown until the page
 * is reloaded, and the rest of the page is unaffected.
 */
export const lazyOr = <Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  otherwise: ComponentType<Props>
) => lazy<ComponentType<Props>>(() => load().catch(() => ({ default: otherwise })))
