import { type ComponentType, lazy } from "react"

/**
 * A component that is loaded when it is first shown: a small part of a page. Where that fails, as without a connection, the
 * other one is in its place until the page is loaded again, and the rest of the page stays.
 */
export const lazyOr = <Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  otherwise: ComponentType<Props>
) => lazy<ComponentType<Props>>(() => load().catch(() => ({ default: otherwise })))
