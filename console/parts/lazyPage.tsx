import { type ComponentType, lazy } from "react"

/** A page whose code is loaded when it is first shown. */
export interface LazyPage {
  readonly Page: ComponentType
  /** The next time that the page is shown, its code is loaded anew: what failed once would fail for ever. */
  readonly again: () => void
}

export const lazyPage = (load: () => Promise<{ readonly default: ComponentType }>): LazyPage => {
  let Loaded = lazy(load)
  return {
    Page: () => <Loaded />,
    again: () => {
      Loaded = lazy(load)
    }
  }
}
