/** Signs of our own for the channels, on a grid of 12 by 12: a receiver, a bolt, a camera. */
const paths = {
  whatsapp: "M4 3.2c-.9.3-1.2 1.3-.6 2.4a6 6 0 0 0 3 3c1.1.6 2.1.3 2.4-.6L7.6 6.8l-.9.7a3.5 3.5 0 0 1-1.7-1.7l.7-.9z",
  messenger: "M2.6 7.6 5 4.4l2 1.6 2.4-1.6L7 7.6 5 6z",
  instagram:
    "M3.8 2.8h4.4a1 1 0 0 1 1 1v4.4a1 1 0 0 1-1 1H3.8a1 1 0 0 1-1-1V3.8a1 1 0 0 1 1-1zM6 7.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z"
} as const

export type ChannelName = keyof typeof paths

/** The sign of a channel in its colour. Screen readers skip it. */
export const ChannelMark = ({ channel }: { readonly channel: ChannelName }) => (
  <svg className={`channel-mark channel-mark-${channel}`} viewBox="0 0 12 12" aria-hidden>
    <path d={paths[channel]} />
  </svg>
)
