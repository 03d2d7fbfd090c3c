import type { ComponentProps } from "react"

/** A button. `isBusy`: its action runs, and it is disabled. */
export const Button = ({
  className,
  isBusy = false,
  tone = "plain",
  type = "button",
  ...rest
}: ComponentProps<"button"> & {
  readonly tone?: "plain" | "primary" | "danger" | "quiet"
  readonly isBusy?: boolean
}) => (
  <button
    {...rest}
    type={type}
    className={["button", `button-${tone}`, className].filter(Boolean).join(" ")}
    aria-busy={isBusy || undefined}
    disabled={rest.disabled === true || isBusy}
  />
)
