import type { ReactNode } from "react"
import type { Failure } from "../api/Failure.ts"
import type { Loaded } from "../api/query.ts"
import { useText } from "../text/useText.ts"
import { Button } from "./Button.tsx"

/** Heading of a page in any state, so that screen readers can navigate by headings. */
export const HiddenHeading = ({ children }: { readonly children: string }) => (
  <h1 className="visually-hidden">{children}</h1>
)

/** Loading state. */
export const Loading = () => {
  const { common } = useText()
  return (
    <div className="state" role="status">
      <span className="spinner" aria-hidden />
      <span>{common.loading}</span>
    </div>
  )
}

/** Empty state, with a hint. */
export const EmptyState = ({ children, title }: { readonly title: string; readonly children?: ReactNode }) => (
  <div className="state">
    <p className="state-title">{title}</p>
    {children}
  </div>
)

/** Text for a failure: that of the service, if it has one. */
export const useFailureText = (): ((failure: Failure) => string) => {
  const { common } = useText()
  return ({ fix, kind, message, retryAfter }) => {
    const known = kind === "refused" && message !== "" ? message : common.failures[kind]
    const wait = retryAfter === null ? "" : common.failures.retryAfter(retryAfter)
    return [known, fix ?? "", wait].filter((part) => part !== "").join(" ")
  }
}

/** Error state, with a button to retry. */
export const ErrorState = ({
  failure,
  onRetry
}: {
  readonly failure: Failure
  readonly onRetry?: (() => void) | undefined
}) => {
  const { common } = useText()
  const textOf = useFailureText()
  return (
    <div className="state state-error" role="alert">
      <p>{textOf(failure)}</p>
      {failure.requestId !== null && <p className="muted">{common.failures.requestId(failure.requestId)}</p>}
      {onRetry !== undefined && <Button onClick={onRetry}>{common.retry}</Button>}
    </div>
  )
}

/**
 * The value of a query, or its state: `<LoadedView loaded={channels} reload={reload}>{(list) => …}</LoadedView>`. After
 * a failed reload the previous value is shown below the reason.
 */
export const LoadedView = <Value,>({
  children,
  loaded,
  reload
}: {
  readonly loaded: Loaded<Value>
  readonly reload?: () => void
  readonly children: (value: Value) => ReactNode
}) => {
  switch (loaded.state) {
    case "loading":
      return <Loading />
    case "failed":
      return <ErrorState failure={loaded.failure} onRetry={reload} />
    case "ready":
      return (
        <>
          {loaded.failure !== null && <ErrorState failure={loaded.failure} onRetry={reload} />}
          {children(loaded.value)}
        </>
      )
  }
}
