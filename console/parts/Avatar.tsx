import { ChannelMark, type ChannelName } from "./ChannelMark.tsx"
import { hueOf, initialsOf } from "./initials.ts"

/** Initials of a person on a colour that the id decides, with the channel at the corner. Screen readers skip it. */
export const Avatar = ({
  channel,
  id,
  name,
  size = "medium"
}: {
  readonly id: string
  readonly name: string
  readonly channel?: ChannelName
  readonly size?: "small" | "medium"
}) => (
  <span className={`avatar avatar-${size}`} aria-hidden>
    <span className={`avatar-disc avatar-hue-${hueOf(id)}`}>{initialsOf(name)}</span>
    {channel !== undefined && <ChannelMark channel={channel} />}
  </span>
)
