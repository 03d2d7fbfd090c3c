/** Whether the arguments ask for the service and for nothing else: then it starts without the other commands. */
export const asksToServe = (args: ReadonlyArray<string>): boolean =>
  args.length === 0 || (args.length === 1 && args[0] === "serve")
