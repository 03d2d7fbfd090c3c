import type { Session } from "../api/Session.ts"
import { type LazyPage, lazyPage } from "../parts/lazyPage.tsx"
import type { Texts } from "../text/Texts.ts"

/** A section of the console, whose code is loaded when it is first opened. */
export interface Section {
  readonly name: keyof Texts["common"]["sections"]
  /** Every path below it is the section's. */
  readonly path: `/${string}`
  readonly content: LazyPage
  /** Who sees it. */
  readonly isShown: (session: Session) => boolean
}

export const sections: ReadonlyArray<Section> = [
  {
    name: "inbox",
    path: "/inbox",
    content: lazyPage(() => import("../inbox/Inbox.tsx")),
    isShown: () => true
  },
  {
    name: "developers",
    path: "/developers",
    content: lazyPage(() => import("../developers/Developers.tsx")),
    // The section says to agents why they may not use it.
    isShown: () => true
  },
  {
    name: "playground",
    path: "/playground",
    content: lazyPage(() => import("../playground/Playground.tsx")),
    isShown: ({ facts, mayManage }) => facts.demo !== null && mayManage
  }
]

/** The section that a path belongs to. */
export const sectionOf = (path: string): Section | undefined =>
  sections.find((section) => path === section.path || path.startsWith(`${section.path}/`))
