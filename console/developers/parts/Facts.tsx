import type { ReactNode } from "react"

/** List of names and values. */
export const Facts = ({ facts }: { readonly facts: ReadonlyArray<readonly [name: string, value: ReactNode]> }) => (
  <dl className="dev-facts">
    {facts.map(([name, value]) => (
      <div key={name} className="dev-fact">
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
