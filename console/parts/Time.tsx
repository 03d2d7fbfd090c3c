import { useAtom } from "../app/atoms.ts"
import { minuteAtom } from "../app/now.ts"
import { formatRelative, formatTime } from "../text/times.ts"
import { useLanguageTag } from "../text/useText.ts"

/** Relative time, updated while mounted; the title has the exact time. */
export const RelativeTime = ({ at }: { readonly at: string }) => {
  const language = useLanguageTag()
  const now = useAtom(minuteAtom)
  return (
    <time dateTime={at} title={formatTime(language, at, "full")}>
      {formatRelative(language, at, now)}
    </time>
  )
}

/** Date and time in the user's time zone. */
export const ExactTime = ({
  at,
  format = "short"
}: {
  readonly at: string
  readonly format?: "time" | "day" | "date" | "short"
}) => {
  const language = useLanguageTag()
  return (
    <time dateTime={at} title={formatTime(language, at, "full")}>
      {formatTime(language, at, format)}
    </time>
  )
}
