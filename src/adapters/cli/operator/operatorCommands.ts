import { channelCommand } from "./channelCommand.ts"
import { consumerCommand } from "./consumerCommand.ts"
import { deliveryCommand } from "./deliveryCommand.ts"
import { doctorCommand } from "./doctorCommand.ts"
import { eventCommand } from "./eventCommand.ts"
import { inboundCommand } from "./inboundCommand.ts"
import { keyCommand } from "./keyCommand.ts"
import { memberCommand } from "./memberCommand.ts"
import { messageCommand } from "./messageCommand.ts"
import { migrateCommand } from "./migrateCommand.ts"
import { organizationCommand } from "./organizationCommand.ts"
import { secretsCommand } from "./secretsCommand.ts"
import { webhookCommand } from "./webhookCommand.ts"

/**
 * The commands of operators, which need stores and platforms. A running service runs them on behalf of other processes.
 */
export const operatorCommands = [
  organizationCommand,
  memberCommand,
  keyCommand,
  channelCommand,
  webhookCommand,
  deliveryCommand,
  eventCommand,
  consumerCommand,
  messageCommand,
  inboundCommand,
  secretsCommand,
  migrateCommand,
  doctorCommand
] as const
