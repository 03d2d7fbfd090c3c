/** Paths of line icons on a grid of 20 by 20, which the frame and the inbox need. `PageIcon` has the rest. */
const paths = {
  inbox:
    "M3 11.5 5.2 4.4A1.2 1.2 0 0 1 6.3 3.5h7.4a1.2 1.2 0 0 1 1.1.9L17 11.5v4a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1zM3 11.5h4.2a2.8 2.8 0 0 0 5.6 0H17",
  scheduled: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 6v4l2.7 1.8",
  templates: "M4 3.5h12a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1zM3 8h14M8 8v8.5",
  developers: "m7 6.5-3.5 3.5L7 13.5M13 6.5l3.5 3.5-3.5 3.5M11.2 4.5l-2.4 11",
  playground: "M7 3h6M8 3v5l-4 7a1.4 1.4 0 0 0 1.2 2h9.6a1.4 1.4 0 0 0 1.2-2l-4-7V3M6 12h8",
  contacts:
    "M7.5 9.5a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5zM2.5 16a5 5 0 0 1 10 0M13 4.2a2.75 2.75 0 0 1 0 5.1M14.5 11.6a5 5 0 0 1 3 4.4",
  campaigns: "M3.5 8v4a1 1 0 0 0 1 1H7l7.5 3.5v-13L7 7H4.5a1 1 0 0 0-1 1zM7 7v6M7.5 13l1 4M17 8.5v3",
  reports: "M4 16.5v-5M8 16.5v-9M12 16.5v-6M16 16.5v-12",
  settings:
    "M8.59 4.89L8.64 2.93L11.36 2.93L11.41 4.89L12.61 5.39L14.04 4.04L15.96 5.96L14.61 7.39L15.11 8.59L17.07 8.64L17.07 11.36L15.11 11.41L14.61 12.61L15.96 14.04L14.04 15.96L12.61 14.61L11.41 15.11L11.36 17.07L8.64 17.07L8.59 15.11L7.39 14.61L5.96 15.96L4.04 14.04L5.39 12.61L4.89 11.41L2.93 11.36L2.93 8.64L4.89 8.59L5.39 7.39L4.04 5.96L5.96 4.04L7.39 5.39zM10 12.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6z",
  bell: "M5.5 8.5a4.5 4.5 0 0 1 9 0c0 3.5 1.5 4.5 1.5 5.5H4c0-1 1.5-2 1.5-5.5zM8.3 16.5a1.9 1.9 0 0 0 3.4 0",
  gallery: "M3.5 3.5H9V9H3.5zM11 3.5h5.5V9H11zM3.5 11H9v5.5H3.5zM11 11h5.5v5.5H11z",
  collapse: "m11.5 5.5-4.5 4.5 4.5 4.5",
  expand: "m8.5 5.5 4.5 4.5-4.5 4.5",
  search: "M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM13 13l4 4",
  attach:
    "m15.5 9.5-5.9 5.9a3.4 3.4 0 0 1-4.8-4.8l6.3-6.3a2.3 2.3 0 0 1 3.2 3.2l-6.2 6.3a1.1 1.1 0 0 1-1.6-1.6l5.6-5.6",
  send: "M3.5 16.5 17 10 3.5 3.5 5.5 10zM5.5 10H11",
  more: "M4.5 10.4a.4.4 0 1 0 0-.8.4.4 0 0 0 0 .8zM10 10.4a.4.4 0 1 0 0-.8.4.4 0 0 0 0 .8zM15.5 10.4a.4.4 0 1 0 0-.8.4.4 0 0 0 0 .8z",
  close: "m5 5 10 10M15 5 5 15",
  check: "m4.5 10.5 3.5 3.5 7.5-8",
  reopen: "M4 10a6 6 0 1 1 1.8 4.3M4 16v-3.2h3.2",
  unread: "M3 5.5h14v9H3zM3 6l7 5 7-5",
  person: "M10 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM4 16.5a6 6 0 0 1 12 0",
  note: "M4 3.5h12v8.5l-4.5 4.5H4zM11.5 16.5V12H16",
  emoji: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM7.5 8.3h.01M12.5 8.3h.01M7 11.8a3.6 3.6 0 0 0 6 0",
  mic: "M10 12.5a2.5 2.5 0 0 0 2.5-2.5V5.5a2.5 2.5 0 0 0-5 0V10a2.5 2.5 0 0 0 2.5 2.5zM5 10a5 5 0 0 0 10 0M10 15v2.5"
} as const

export type IconName = keyof typeof paths

/** All names, for the gallery. */
export const iconNames = Object.keys(paths).filter((name): name is IconName => name in paths)

/** Icons with a direction of reading, mirrored from right to left. */
const directional: ReadonlySet<IconName> = new Set<IconName>(["collapse", "expand", "send"])

/** A line icon from its path, in the colour of the text. Screen readers skip it. */
export const PathIcon = ({
  isDirectional = false,
  path
}: {
  readonly path: string
  readonly isDirectional?: boolean
}) => (
  <svg className={isDirectional ? "icon icon-directional" : "icon"} viewBox="0 0 20 20" aria-hidden>
    <path d={path} />
  </svg>
)

/** A line icon of the frame or the inbox. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <PathIcon path={paths[name]} isDirectional={directional.has(name)} />
)
