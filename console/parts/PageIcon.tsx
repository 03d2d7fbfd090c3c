import { PathIcon } from "./Icon.tsx"

/**
 * Paths of line icons on a grid of 20 by 20. They load with the first page that needs one, so that the sign-in does not
 * wait for them.
 */
const paths = {
  archive: "M3.5 4h13v3.5h-13zM4.5 7.5v8a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1v-8M8 10.5h4",
  block: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM5 5l10 10",
  bolt: "M11 3 4.5 11.5h5L9 17l6.5-8.5h-5z",
  calendar: "M4.5 5h11a1 1 0 0 1 1 1v9.5a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM3.5 8.5h13M7 3v3.5M13 3v3.5",
  chart: "M3.5 3.5v13h13M6.5 12.5l3-3.5 2.5 2 4-5",
  "chevron-down": "m5.5 8 4.5 4.5L14.5 8",
  "chevron-left": "M12 5.5 7.5 10l4.5 4.5",
  "chevron-right": "M8 5.5l4.5 4.5L8 14.5",
  "chevron-up": "m5.5 12 4.5-4.5 4.5 4.5",
  clock: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 6v4l2.7 1.8",
  columns: "M4.5 3.5h11a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1zM8 3.5v13M12 3.5v13",
  command:
    "M7.5 7.5h5v5h-5zM7.5 7.5V5.3a2.2 2.2 0 1 0-2.2 2.2zM12.5 7.5h2.2a2.2 2.2 0 1 0-2.2-2.2zM12.5 12.5v2.2a2.2 2.2 0 1 0 2.2-2.2zM7.5 12.5H5.3a2.2 2.2 0 1 0 2.2 2.2z",
  copy: "M7.5 6.5h8a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-8a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1zM13.5 6.5v-2a1 1 0 0 0-1-1h-8a1 1 0 0 0-1 1v8a1 1 0 0 0 1 1h2",
  download: "M10 3.5v9M6.5 9l3.5 3.5L13.5 9M4 16.5h12",
  drag: "M7.5 5h.01M12.5 5h.01M7.5 10h.01M12.5 10h.01M7.5 15h.01M12.5 15h.01",
  edit: "m3.5 16.5.8-3.4L13 4.4a1.4 1.4 0 0 1 2 0l.6.6a1.4 1.4 0 0 1 0 2l-8.7 8.7zM11.5 6l2.5 2.5",
  emoji: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM7 11.5a3.5 3.5 0 0 0 6 0M7.5 8h.01M12.5 8h.01",
  external: "M11.5 3.5h5v5M16.5 3.5 9 11M8 4.5H4.5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V12",
  eye: "M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5zM10 12.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6z",
  "eye-off":
    "M8 5.3a7.6 7.6 0 0 1 2-.3c5 0 7.5 5 7.5 5a13 13 0 0 1-1.9 2.6M12.6 14.5a7 7 0 0 1-2.6.5c-5 0-7.5-5-7.5-5a13 13 0 0 1 3.2-3.7M8.4 8.4a2.3 2.3 0 0 0 3.2 3.2M3.5 3.5l13 13",
  file: "M5.5 3.5h6l4 4v8a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1zM11.5 3.5v4h4",
  filter: "M3.5 5.5h13M6 10h8M8.5 14.5h3",
  forward: "M12 5l4.5 4.5L12 14M16.5 9.5h-7a6 6 0 0 0-6 6v.5",
  globe: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM3 10h14M10 3c2 1.9 3 4.2 3 7s-1 5.1-3 7c-2-1.9-3-4.2-3-7s1-5.1 3-7z",
  help: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM8 8a2 2 0 1 1 2.9 1.8c-.6.3-.9.7-.9 1.2v.5M10 14h.01",
  image:
    "M4.5 3.5h11a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1zM3.5 13.5 7 10l6.5 6.5M11 14l2.5-2.5 3 3M12.5 8a1 1 0 1 0 0-2 1 1 0 0 0 0 2z",
  info: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 9.2v4.3M10 6.5h.01",
  key: "M7 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM9.5 10.5l7-7M13.5 6.5 16 9",
  label: "M3.5 4.5a1 1 0 0 1 1-1h5l6.9 6.9a1.2 1.2 0 0 1 0 1.7l-4.3 4.3a1.2 1.2 0 0 1-1.7 0L3.5 9.5zM7 7h.01",
  link: "M8.5 11.5a3 3 0 0 0 4.2 0l3-3a3 3 0 0 0-4.2-4.2l-1 1M11.5 8.5a3 3 0 0 0-4.2 0l-3 3a3 3 0 0 0 4.2 4.2l1-1",
  list: "M7.5 5.5h9M7.5 10h9M7.5 14.5h9M4 5.5h.01M4 10h.01M4 14.5h.01",
  location: "M10 17s5.5-4.6 5.5-9a5.5 5.5 0 0 0-11 0c0 4.4 5.5 9 5.5 9zM10 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  lock: "M5.5 9h9a1 1 0 0 1 1 1v5.5a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1zM7 9V6.5a3 3 0 0 1 6 0V9",
  mail: "M4 4.5h12a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1zM3.3 6l6.7 5 6.7-5",
  mention:
    "M12.8 10a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0zM12.8 7.2v3.7a1.95 1.95 0 0 0 3.9 0V10a6.7 6.7 0 1 0-3 5.6",
  mic: "M10 12a2.5 2.5 0 0 0 2.5-2.5v-4a2.5 2.5 0 0 0-5 0v4A2.5 2.5 0 0 0 10 12zM5 9.5a5 5 0 0 0 10 0M10 14.5V17",
  minus: "M4 10h12",
  moon: "M16.6 11.6A6.8 6.8 0 0 1 8.4 3.4a6.8 6.8 0 1 0 8.2 8.2z",
  pause: "M7 4.5v11M13 4.5v11",
  phone:
    "M6.2 3.5H4.6a1.1 1.1 0 0 0-1.1 1.2c.4 6.3 5.5 11.4 11.8 11.8a1.1 1.1 0 0 0 1.2-1.1v-1.6a1.1 1.1 0 0 0-.8-1.1l-2.5-.7a1.1 1.1 0 0 0-1.1.3l-.9.9a9.5 9.5 0 0 1-4.4-4.4l.9-.9a1.1 1.1 0 0 0 .3-1.1l-.7-2.5a1.1 1.1 0 0 0-1.1-.8z",
  play: "M6.5 4v12l9-6z",
  plus: "M10 4v12M4 10h12",
  priority: "M5 17V3.5M5 4h10l-2.2 3.5L15 11H5",
  redo: "M16 8H8a4 4 0 0 0 0 8h4M13 4.5 16.5 8 13 11.5",
  reply: "M8 5 3.5 9.5 8 14M3.5 9.5h7a6 6 0 0 1 6 6v.5",
  robot:
    "M6 7h8a1.5 1.5 0 0 1 1.5 1.5v6A1.5 1.5 0 0 1 14 16H6a1.5 1.5 0 0 1-1.5-1.5v-6A1.5 1.5 0 0 1 6 7zM10 7V4M8 10.5h.01M12 10.5h.01M8 13h4M2.5 10v3M17.5 10v3",
  shield: "m10 3 6 2v4.5c0 3.5-2.4 6.2-6 7.5-3.6-1.3-6-4-6-7.5V5zM7.5 10l2 2 3.2-3.7",
  "sign-out": "M8 3.5H4.5a1 1 0 0 0-1 1v11a1 1 0 0 0 1 1H8M12.5 6.5 16 10l-3.5 3.5M16 10H8",
  snooze: "M4 4.5h4L4 9h4M10.5 9H16l-5.5 7H16",
  sort: "M7 4v12M4 13l3 3 3-3M13 16V4M10 7l3-3 3 3",
  star: "m10 3 2.1 4.5 4.9.6-3.6 3.4.9 4.9-4.3-2.4-4.3 2.4.9-4.9L3 8.1l4.9-.6z",
  sun: "M10 13.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM10 2.8v1.4M10 15.8v1.4M2.8 10h1.4M15.8 10h1.4M4.9 4.9l1 1M14.1 14.1l1 1M15.1 4.9l-1 1M5.9 14.1l-1 1",
  team: "M10 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM5.5 16a4.5 4.5 0 0 1 9 0M4.2 10a2 2 0 0 1 .5-3.9M15.8 10a2 2 0 0 0-.5-3.9M1.8 15a3.8 3.8 0 0 1 1.8-2.7M18.2 15a3.8 3.8 0 0 0-1.8-2.7",
  trash: "M3.5 5.5h13M8 5.5v-2h4v2M5 5.5l.7 10a1 1 0 0 0 1 1h6.6a1 1 0 0 0 1-1l.7-10M8.3 8.5v5M11.7 8.5v5",
  undo: "M4 8h8a4 4 0 0 1 0 8H8M7 4.5 3.5 8 7 11.5",
  upload: "M10 12.5v-9M6.5 7 10 3.5 13.5 7M4 16.5h12",
  warning: "M10 3.5 17.5 16h-15zM10 8v3.7M10 13.8h.01",
  webhook:
    "M10 8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM5.5 16.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM14.5 16.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8.8 8.2l-2.1 3.6M11.2 8.2l2.1 3.6M8 14h4"
} as const

export type PageIconName = keyof typeof paths

/** All names, for the gallery. */
export const pageIconNames = Object.keys(paths).filter((name): name is PageIconName => name in paths)

/** Icons with a direction of reading, mirrored from right to left. */
const directional: ReadonlySet<PageIconName> = new Set<PageIconName>([
  "chevron-left",
  "chevron-right",
  "external",
  "forward",
  "list",
  "redo",
  "reply",
  "sign-out",
  "undo"
])

/** A line icon of a page, in the colour of the text. Screen readers skip it. */
export const PageIcon = ({ name }: { readonly name: PageIconName }) => (
  <PathIcon path={paths[name]} isDirectional={directional.has(name)} />
)
