import type { Session } from "../api/Session.ts"
import { type LazyPage, lazyPage } from "../parts/lazyPage.tsx"
import type { Texts } from "../text/Texts.ts"

/** A section of the console. Its code is loaded when it is first opened. */
export interface Section {
  readonly name: keyof Texts["common"]["sections"]
  /** Root of its paths. */
  readonly path: `/${string}`
  readonly content: LazyPage
  /** Whether the session may see it. */
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
    name: "scheduled",
    path: "/scheduled",
    content: lazyPage(() => import("../scheduled/Scheduled.tsx")),
    isShown: () => true
  },
  {
    name: "templates",
    path: "/templates",
    content: lazyPage(() => import("../templates/Templates.tsx")),
    isShown: () => true
  },
  {
    name: "developers",
    path: "/developers",
    content: lazyPage(() => import("../developers/Developers.tsx")),
    // Agents see why they may not use the section.
    isShown: () => true
  },
  {
    name: "playground",
    path: "/playground",
    content: lazyPage(() => import("../playground/Playground.tsx")),
    isShown: ({ facts, mayManage }) => facts.demo !== null && mayManage
  }
]

/** The section of a path. */
export const sectionOf = (path: string): Section | undefined =>
  sections.find((section) => path === section.path || path.startsWith(`${section.path}/`))
