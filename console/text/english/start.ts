/** Texts of the first steps of an organization. */
export const start = {
  title: "Get started",
  progress: (done: number, all: number) => `${done} of ${all}`,
  steps: {
    channel: "Connect a number",
    message: "Send yourself a message",
    colleague: "Invite a colleague",
    key: "Create an API key",
    webhook: "Add a webhook"
  },
  done: "Done",
  dismiss: "Dismiss"
}
