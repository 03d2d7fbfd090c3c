import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { LoadedView } from "../parts/states.tsx"
import { Table } from "../parts/Table.tsx"
import { ExactTime, RelativeTime } from "../parts/Time.tsx"
import { SignInError } from "../session/SignIn.tsx"
import { deviceOf, sessionsOf } from "./account.ts"
import { useAccountText } from "./accountText.ts"
import { useAccountCall, useAccountValue } from "./useAccountCall.ts"

/** The sessions of the user. Each can be ended, or all others at once. */
export const Sessions = () => {
  const { sessions: texts } = useAccountText()
  const [loaded, reload] = useAccountValue("/sessions", sessionsOf)
  const { failure, isBusy, run } = useAccountCall()
  const end = async (path: string, method: "POST" | "DELETE") => {
    await run(method, path)
    reload()
  }
  return (
    <LoadedView loaded={loaded} reload={reload}>
      {(sessions) => (
        <>
          <Table
            caption={texts.title}
            rows={sessions}
            keyOf={({ id }) => id}
            columns={[
              {
                id: "device",
                label: texts.device,
                cell: ({ isCurrent, userAgent }) => (
                  <span className="account-device" title={userAgent}>
                    <bdi>{deviceOf(userAgent) || texts.unknown}</bdi>
                    {isCurrent && <Badge tone="success">{texts.current}</Badge>}
                  </span>
                )
              },
              { id: "started", label: texts.started, cell: ({ startedAt }) => <ExactTime at={startedAt} /> },
              { id: "used", label: texts.used, cell: ({ usedAt }) => <RelativeTime at={usedAt} /> },
              {
                id: "end",
                label: <span className="visually-hidden">{texts.end}</span>,
                cell: ({ id, isCurrent, userAgent }) =>
                  !isCurrent && (
                    <Button
                      aria-label={`${texts.end}: ${deviceOf(userAgent)}`}
                      isBusy={isBusy}
                      onClick={() => void end(`/sessions/${id}`, "DELETE")}
                    >
                      {texts.end}
                    </Button>
                  )
              }
            ]}
          />
          <SignInError failure={failure} />
          {sessions.length > 1 && (
            <div className="page-buttons">
              <Button isBusy={isBusy} onClick={() => void end("/logout?scope=others", "POST")}>
                {texts.endOthers}
              </Button>
            </div>
          )}
        </>
      )}
    </LoadedView>
  )
}
