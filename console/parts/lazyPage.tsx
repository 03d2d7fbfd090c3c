import { type ComponentType, lazy } from "react"

/** A page whose code is loaded when it is first rendered. */
export interface LazyPage {
  readonly Page: ComponentType
  /** The next render loads the code again: without this a failed load would fail for ever. */
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
