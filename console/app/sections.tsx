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
  /** Whether the rail lists it; as `isShown` if absent. */
  readonly isListed?: (session: Session) => boolean
}

export const sections: ReadonlyArray<Section> = [
  {
    name: "inbox",
    path: "/inbox",
    content: lazyPage(() => import("../inbox/Inbox.tsx")),
    isShown: () => true
  },
  {
    name: "contacts",
    path: "/contacts",
    content: lazyPage(() => import("../contacts/Contacts.tsx")),
    isShown: () => true
  },
  {
    name: "campaigns",
    path: "/campaigns",
    content: lazyPage(() => import("../campaigns/Campaigns.tsx")),
    isShown: ({ mayManage }) => mayManage
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
    name: "reports",
    path: "/reports",
    content: lazyPage(() => import("../reports/Reports.tsx")),
    isShown: ({ mayManage }) => mayManage
  },
  {
    name: "developers",
    path: "/developers",
    content: lazyPage(() => import("../developers/Developers.tsx")),
    // Agents with its address see why they may not use it.
    isShown: () => true,
    isListed: ({ mayManage }) => mayManage
  },
  {
    name: "settings",
    path: "/settings",
    content: lazyPage(() => import("../settings/Settings.tsx")),
    isShown: () => true
  },
  {
    name: "playground",
    path: "/playground",
    content: lazyPage(() => import("../playground/Playground.tsx")),
    isShown: ({ facts, mayManage }) => facts.demo !== null && mayManage
  },
  {
    name: "gallery",
    path: "/gallery",
    content: lazyPage(() => import("../gallery/Gallery.tsx")),
    // For developers of the console, by its address.
    isShown: ({ facts }) => facts.demo !== null,
    isListed: () => false
  }
]

/** The section of a path. */
export const sectionOf = (path: string): Section | undefined =>
  sections.find((section) => path === section.path || path.startsWith(`${section.path}/`))

/** The sections in the rail and in the palette. */
export const listedSections = (session: Session): ReadonlyArray<Section> =>
  sections.filter(({ isListed, isShown }) => (isListed ?? isShown)(session))
