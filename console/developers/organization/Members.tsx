import { useQuery } from "../../api/useQuery.ts"
import { Badge } from "../../parts/Badge.tsx"
import { LoadedView } from "../../parts/states.tsx"
import { Table } from "../../parts/Table.tsx"
import { useText } from "../../text/useText.ts"
import { membersQuery } from "../queries.ts"

/** Members and invitations. */
export const Members = () => {
  const { common, developers } = useText()
  const { members: texts, pages } = developers
  const [loaded, reload] = useQuery(membersQuery, {})
  return (
    <>
      <h1>{pages.members}</h1>
      <p className="muted">{texts.hint}</p>
      <LoadedView loaded={loaded} reload={reload}>
        {({ members }) => (
          <Table
            caption={texts.list}
            rows={members}
            keyOf={({ email, userId }) => userId ?? email}
            columns={[
              { id: "name", label: texts.name, cell: ({ name }) => <bdi>{name}</bdi> },
              { id: "email", label: texts.email, cell: ({ email }) => <bdi>{email}</bdi> },
              { id: "role", label: texts.role, cell: ({ role }) => common.roles[role] },
              { id: "scope", label: texts.scope, cell: ({ conversationScope }) => texts.scopes[conversationScope] },
              {
                id: "state",
                label: texts.state,
                cell: ({ status }) => (
                  <Badge tone={status === "joined" ? "success" : "info"}>{texts.states[status]}</Badge>
                )
              }
            ]}
          />
        )}
      </LoadedView>
    </>
  )
}
