import { Component, type ReactNode } from "react"
import { failureOf } from "../api/Failure.ts"
import { Button } from "../parts/Button.tsx"
import { ErrorState } from "../parts/states.tsx"
import { useText } from "../text/useText.ts"

/** A new version of the service has files of other names: the ones that this page knows are gone. */
const isMissingFile = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported|Importing a module|preload/i.test(error.message)

const Broken = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => {
  const { common } = useText()
  if (!isMissingFile(error)) return <ErrorState failure={failureOf(error)} onRetry={onRetry} />
  return (
    <div className="state" role="alert">
      <p>{common.newVersion}</p>
      <Button tone="primary" onClick={() => window.location.reload()}>
        {common.reload}
      </Button>
    </div>
  )
}

/** Shows what went wrong within it, and lets the rest of the page be. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error("Unknown") }
  }

  override render() {
    return this.state.error === null ? (
      this.props.children
    ) : (
      <Broken error={this.state.error} onRetry={() => this.setState({ error: null })} />
    )
  }
}
