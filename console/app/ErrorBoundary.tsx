import { Component, type ReactNode } from "react"
import { failureOf } from "../api/Failure.ts"
import { Button } from "../parts/Button.tsx"
import { ErrorState, HiddenHeading } from "../parts/states.tsx"
import { useText } from "../text/useText.ts"

/** Loading code failed: the connection is lost, or a new version of the service has other file names. */
const isMissingFile = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported|Importing a module|preload/i.test(error.message)

const Broken = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => {
  const { common } = useText()
  return (
    <>
      <HiddenHeading>{common.notShown}</HiddenHeading>
      {isMissingFile(error) ? (
        <div className="state" role="alert">
          <p>{common.fileMissing}</p>
          <Button tone="primary" onClick={onRetry}>
            {common.retry}
          </Button>
          <Button onClick={() => window.location.reload()}>{common.reload}</Button>
        </div>
      ) : (
        <ErrorState failure={failureOf(error)} onRetry={onRetry} />
      )}
    </>
  )
}

interface Props {
  readonly children: ReactNode
  /** Called before the children are rendered again. */
  readonly onRetry?: () => void
}

/** Shows a rendering error of its children. The rest of the page is unaffected. */
export class ErrorBoundary extends Component<Props, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error("Unknown") }
  }

  readonly #retry = (): void => {
    this.props.onRetry?.()
    this.setState({ error: null })
  }

  override render() {
    return this.state.error === null ? this.props.children : <Broken error={this.state.error} onRetry={this.#retry} />
  }
}
