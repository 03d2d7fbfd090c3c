/** Paths of line icons on a grid of 20 by 20. */
const paths = {
  inbox:
    "M3 11.5 5.2 4.4A1.2 1.2 0 0 1 6.3 3.5h7.4a1.2 1.2 0 0 1 1.1.9L17 11.5v4a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1zM3 11.5h4.2a2.8 2.8 0 0 0 5.6 0H17",
  scheduled: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 6v4l2.7 1.8",
  templates: "M4 3.5h12a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1zM3 8h14M8 8v8.5",
  developers: "m7 6.5-3.5 3.5L7 13.5M13 6.5l3.5 3.5-3.5 3.5M11.2 4.5l-2.4 11",
  playground: "M7 3h6M8 3v5l-4 7a1.4 1.4 0 0 0 1.2 2h9.6a1.4 1.4 0 0 0 1.2-2l-4-7V3M6 12h8",
  collapse: "m11.5 5.5-4.5 4.5 4.5 4.5",
  expand: "m8.5 5.5 4.5 4.5-4.5 4.5",
  search: "M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM13 13l4 4",
  attach:
    "m15.5 9.5-5.9 5.9a3.4 3.4 0 0 1-4.8-4.8l6.3-6.3a2.3 2.3 0 0 1 3.2 3.2l-6.2 6.3a1.1 1.1 0 0 1-1.6-1.6l5.6-5.6",
  send: "M3.5 16.5 17 10 3.5 3.5 5.5 10zM5.5 10H11",
  more: "M4.5 10h.01M10 10h.01M15.5 10h.01",
  close: "m5 5 10 10M15 5 5 15",
  check: "m4.5 10.5 3.5 3.5 7.5-8",
  reopen: "M4 10a6 6 0 1 1 1.8 4.3M4 16v-3.2h3.2",
  unread: "M3 5.5h14v9H3zM3 6l7 5 7-5",
  person: "M10 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM4 16.5a6 6 0 0 1 12 0",
  note: "M4 3.5h12v8.5l-4.5 4.5H4zM11.5 16.5V12H16"
} as const

export type IconName = keyof typeof paths

/** A line icon in the colour of the text. Screen readers skip it. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg className="icon" viewBox="0 0 20 20" aria-hidden>
    <path d={paths[name]} />
  </svg>
)
